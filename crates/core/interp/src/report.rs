//! Violations in words: what was accessed, which object it was, where that object comes from.

use engine::{BugKind, Violation};
use ir::eval::Trouble;
use ir::{BinOp, BitOp, Call, Callee, FuncId, InstKind, LocId, Operand, Places, Type, describe};

use crate::exec::{Exec, Stop};
use crate::memory::{Fault, Kind, ObjectId, State};
use crate::observer::{Observer, Through};
use crate::options::End;
use crate::shadow::Shadow;
use crate::value::Value;

/// "1 byte", "8 bytes".
pub(crate) fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") }
}

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    #[cold]
    pub fn violation(&self, kind: BugKind, message: String, related: Vec<(LocId, String)>) -> Stop {
        let related = related.into_iter().filter(|(loc, _)| *loc != Places::nowhere()).collect();
        Stop::end(End::Violation(Violation { kind, loc: self.user_loc(), message, related, stack: self.stack() }))
    }

    /// A bad access.
    #[cold]
    pub fn fault(&self, fault: Fault, ptr: &Value<S::Tag>, size: u64, write: bool, through: Through) -> Stop {
        let verb = if write { "writes" } else { "reads" };
        let act = format!("{} {verb} {}", self.subject(size, through), bytes(size));
        let at = |id: ObjectId| {
            let object = self.state.memory.object(id);
            let offset = self.state.memory.signed_offset(object, ptr.lo);
            format!("offset {offset} of {}", self.describe_object(id))
        };
        let places = |id| self.object_places(id);
        let (kind, message, related) = match fault {
            Fault::Null if ptr.lo == 0 => (BugKind::NullDeref, format!("{act} through a null pointer"), Vec::new()),
            Fault::Null => (BugKind::NullDeref, format!("{act} at offset {} from a null pointer", ptr.lo), Vec::new()),
            Fault::Uninit if self.is_unknown_result(ptr) => return self.unknown_call_matters(),
            Fault::Opaque(_) if self.state.unknown_call.is_some() => return self.unknown_call_matters(),
            Fault::Uninit => {
                let message = format!("{act} through a pointer that was never given a value");
                (BugKind::UninitDeref, message, Vec::new())
            }
            Fault::Freed(id) => (BugKind::UseAfterFree, format!("{act} at {}, which was freed", at(id)), places(id)),
            Fault::OutOfScope(id) => {
                (BugKind::UseAfterScope, format!("{act} at {}, whose lifetime has ended", at(id)), places(id))
            }
            Fault::Bounds(id) if self.is_outside(id) => return self.outside_misuse("use of"),
            Fault::Bounds(id) => (BugKind::OutOfBounds, format!("{act} at {}, out of its bounds", at(id)), places(id)),
            Fault::Wild => {
                let message = format!("{act} at address {:#x}, where there is no object", ptr.lo);
                (BugKind::WildDeref, message, Vec::new())
            }
            Fault::ReadOnly(id) => {
                (BugKind::ReadonlyWrite, format!("{act} at {}, which is constant", at(id)), places(id))
            }
            Fault::Code(id) => (BugKind::WildDeref, format!("{act} at {}, which is no data", at(id)), places(id)),
            Fault::Opaque(id) => {
                let unknown = if self.state.memory.object(id).open_ended { "size is" } else { "contents are" };
                let what = format!("use of {}, whose {unknown} not known", self.describe_object(id));
                return Stop::end(End::Unsupported { what, at: self.user_loc() });
            }
        };
        self.violation(kind, message, related)
    }

    /// What does the access, as a person sees it: inside of a model, the call of it.
    fn subject(&self, size: u64, through: Through) -> String {
        if let Some(name) = self.model_call() {
            return format!("the call of `{name}`");
        }
        let index = self.current_index();
        let pointer = match self.current_block().insts.get(index).map(|inst| &inst.kind) {
            Some(InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. }) => Some(*ptr),
            Some(InstKind::MemCopy { dst, src, .. }) => Some(if through == Through::Source { *src } else { *dst }),
            Some(InstKind::MemSet { dst, .. }) => Some(*dst),
            Some(_) | None => None,
        };
        match (through, pointer) {
            (Through::VaList, _) => "`va_start`".to_string(),
            (_, Some(pointer)) => format!("`{}`", self.pointed_to(pointer, size)),
            (Through::Source | Through::VarArg(_) | Through::Argument(_) | Through::Result | Through::Errno, None) => {
                "the call".to_string()
            }
            (Through::Pointer | Through::Destination, None) => "this".to_string(),
        }
    }

    fn pointed_to(&self, pointer: Operand, size: u64) -> String {
        describe::pointed_to(self.module, self.current_function(), pointer, size)
    }

    fn operand_text(&self, operand: Operand) -> String {
        describe::operand(self.module, self.current_function(), operand)
    }

    /// The library function that the user called, when control is inside of the models.
    fn model_call(&self) -> Option<&str> {
        let frames = &self.state.frames;
        let models = frames.iter().rev().take_while(|frame| self.module.funcs[frame.func].model).count();
        let outermost = models.checked_sub(1).map(|_| &frames[frames.len() - models])?;
        let name = &self.module.funcs[outermost.func].name;
        // Headers give some functions another name for the linker.
        Some(name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_")).unwrap_or(name))
    }

    pub fn describe_object(&self, id: ObjectId) -> String {
        let object = self.state.memory.object(id);
        let size = object.size;
        match object.kind {
            Kind::Heap => format!("a heap object of {}", bytes(size)),
            Kind::Stack { func, block, inst } => {
                let alloca = &self.module.funcs[func].blocks[block].insts[inst as usize].kind;
                if let InstKind::Alloca { name: Some(name), .. } = alloca {
                    format!("the local variable `{name}` of {}", bytes(size))
                } else {
                    format!("a local object of {}", bytes(size))
                }
            }
            Kind::Global(global) => {
                let global = &self.module.globals[global];
                if global.anonymous {
                    format!("a string literal or constant of {}", bytes(size))
                } else if object.open_ended {
                    format!("the global variable `{}`", global.name)
                } else {
                    format!("the global variable `{}` of {}", global.name, bytes(size))
                }
            }
            Kind::VarArgs => format!("variable arguments of {}", bytes(size)),
            Kind::Environment => format!("the program's arguments of {}", bytes(size)),
            Kind::Outside => "memory outside of the program".to_string(),
            Kind::Function(func) => format!("the function `{}`", self.module.funcs[func].name),
            Kind::Label { .. } => "a label".to_string(),
        }
    }

    /// Where an object began, and where it ended.
    pub fn object_places(&self, id: ObjectId) -> Vec<(LocId, String)> {
        let object = self.state.memory.object(id);
        let began = match object.kind {
            Kind::Heap => "allocated here",
            Kind::Stack { .. } | Kind::Global(_) => "declared here",
            Kind::Function(_) | Kind::Label { .. } => "defined here",
            Kind::VarArgs | Kind::Environment => "made here",
            Kind::Outside => "its address came from here",
        };
        let mut places = vec![(object.born, began.to_string())];
        match object.state {
            State::Live | State::Vacant => {}
            State::Freed(loc) => places.push((loc, "freed here".to_string())),
            State::OutOfScope(loc) => places.push((loc, "its lifetime ends here".to_string())),
        }
        places
    }

    #[cold]
    pub fn bad_free(&self, kind: BugKind, pointer: &Value<S::Tag>, target: Option<ObjectId>) -> Stop {
        let name = if kind == BugKind::BadRealloc { "realloc" } else { "free" };
        let what = match target {
            _ if pointer.meta.is_indeterminate() => "a pointer that was never given a value".to_string(),
            None => format!("the address {:#x}, where there is no object", pointer.lo),
            Some(id) => {
                let object = self.state.memory.object(id);
                let offset = self.state.memory.signed_offset(object, pointer.lo);
                let start = if offset == 0 { String::new() } else { format!("offset {offset} of ") };
                let end = if !object.is_live() && object.is_heap() { ", which was freed before" } else { "" };
                format!("{start}{}{end}", self.describe_object(id))
            }
        };
        let related = target.map_or_else(Vec::new, |id| self.object_places(id));
        self.violation(kind, format!("`{name}` gets {what}"), related)
    }

    /// An end of the program, in order or by `abort`, is a violation if heap objects are left. An assumption that does
    /// not hold is no end: there is no such run.
    pub fn checked_cleanup(&self, end: End) -> End {
        let memory = &self.state.memory;
        let ends = match end {
            End::Exited(_) | End::Aborted => true,
            End::AssumeFailed | End::Violation(_) | End::Limit(_) | End::Unsupported { .. } => false,
        };
        // Nobody knows what a function has freed of which nothing is known.
        if !ends || memory.live_heap() == 0 || self.state.unknown_call.is_some() {
            return end;
        }
        const SHOWN: usize = 5;
        let left = memory.objects().filter(|(_, object)| object.is_heap() && object.is_live());
        let mut born: Vec<LocId> = left.map(|(_, object)| object.born).collect();
        let count = born.len();
        born.sort();
        born.dedup();
        let related = born.into_iter().take(SHOWN).filter(|loc| *loc != Places::nowhere());
        let objects =
            if count == 1 { "a heap object that was".to_string() } else { format!("{count} heap objects that were") };
        End::Violation(Violation {
            kind: BugKind::LeakAtExit,
            loc: self.user_loc(),
            message: format!("the program ends with {objects} never freed"),
            related: related.map(|loc| (loc, "allocated here".to_string())).collect(),
            stack: self.stack_at_end(),
        })
    }

    #[cold]
    pub fn call_of_no_function(&self, target: Operand, value: &Value<S::Tag>) -> Stop {
        if self.is_unknown_result(value) {
            return self.unknown_call_matters();
        }
        let callee = self.operand_text(target);
        let why = if value.meta.is_indeterminate() || value.meta.is_unchosen() {
            "was never given a value".to_string()
        } else if let Some(id) = self.state.memory.target(value) {
            format!("points to {}", self.describe_object(id))
        } else if value.lo == 0 {
            "is a null pointer".to_string()
        } else {
            format!("is the address {:#x} of nothing", value.lo)
        };
        self.violation(BugKind::InvalidCall, format!("the call goes through `{callee}`, which {why}"), Vec::new())
    }

    #[cold]
    pub fn error_call(&self, func: FuncId, call: &Call) -> Stop {
        let name = &self.module.funcs[func].name;
        let text = match call.args.first() {
            Some(arg) if name == "__assert_fail" => self.text_at(&self.get(arg.value)),
            Some(_) | None => None,
        };
        let message = match (text, call.callee) {
            (Some(text), _) => format!("assertion `{text}` fails"),
            (None, Callee::Direct(_)) => format!("the error function `{name}` is called"),
            (None, Callee::Indirect(_)) => format!("the error function `{name}` is called through a pointer"),
        };
        self.violation(BugKind::ErrorCall, message, Vec::new())
    }

    /// A string of the program, if it is one and not too long for a message.
    fn text_at(&self, pointer: &Value<S::Tag>) -> Option<String> {
        const LONGEST: u64 = 200;
        let mut text = Vec::new();
        for index in 0..LONGEST {
            let at = Value { lo: pointer.lo + index, ..*pointer };
            match self.state.memory.load_plain::<1>(&at)? {
                [0] => return String::from_utf8(text).ok(),
                [byte] => text.push(byte),
            }
        }
        None
    }

    #[cold]
    pub fn scan_of_zero(&self, op: BitOp, ty: Type) -> Stop {
        let which = match op {
            BitOp::LeadingZeros => "leading zero bits",
            BitOp::TrailingZeros => "trailing zero bits",
            BitOp::PopCount | BitOp::Bswap | BitOp::Reverse => "bits",
        };
        let width = ty.bits(self.module.data_model);
        let message = format!("the {which} of 0 are counted, which has no result (as a number of {width} bits)");
        self.violation(BugKind::BitScanOfZero, message, Vec::new())
    }

    #[cold]
    pub fn arithmetic_trouble(
        &self,
        trouble: Trouble,
        op: BinOp,
        ty: Type,
        a: &Value<S::Tag>,
        b: &Value<S::Tag>,
    ) -> Stop {
        let width = ty.bits(self.module.data_model) as u16;
        let (x, y) = (ir::sign_extend(a.bits(), width), ir::sign_extend(b.bits(), width));
        let symbol = match op {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::UDiv | BinOp::SDiv => "/",
            BinOp::URem | BinOp::SRem => "%",
            BinOp::Shl => "<<",
            BinOp::LShr | BinOp::AShr => ">>",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
        };
        let y = if op == BinOp::LShr || op == BinOp::UDiv { b.bits().to_string() } else { y.to_string() };
        let (kind, message) = match trouble {
            Trouble::Overflow => {
                (BugKind::SignedOverflow, format!("{x} {symbol} {y} does not fit a signed number of {width} bits"))
            }
            Trouble::DivisionByZero => (BugKind::DivByZero, format!("{x} {symbol} 0 divides by zero")),
            Trouble::ShiftOutOfRange => {
                (BugKind::ShiftOutOfRange, format!("{x} {symbol} {y} shifts a number of {width} bits too far"))
            }
        };
        self.violation(kind, message, Vec::new())
    }
}
