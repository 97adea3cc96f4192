//! Inputs of a run as text: what `cairn run --inputs` reads, and what reports print for it.

use std::collections::VecDeque;

use engine::{Input, InputKind};
use interp::{InputSource, Request};
use ir::{FloatKind, InstKind, Module, NondetKind, Type};

use crate::value::show_input;

/// Values by kind, each in its own order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GivenInputs {
    nondet: Queue,
    uninit: Queue,
    fails: Queue,
    arguments: Queue,
}

/// Values of one kind. When they run out: the last ones over and over, or zeros.
#[derive(Clone, Debug, Default, PartialEq)]
struct Queue {
    values: VecDeque<Value>,
    repeated: Vec<Value>,
}

impl Queue {
    fn next(&mut self) -> Option<Value> {
        if self.values.is_empty() {
            self.values.extend(&self.repeated);
        }
        self.values.pop_front()
    }

    /// The last `count` come over and over; nothing if there are fewer.
    fn repeat(&mut self, count: usize) -> Option<()> {
        let from = self.values.len().checked_sub(count)?;
        self.repeated = self.values.range(from..).copied().collect();
        Some(())
    }
}

/// Before how many values, the last ones, are to come over and over.
const REPEAT: char = '@';

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    /// Two's complement in 128 bits.
    Int(u128),
    /// Rounded once for each type: rounding a `double` again would not give the nearest `float`.
    Float { wide: f64, narrow: f32 },
    /// The bits of a value of any type.
    Bits(u128),
}

/// More equal inputs in a row than any run takes.
const MOST_TIMES: usize = 1 << 24;

impl GivenInputs {
    /// Each text is a value with a letter for its kind, and perhaps how often it comes: `3`, `u-1`, `f1:20`; or says that the
    /// last values of a kind come over and over: `@2`, `u@1`. The error names the first text that is none.
    pub fn parse(texts: &[String]) -> Result<GivenInputs, String> {
        let mut given = GivenInputs::default();
        // `--inputs=` without any: zeros from the beginning.
        if let [only] = texts
            && only.is_empty()
        {
            return Ok(given);
        }
        for text in texts {
            let (value, times) = text.trim().split_once(':').unwrap_or((text.trim(), "1"));
            let (queue, number) = match value.as_bytes().first() {
                Some(b'u') => (&mut given.uninit, &value[1..]),
                Some(b'f') => (&mut given.fails, &value[1..]),
                Some(b'a') => (&mut given.arguments, &value[1..]),
                Some(_) | None => (&mut given.nondet, value),
            };
            if let Some(count) = number.strip_prefix(REPEAT) {
                let repeated = count.parse().ok().and_then(|count| queue.repeat(count));
                repeated.ok_or_else(|| text.clone())?;
                continue;
            }
            let value = Value::parse(number).ok_or_else(|| text.clone())?;
            let times = times.parse::<usize>().ok().filter(|times| *times <= MOST_TIMES).ok_or_else(|| text.clone())?;
            queue.values.extend(std::iter::repeat_n(value, times));
        }
        Ok(given)
    }
}

impl Value {
    fn parse(text: &str) -> Option<Value> {
        if let Some(hex) = text.strip_prefix("0x") {
            return u128::from_str_radix(hex, 16).ok().map(Value::Int);
        }
        if let Some(hex) = text.strip_prefix('x') {
            return u128::from_str_radix(hex, 16).ok().map(Value::Bits);
        }
        if let Some(value) = text.parse::<i128>().ok().map(|value| value as u128).or_else(|| text.parse().ok()) {
            return Some(Value::Int(value));
        }
        let looks_like_a_number =
            text.contains('.') || text.contains("inf") || text.contains("NaN") || text.contains('e');
        let (wide, narrow) = (text.parse().ok()?, text.parse().ok()?);
        looks_like_a_number.then_some(Value::Float { wide, narrow })
    }

    fn bits(self, ty: Type) -> u128 {
        match (self, ty) {
            (Value::Bits(bits), _) => bits,
            (Value::Int(value), Type::Int(_) | Type::Ptr) => value,
            (Value::Int(value), Type::Float(FloatKind::F32)) => (value as i128 as f32).to_bits().into(),
            (Value::Int(value), Type::Float(FloatKind::F64)) => (value as i128 as f64).to_bits().into(),
            // Formats that Rust does not know are given by their bits.
            (Value::Int(value), Type::Float(FloatKind::F16 | FloatKind::BF16 | FloatKind::F80 | FloatKind::F128)) => {
                value
            }
            (Value::Float { narrow, .. }, Type::Float(FloatKind::F32)) => narrow.to_bits().into(),
            (Value::Float { wide, .. }, Type::Float(FloatKind::F64)) => wide.to_bits().into(),
            (
                Value::Float { wide, .. },
                Type::Float(FloatKind::F16 | FloatKind::BF16 | FloatKind::F80 | FloatKind::F128),
            ) => wide.to_bits().into(),
            (Value::Float { wide, .. }, Type::Int(_) | Type::Ptr) => wide as i128 as u128,
        }
    }
}

impl InputSource for GivenInputs {
    fn next(&mut self, request: &Request) -> u128 {
        let queue = match request.kind {
            InputKind::Nondet(_) => &mut self.nondet,
            InputKind::Uninit => &mut self.uninit,
            InputKind::AllocationFails => &mut self.fails,
            InputKind::Argument | InputKind::CommandLine => &mut self.arguments,
        };
        // The value of which there is no choice is among those that were shown, too.
        let given = queue.next().map_or(0, |value| value.bits(request.ty));
        request.only.unwrap_or(given)
    }
}

/// The inputs of a run as [`GivenInputs::parse`] takes them, all of them: the command that carries them means the same
/// whatever else there is to read.
pub fn show_inputs(inputs: &[Input]) -> Vec<String> {
    let mut shown: Vec<(String, usize)> = Vec::new();
    for input in inputs {
        let text = format!("{}{}", letter(input.kind), show_input(input));
        match shown.last_mut() {
            Some((last, times)) if *last == text && *times < MOST_TIMES => *times += 1,
            Some(_) | None => shown.push((text, 1)),
        }
    }
    let short = |(text, times): &(String, usize)| match times {
        1 => vec![text.clone()],
        2 | 3 => vec![text.clone(); *times],
        _ => vec![format!("{text}:{times}")],
    };
    shown.iter().flat_map(short).collect()
}

fn letter(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Nondet(_) => "",
        InputKind::Uninit => "u",
        InputKind::AllocationFails => "f",
        InputKind::Argument | InputKind::CommandLine => "a",
    }
}

/// After all inputs: those of a lap come over and over.
pub fn show_repeated(lap: &[Input]) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for input in lap {
        let of = letter(input.kind);
        match counts.iter_mut().find(|(other, _)| *other == of) {
            Some((_, count)) => *count += 1,
            None => counts.push((of, 1)),
        }
    }
    counts.iter().map(|(of, count)| format!("{of}{REPEAT}{count}")).collect()
}

/// What `main` was given, as a shell would be told; `None` if it does not look.
pub fn command_line(inputs: &[Input]) -> Option<String> {
    let mut inputs = inputs.iter().filter(|input| input.kind == InputKind::CommandLine).peekable();
    let further = inputs.next()?.bits;
    let mut lists = Vec::new();
    let mut list: Vec<String> = Vec::new();
    let mut string: Vec<u8> = Vec::new();
    for input in inputs {
        match (input.ty, input.bits) {
            (Type::Int(8), 0) => list.push(escaped(&std::mem::take(&mut string))),
            (Type::Int(8), byte) => string.push(byte as u8),
            // The environment begins.
            (_, _) => lists.push(std::mem::take(&mut list)),
        }
    }
    lists.push(list);
    let shown = |list: &[String]| if list.is_empty() { "nothing".to_string() } else { list.join(" ") };
    match lists.as_slice() {
        [none] if none.is_empty() => Some(format!("{} arguments, its name included", further + 1)),
        [arguments] => Some(format!("the arguments {}", shown(arguments))),
        [arguments, environment, ..] => {
            Some(format!("the arguments {}, and {} in its environment", shown(arguments), shown(environment)))
        }
        [] => None,
    }
}

/// In quotes, with C's escapes; only the ends of what is long.
fn escaped(bytes: &[u8]) -> String {
    const SHOWN: usize = 12;
    let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
    if bytes.len() <= 2 * SHOWN {
        return format!("\"{}\"", text(bytes));
    }
    let (head, tail) = (&bytes[..SHOWN], &bytes[bytes.len() - SHOWN / 3..]);
    format!("\"{}…{}\" ({} bytes)", text(head), text(tail), bytes.len())
}

/// Can the program ask for standard input?
pub fn reads_stdin(module: &Module) -> bool {
    let stdin_byte = |kind: &InstKind| matches!(kind, InstKind::Nondet { kind: NondetKind::StdinByte, .. });
    let mut insts = module.funcs.iter().flat_map(|func| func.blocks.iter()).flat_map(|block| &block.insts);
    insts.any(|inst| stdin_byte(&inst.kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Places;
    use proptest::prelude::*;

    fn ask(given: &mut GivenInputs, kind: InputKind, ty: Type) -> u128 {
        given.next(&Request { kind, ty, loc: Places::nowhere(), only: None, undef: None })
    }

    #[test]
    fn each_kind_has_its_own_order() {
        let values = ["3", "u9", "-1", "f1", "0.5", "7:2"].map(str::to_string);
        let mut given = GivenInputs::parse(&values).expect("all are inputs");
        let nondet = InputKind::Nondet(NondetKind::Signed);
        assert_eq!(ask(&mut given, nondet, Type::Int(32)), 3);
        assert_eq!(ask(&mut given, InputKind::Uninit, Type::Int(8)), 9);
        assert_eq!(ask(&mut given, nondet, Type::Int(32)) as u32, u32::MAX);
        assert_eq!(ask(&mut given, InputKind::AllocationFails, Type::BOOL), 1);
        assert_eq!(ask(&mut given, nondet, Type::Float(FloatKind::F32)), u128::from(0.5f32.to_bits()));
        assert_eq!(ask(&mut given, nondet, Type::Int(32)), 7);
        assert_eq!(ask(&mut given, nondet, Type::Int(32)), 7);
        assert_eq!(ask(&mut given, nondet, Type::Int(32)), 0);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["x", "1x", "0xg", "u", "infinity?", "1:", "1:-1", ":3", "1:99999999999"] {
            assert!(GivenInputs::parse(&[text.to_string()]).is_err(), "{text}");
        }
        assert!(GivenInputs::parse(&["1".to_string(), String::new()]).is_err());
        assert_eq!(GivenInputs::parse(&[String::new()]), Ok(GivenInputs::default()));
    }

    fn any_input() -> impl Strategy<Value = Input> {
        let kinds = prop_oneof![
            Just(InputKind::Nondet(NondetKind::Signed)),
            Just(InputKind::Nondet(NondetKind::Unsigned)),
            Just(InputKind::Nondet(NondetKind::Float)),
            Just(InputKind::Nondet(NondetKind::Pointer)),
            Just(InputKind::Uninit),
            Just(InputKind::Argument),
        ];
        let types = prop_oneof![
            Just(Type::Int(8)),
            Just(Type::Int(32)),
            Just(Type::Int(128)),
            Just(Type::Ptr),
            Just(Type::Float(FloatKind::F32)),
            Just(Type::Float(FloatKind::F64)),
            Just(Type::Float(FloatKind::F80)),
        ];
        let bits = prop_oneof![any::<u128>(), (0u128..3), Just(u128::MAX), Just(0x7ff0_0000_0000_0001)];
        (kinds, types, bits).prop_map(|(kind, ty, bits)| {
            let bits = ir::truncate(bits, ty.bits(ir::DataModel::Lp64) as u16);
            Input { kind, ty, bits, loc: Places::nowhere() }
        })
    }

    proptest! {
        #[test]
        fn garbage_is_an_error_not_a_panic(text in "\\PC*") {
            let _ = GivenInputs::parse(&[text]);
        }

        #[test]
        fn what_is_shown_is_read_back(inputs in proptest::collection::vec(any_input(), 1..12)) {
            let shown = show_inputs(&inputs);
            let mut given = GivenInputs::parse(&shown).expect("what is shown are inputs");
            for input in &inputs {
                let width = input.ty.bits(ir::DataModel::Lp64) as u16;
                prop_assert_eq!(ir::truncate(ask(&mut given, input.kind, input.ty), width), input.bits, "{:?}", &shown);
            }
        }
    }
}
