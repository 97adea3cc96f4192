//! `printf` and `fprintf`, by their format.
//!
//! The model (`models/stdio/format.c`) is a loop over the bytes of the format. States that are generalised where that loop
//! begins forget which conversion comes next, and with it which argument is read as what. So the format is read here, and
//! what the model does with each conversion is known: it reads one argument of the conversion's type, of a string the
//! bytes up to its end, writes nothing but output, and ends. Conversions that are not listed are not modelled.

use ir::{BasicType, Call, FloatKind, Type};

use super::Machine;
use super::initial::initial_number;
use super::instruction::Step;
use crate::number::{Fact, Linear};
use crate::state::{Content, Fill, Reading, State, Value};

/// What a conversion reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reads {
    Nothing,
    Number(BasicType),
    Double,
    Address,
    Text,
}

/// More digits are no width that anybody means; the number of bytes that are written stays far below `INT_MAX`.
const MOST_DIGITS: usize = 6;

/// Bytes of a string in which its end is looked for.
const MOST_TEXT: i128 = 4_096;

/// Where in a stream its descriptor is: `struct _IO_FILE` of the models.
const DESCRIPTOR: i128 = 216;

impl Machine<'_, '_> {
    /// `fprintf` to standard output or standard error: the model looks at the stream's descriptor, and of 1 and 2 at nothing else.
    pub(super) fn print_to(&mut self, mut state: State, call: &Call) -> Step {
        let stream = call.args.first().map(|arg| self.eval(&mut state, arg.value));
        let place = match &stream {
            Some(Value::Pointer { object, offset }) => {
                offset.add_constant(DESCRIPTOR).map(|offset| Value::Pointer { object: *object, offset })
            }
            Some(_) | None => None,
        };
        let Some(place) = place else {
            self.unsupported("`fprintf` to a stream of which nothing is known");
            return Step::On(Vec::new());
        };
        // What is wrong with the pointer is said there.
        let Some((mut state, object, offset)) = self.accessed(state, &place, &Linear::constant(4), false) else {
            return Step::On(Vec::new());
        };
        match self.read(&mut state, object, &offset, 4, Type::Int(32)) {
            Some(Value::Number { form, .. }) if matches!(form.as_constant(), Some(1 | 2)) => self.print(state, call, 1),
            Some(_) | None => {
                self.unsupported("`fprintf` to a stream of which nothing is known");
                Step::On(Vec::new())
            }
        }
    }

    /// The format is the argument at that place, and what it reads follows.
    pub(super) fn print(&mut self, mut state: State, call: &Call, at: usize) -> Step {
        let format = call.args.get(at).map(|arg| self.eval(&mut state, arg.value));
        let Some(format) = format.and_then(|format| self.literal(&format)) else {
            self.unsupported("`printf` with a format that is no literal");
            return Step::On(Vec::new());
        };
        let Some(conversions) = conversions(&format) else {
            self.unsupported("a conversion of `printf`");
            return Step::On(Vec::new());
        };
        let read = conversions.into_iter().filter(|reads| *reads != Reads::Nothing);
        for (index, reads) in read.enumerate() {
            let Some(arg) = call.args.get(at + 1 + index).filter(|arg| arg.by_value.is_none()) else {
                self.unsupported("`printf` with fewer arguments than its format reads");
                return Step::On(Vec::new());
            };
            let ty = self.operand_type(arg.value);
            let fits = match reads {
                Reads::Nothing => true,
                Reads::Number(wanted) => ty == Type::Int(8 * self.module.data_model.layout(wanted).size as u16),
                Reads::Double => ty == Type::Float(FloatKind::F64),
                Reads::Address | Reads::Text => ty == Type::Ptr,
            };
            if !fits {
                self.unsupported("`printf` with an argument of another type than its format says");
                return Step::On(Vec::new());
            }
            if reads == Reads::Text {
                let text = self.eval(&mut state, arg.value);
                match self.printed_text(state, &text) {
                    Some(read) => state = read,
                    None => return Step::On(Vec::new()),
                }
            }
        }
        if let Some(&ret) = call.rets.first() {
            let count = state.unknown(self.width(Type::Int(32)), Reading::Signed);
            state.set_register(ret, count);
        }
        // Of what is too long the model says so.
        self.forget_errno(&mut state);
        Step::On(vec![state])
    }

    /// The first place from there on at which one of the fills says that there is a zero.
    fn zero_behind<'f>(&self, start: i128, fills: impl Iterator<Item = &'f Fill>) -> Option<i128> {
        let zero = |fill: &Fill| {
            let (from, to) = (fill.from.as_constant()?.max(start), fill.to.as_constant()?);
            let mut places = from..to.min(from.saturating_add(MOST_TEXT));
            places.find(|place| match &fill.content {
                Content::Zero => true,
                Content::Initial { of, behind } => {
                    let at = place.checked_add(i128::from(*behind)).and_then(|at| u64::try_from(at).ok());
                    at.and_then(|at| initial_number(self.module, *of, at, 1)) == Some(0)
                }
                Content::Words(_) => false,
            })
        };
        fills.filter_map(zero).min()
    }

    /// Reads a string up to a byte that is known to be zero.
    fn printed_text(&mut self, state: State, text: &Value) -> Option<State> {
        let Value::Pointer { object, offset } = text else {
            self.unsupported("`printf` of a string of which nothing is known");
            return None;
        };
        let mut ends: Vec<Linear> = Vec::new();
        if let Some(literal) = self.literal(text) {
            ends.extend(offset.add_constant(literal.len() as i128));
        }
        for cell in state.object(*object).into_iter().flat_map(|known| &known.cells) {
            let is_zero = matches!(&cell.value, Value::Number { form, .. } if form.as_constant() == Some(0));
            if is_zero && cell.bytes == 1 {
                ends.push(cell.offset.clone());
            }
        }
        let fills = state.object(*object).into_iter().flat_map(|known| &known.fills);
        ends.extend(offset.as_constant().and_then(|start| self.zero_behind(start, fills)).map(Linear::constant));
        for end in ends {
            let bytes = end.sub(offset).and_then(|bytes| bytes.add_constant(1));
            if let Some(bytes) = bytes
                && self.implies(&state, Fact::ge(&end, offset))
            {
                return self.accessed(state, text, &bytes, false).map(|(state, ..)| state);
            }
        }
        self.unsupported("`printf` of a string of which no end is known");
        None
    }
}

/// What the conversions of a format read, in their order; `None` if there is one that is not known.
fn conversions(format: &[u8]) -> Option<Vec<Reads>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        if *byte == b'%' {
            let (reads, behind) = conversion(rest)?;
            found.push(reads);
            rest = behind;
        }
    }
    Some(found)
}

/// Behind a `%`.
fn conversion(format: &[u8]) -> Option<(Reads, &[u8])> {
    let rest = skip(format, |byte| b"-+ #0'".contains(&byte), usize::MAX)?;
    let mut rest = skip(rest, |byte| byte.is_ascii_digit(), MOST_DIGITS)?;
    if let [b'.', behind @ ..] = rest {
        rest = skip(behind, |byte| byte.is_ascii_digit(), MOST_DIGITS)?;
    }
    let (length, rest) = match rest {
        [b'h', b'h', rest @ ..] | [b'h', rest @ ..] => (Some(BasicType::Int), rest),
        [b'l', b'l', rest @ ..] | [b'j', rest @ ..] => (Some(BasicType::LongLong), rest),
        [b'l', rest @ ..] => (Some(BasicType::Long), rest),
        [b'z', rest @ ..] | [b't', rest @ ..] => (Some(BasicType::Pointer), rest),
        _ => (None, rest),
    };
    let (letter, rest) = rest.split_first()?;
    let reads = match (letter, length) {
        (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', _) => Reads::Number(length.unwrap_or(BasicType::Int)),
        (b'c', None) => Reads::Number(BasicType::Int),
        (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', None | Some(BasicType::Long)) => Reads::Double,
        (b's', None) => Reads::Text,
        (b'p', None) => Reads::Address,
        (b'%', None) => Reads::Nothing,
        // Any other is not modelled.
        _ => return None,
    };
    Some((reads, rest))
}

/// Behind as many such bytes as there are; `None` if they are more than that.
fn skip(bytes: &[u8], skipped: impl Fn(u8) -> bool, most: usize) -> Option<&[u8]> {
    let count = bytes.iter().take_while(|byte| skipped(**byte)).count();
    (count <= most).then(|| &bytes[count..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        use BasicType::{Int, Long, LongLong, Pointer};
        let cases: [(&str, Option<Vec<Reads>>); 14] = [
            ("", Some(vec![])),
            ("no conversion\n", Some(vec![])),
            ("%d %5u|%-8.3x", Some(vec![Reads::Number(Int); 3])),
            ("%hhd%hu", Some(vec![Reads::Number(Int); 2])),
            ("%ld%llu%zu%jd", Some(vec![Long, LongLong, Pointer, LongLong].into_iter().map(Reads::Number).collect())),
            ("100%%: %c%s%p", Some(vec![Reads::Nothing, Reads::Number(Int), Reads::Text, Reads::Address])),
            ("%f %lg", Some(vec![Reads::Double; 2])),
            ("%n", None),
            ("%ls", None),
            ("%Lf", None),
            ("%*d", None),
            ("%1$d", None),
            ("%", None),
            ("%9999999d", None),
        ];
        for (format, reads) in cases {
            assert_eq!(conversions(format.as_bytes()), reads, "{format}");
        }
    }
}
