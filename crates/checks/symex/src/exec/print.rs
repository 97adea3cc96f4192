//! `printf`, `fprintf`, `sprintf` and `snprintf`, by their format.
//!
//! The model (`models/stdio/format.c`) is a loop over the bytes of the format. States that are generalised where that loop
//! begins forget which conversion comes next, and with it which argument is read as what. So the format is read here, and
//! what the model does with each conversion is known: it reads one argument of the conversion's type, of a string the
//! bytes up to its end, writes nothing but output (or to the buffer), and ends. Conversions that are not listed are not modelled.

use ir::{Call, FloatKind, Type};

use super::Machine;
use super::format::{Reads, parsed};
use super::initial::initial_number;
use super::instruction::Step;
use crate::number::{Fact, Linear};
use crate::state::{Cell, Content, Fill, ObjectId, Reading, State, Value};

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
    pub(super) fn print(&mut self, state: State, call: &Call, at: usize) -> Step {
        match self.formatted(state, call, at, None) {
            Some((state, _)) => Step::On(vec![self.printed(state, call)]),
            None => Step::On(Vec::new()),
        }
    }

    /// `snprintf`: as many bytes may be written as the argument says that comes after the place. Of a place with fewer bytes the
    /// model would notice only what is written.
    pub(super) fn print_into_bounded(&mut self, mut state: State, call: &Call) -> Step {
        let [Some(dst), Some(size)] = [0, 1].map(|at| call.args.get(at).map(|arg| self.eval(&mut state, arg.value)))
        else {
            self.unsupported("`snprintf` with too few arguments");
            return Step::On(Vec::new());
        };
        let Some((state, _)) = self.formatted(state, call, 2, dst.target()) else { return Step::On(Vec::new()) };
        let mut states = Vec::new();
        for (state, len) in self.length(state, size) {
            match len {
                Some(len) => states.extend(self.written(state, &dst, &len)),
                None => states.push(state),
            }
        }
        Step::On(states.into_iter().map(|state| self.printed(state, call)).collect())
    }

    /// `sprintf`, to a place with room for all that the format may write.
    pub(super) fn print_into(&mut self, mut state: State, call: &Call) -> Step {
        let Some(dst) = call.args.first().map(|arg| self.eval(&mut state, arg.value)) else {
            self.unsupported("`sprintf` with too few arguments");
            return Step::On(Vec::new());
        };
        let Some((state, longest)) = self.formatted(state, call, 1, dst.target()) else { return Step::On(Vec::new()) };
        let Some(bytes) = longest.and_then(|longest| longest.checked_add(1)) else {
            self.unsupported("`sprintf` of a string of unknown length");
            return Step::On(Vec::new());
        };
        let states = self.written(state, &dst, &Linear::constant(i128::from(bytes)));
        Step::On(states.into_iter().map(|state| self.printed(state, call)).collect())
    }

    /// Some of the bytes at the place are written, and one of them is a zero then.
    fn written(&mut self, state: State, dst: &Value, len: &Linear) -> Option<State> {
        let (mut state, object, offset) = self.accessed(state, dst, len, true)?;
        self.overwrite(&mut state, object, &offset, len);
        let place = state.fresh();
        let last = offset.add(len).and_then(|end| end.add_constant(-1));
        state.learn(Fact::ge(&place, &offset));
        state.learn(last.and_then(|last| Fact::le(&place, &last)));
        if let Some(object) = state.object_mut(object) {
            object.remember(Cell { offset: place, bytes: 1, value: Value::signed(0) });
        }
        Some(state)
    }

    fn printed(&mut self, mut state: State, call: &Call) -> State {
        if let Some(&ret) = call.rets.first() {
            let count = state.unknown(self.width(Type::Int(32)), Reading::Signed);
            state.set_register(ret, count);
        }
        // Of what is too long the model says so.
        self.forget_errno(&mut state);
        state
    }

    /// The state in which all is read that the format at that place says, and how many bytes come out at most, if that is known.
    /// Texts are not read from `apart`, which is written meanwhile.
    fn formatted(
        &mut self,
        mut state: State,
        call: &Call,
        at: usize,
        apart: Option<ObjectId>,
    ) -> Option<(State, Option<u64>)> {
        let format = call.args.get(at).map(|arg| self.eval(&mut state, arg.value));
        let Some(format) = format.and_then(|format| self.literal(&format)) else {
            self.unsupported("`printf` with a format that is no literal");
            return None;
        };
        let Some(format) = parsed(&format) else {
            self.unsupported("a conversion of `printf`");
            return None;
        };
        let mut longest = Some(format.plain);
        let mut next = at + 1;
        for conversion in format.conversions {
            let mut most = Some(conversion.longest(self.module.data_model));
            if conversion.reads != Reads::Nothing {
                let Some(arg) = call.args.get(next).filter(|arg| arg.by_value.is_none()) else {
                    self.unsupported("`printf` with fewer arguments than its format reads");
                    return None;
                };
                next += 1;
                let ty = self.operand_type(arg.value);
                let fits = match conversion.reads {
                    Reads::Nothing => true,
                    Reads::Number(wanted) => ty == Type::Int(8 * self.module.data_model.layout(wanted).size as u16),
                    Reads::Double => ty == Type::Float(FloatKind::F64),
                    Reads::Address | Reads::Text => ty == Type::Ptr,
                };
                if !fits {
                    self.unsupported("`printf` with an argument of another type than its format says");
                    return None;
                }
                if conversion.reads == Reads::Text {
                    let text = self.eval(&mut state, arg.value);
                    if apart.is_some() && text.target() == apart {
                        self.unsupported("`sprintf` of a string to where it is");
                        return None;
                    }
                    let (read, bytes) = self.printed_text(state, &text)?;
                    state = read;
                    most = most.zip(bytes).map(|(most, bytes)| most.max(bytes));
                }
            }
            longest = longest.zip(most).and_then(|(longest, most)| longest.checked_add(most));
        }
        Some((state, longest))
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

    /// Reads a string up to a byte that is known to be zero; gives also how long it is at most, if that is known.
    fn printed_text(&mut self, state: State, text: &Value) -> Option<(State, Option<u64>)> {
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
                let most = bytes.as_constant().and_then(|bytes| u64::try_from(bytes - 1).ok());
                return self.accessed(state, text, &bytes, false).map(|(state, ..)| (state, most));
            }
        }
        self.unsupported("`printf` of a string of which no end is known");
        None
    }
}
