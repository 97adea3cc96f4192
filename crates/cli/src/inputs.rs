//! Inputs of a run as the command line gives them.

use std::collections::VecDeque;

use anyhow::Result;
use engine::InputKind;
use interp::{InputSource, Request};
use ir::{FloatKind, Type};

use crate::exit::usage;

/// Values by kind, each in its own order; zeros when they run out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GivenInputs {
    nondet: VecDeque<Value>,
    uninit: VecDeque<Value>,
    fails: VecDeque<Value>,
    arguments: VecDeque<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    /// Two's complement in 128 bits.
    Int(u128),
    Float(f64),
}

impl GivenInputs {
    pub fn parse(values: &[String]) -> Result<GivenInputs> {
        let mut given = GivenInputs::default();
        for text in values {
            let text = text.trim();
            let (queue, number) = match text.as_bytes().first() {
                Some(b'u') => (&mut given.uninit, &text[1..]),
                Some(b'f') => (&mut given.fails, &text[1..]),
                Some(b'a') => (&mut given.arguments, &text[1..]),
                Some(_) | None => (&mut given.nondet, text),
            };
            let value = Value::parse(number).ok_or_else(|| {
                usage(format!(
                    "`{text}` is no input: expected a number such as 3, -1, 0x10 or 0.5, see `cairn run --help`"
                ))
            })?;
            queue.push_back(value);
        }
        Ok(given)
    }
}

impl Value {
    fn parse(text: &str) -> Option<Value> {
        if let Some(hex) = text.strip_prefix("0x") {
            return u128::from_str_radix(hex, 16).ok().map(Value::Int);
        }
        if let Ok(value) = text.parse::<i128>() {
            return Some(Value::Int(value as u128));
        }
        let looks_like_a_number =
            text.contains('.') || text.contains("inf") || text.contains("NaN") || text.contains('e');
        text.parse::<f64>().ok().filter(|_| looks_like_a_number).map(Value::Float)
    }

    fn bits(self, ty: Type) -> u128 {
        match (self, ty) {
            (Value::Int(value), Type::Int(_) | Type::Ptr) => value,
            (Value::Int(value), Type::Float(FloatKind::F32)) => (value as i128 as f32).to_bits().into(),
            (Value::Int(value), Type::Float(FloatKind::F64)) => (value as i128 as f64).to_bits().into(),
            // Formats that Rust does not know are given by their bits.
            (Value::Int(value), Type::Float(FloatKind::F16 | FloatKind::BF16 | FloatKind::F80 | FloatKind::F128)) => {
                value
            }
            (Value::Float(value), Type::Float(FloatKind::F32)) => (value as f32).to_bits().into(),
            (Value::Float(value), Type::Float(FloatKind::F64)) => value.to_bits().into(),
            (Value::Float(value), Type::Float(FloatKind::F16 | FloatKind::BF16 | FloatKind::F80 | FloatKind::F128)) => {
                value.to_bits().into()
            }
            (Value::Float(value), Type::Int(_) | Type::Ptr) => value as i128 as u128,
        }
    }
}

impl InputSource for GivenInputs {
    fn next(&mut self, request: &Request) -> u128 {
        if let Some(only) = request.only {
            return only;
        }
        let queue = match request.kind {
            InputKind::Nondet(_) => &mut self.nondet,
            InputKind::Uninit => &mut self.uninit,
            InputKind::AllocationFails => &mut self.fails,
            InputKind::Argument => &mut self.arguments,
        };
        queue.pop_front().map_or(0, |value| value.bits(request.ty))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{NondetKind, Places};
    use proptest::prelude::*;

    fn ask(given: &mut GivenInputs, kind: InputKind, ty: Type) -> u128 {
        given.next(&Request { kind, ty, loc: Places::nowhere(), only: None })
    }

    #[test]
    fn each_kind_has_its_own_order() {
        let values = ["3", "u9", "-1", "f1", "0.5"].map(str::to_string);
        let mut given = GivenInputs::parse(&values).expect("all are inputs");
        let nondet = InputKind::Nondet(NondetKind::Signed);
        assert_eq!(ask(&mut given, nondet, Type::Int(32)), 3);
        assert_eq!(ask(&mut given, InputKind::Uninit, Type::Int(8)), 9);
        assert_eq!(ask(&mut given, nondet, Type::Int(32)) as u32, u32::MAX);
        assert_eq!(ask(&mut given, InputKind::AllocationFails, Type::BOOL), 1);
        assert_eq!(ask(&mut given, nondet, Type::Float(FloatKind::F32)), u128::from(0.5f32.to_bits()));
        assert_eq!(ask(&mut given, nondet, Type::Int(32)), 0);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "x", "1x", "0xg", "u", "infinity?"] {
            assert!(GivenInputs::parse(&[text.to_string()]).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn garbage_is_an_error_not_a_panic(text in "\\PC*") {
            let _ = GivenInputs::parse(&[text]);
        }
    }
}
