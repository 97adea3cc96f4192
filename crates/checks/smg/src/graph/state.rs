//! A symbolic program configuration: the graph and its roots.

use ir::{BinOp, FuncId, LocId, RegId, VarId};
use serde::{Deserialize, Serialize};

use crate::graph::memory::Graph;
use crate::graph::range::Range;
use crate::graph::trail::Trail;
use crate::graph::trail::TrailEvent;
use crate::graph::value::{Addr, Linear, ObjectId, SymId, Value, Which};
use crate::graph::written::WrittenFrame;

/// A set of concrete configurations at one point of the program.
///
/// The prover's states have one frame; what the callers of that function know of the heap is in `cut`. A hunter's
/// states have the whole call stack.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub graph: Graph,
    /// Innermost last; never empty while the program runs.
    pub frames: Vec<Frame>,
    /// Values that callers hold: roots that this function cannot see.
    pub cut: Vec<Value>,
    /// How the state came about, when somebody wants to know.
    #[serde(skip)]
    pub trail: Trail,
    /// Results of this block's operations on unknowns: done again, they give the same. Forgotten when the block is left.
    #[serde(skip)]
    pub computed: Vec<(Computed, Value)>,
}

/// An operation on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Computed {
    pub op: BinOp,
    pub bits: u32,
    pub a: Value,
    pub b: Value,
}

/// One activation of a function.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "WrittenFrame", into = "WrittenFrame")]
pub struct Frame {
    pub func: FuncId,
    /// Sorted; registers that may still be read.
    pub regs: Vec<(RegId, Value)>,
    /// Sorted; what C variables in scope are bound to, if it is an address: only those keep objects from being lost.
    pub vars: Vec<(VarId, Value)>,
    /// Stack objects of this activation, in order of creation.
    pub locals: Vec<Local>,
    /// The arguments behind the declared ones, with their sizes in memory.
    pub varargs: Vec<VarArg>,
    /// Where it was called.
    pub called_at: LocId,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Local {
    /// The address of the object's first byte.
    pub address: Value,
    /// Ends with a `StackRestore`.
    pub dynamic: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VarArg {
    pub value: Value,
    /// What kind of slot the calling convention gives it.
    pub class: ArgClass,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ArgClass {
    Integer {
        bits: u32,
    },
    Float {
        bits: u32,
    },
    /// The value is the address of the bytes.
    Memory {
        size: u64,
        align: u32,
    },
}

impl Frame {
    pub fn new(func: FuncId, called_at: LocId) -> Self {
        Frame { func, regs: Vec::new(), vars: Vec::new(), locals: Vec::new(), varargs: Vec::new(), called_at }
    }

    #[track_caller]
    pub fn reg(&self, reg: RegId) -> Value {
        let at = self.regs.binary_search_by_key(&reg, |(reg, _)| *reg);
        self.regs[at.expect("invariant: a register is assigned before it is read")].1
    }

    pub fn get(&self, reg: RegId) -> Option<Value> {
        self.regs.binary_search_by_key(&reg, |(reg, _)| *reg).ok().map(|at| self.regs[at].1)
    }

    pub fn set_reg(&mut self, reg: RegId, value: Value) {
        match self.regs.binary_search_by_key(&reg, |(reg, _)| *reg) {
            Ok(at) => self.regs[at].1 = value,
            Err(at) => self.regs.insert(at, (reg, value)),
        }
    }

    /// The register's value, which is not needed any more.
    pub fn take_reg(&mut self, reg: RegId) -> Value {
        let at = self.regs.binary_search_by_key(&reg, |(reg, _)| *reg);
        self.regs.remove(at.expect("invariant: a register is assigned before it is read")).1
    }

    /// Binds a C variable. Numbers need not be remembered: only addresses keep objects reachable.
    pub fn bind(&mut self, var: VarId, value: Value) {
        self.unbind(var);
        if let Value::Addr(_) = value {
            let at = self.vars.partition_point(|(other, _)| *other < var);
            self.vars.insert(at, (var, value));
        }
    }

    pub fn unbind(&mut self, var: VarId) {
        self.vars.retain(|(other, _)| *other != var);
    }

    pub fn values(&self) -> impl Iterator<Item = Value> {
        let regs = self.regs.iter().map(|(_, value)| *value);
        let vars = self.vars.iter().map(|(_, value)| *value);
        let locals = self.locals.iter().map(|local| local.address);
        regs.chain(vars).chain(locals).chain(self.varargs.iter().map(|arg| arg.value))
    }

    pub fn map_values(&mut self, mut f: impl FnMut(Value) -> Value) {
        self.regs.iter_mut().for_each(|(_, value)| *value = f(*value));
        self.vars.iter_mut().for_each(|(_, value)| *value = f(*value));
        self.locals.iter_mut().for_each(|local| local.address = f(local.address));
        self.varargs.iter_mut().for_each(|arg| arg.value = f(arg.value));
        self.vars.retain(|(_, value)| matches!(value, Value::Addr(_)));
    }
}

/// Results of operations that are remembered within a block.
const MOST_COMPUTED: usize = 256;

impl State {
    /// Is there a heap object that was not freed?
    pub fn has_live_heap(&self) -> bool {
        self.graph.objects().any(|(_, object)| object.is_live_heap())
    }

    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("invariant: a running state has a frame")
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("invariant: a running state has a frame")
    }

    /// Everything that frames and callers hold.
    pub fn roots(&self) -> impl Iterator<Item = Value> {
        self.frames.iter().flat_map(Frame::values).chain(self.cut.iter().copied())
    }

    pub fn map_values(&mut self, mut f: impl FnMut(Value) -> Value) {
        self.graph.map_values(&mut f);
        self.frames.iter_mut().for_each(|frame| frame.map_values(&mut f));
        self.cut.iter_mut().for_each(|value| *value = f(*value));
        for (computed, value) in &mut self.computed {
            (computed.a, computed.b, *value) = (f(computed.a), f(computed.b), f(*value));
        }
    }

    /// Remembers what an operation gave. Long ago computed results are forgotten: they are searched one by one.
    pub fn remember(&mut self, operation: Computed, value: Value) {
        if self.computed.len() == MOST_COMPUTED {
            self.computed.drain(..MOST_COMPUTED / 2);
        }
        self.computed.push((operation, value));
    }

    /// What the operation gave before.
    pub fn recall(&self, operation: Computed) -> Option<Value> {
        self.computed.iter().find(|(known, _)| *known == operation).map(|(_, value)| *value)
    }

    /// Replaces an unknown by what it turned out to be. `false` when that contradicts what is known; where the result
    /// cannot be written down, nothing is replaced, which only loses precision.
    #[must_use]
    pub fn substitute(&mut self, sym: SymId, by: Value) -> bool {
        let known = self.graph.sym(sym).range;
        match by {
            Value::Int(by) if !known.contains(by) => return false,
            Value::Sym(other) => {
                if other.sym == sym {
                    return other == Linear { sym, negated: false, add: 0 };
                }
                let Some(both) = self.graph.range(by).meet(known) else { return false };
                if !self.narrow(other, known) {
                    return false;
                }
                if !self.graph.has_sym(other.sym) {
                    // It turned out to be a number, and so does this one.
                    return both.as_exact().is_none_or(|exact| self.substitute(sym, Value::Int(exact)));
                }
            }
            Value::Int(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => {}
        }
        let graph_values = self
            .graph
            .objects()
            .flat_map(|(_, object)| object.fields.iter().map(|field| field.value).chain(object.numbers()));
        let differ = self.graph.differ().iter().flat_map(|(a, b)| [*a, *b]);
        let representable =
            self.roots().chain(graph_values).chain(differ).all(|value| substituted(value, sym, by).is_some());
        // Old results are worth less than what is learned now.
        self.computed.retain(|(computed, value)| {
            [computed.a, computed.b, *value].into_iter().all(|value| substituted(value, sym, by).is_some())
        });
        if !representable {
            return true;
        }
        self.trail.substituted(sym, by);
        self.map_values(|value| substituted(value, sym, by).unwrap_or(value));
        self.graph.retain_syms(|id| id != sym);
        self.is_possible()
    }

    /// Restricts a number to a range. `false` when nothing is left.
    #[must_use]
    pub fn narrow(&mut self, linear: Linear, to: Range) -> bool {
        if !self.restrict(linear, to) {
            return false;
        }
        match self.graph.sym(linear.sym).range.as_exact() {
            Some(value) => self.substitute(linear.sym, Value::Int(value)),
            None => true,
        }
    }

    /// The same, without a replacement of an unknown that turns out to be one number.
    #[must_use]
    pub fn restrict(&mut self, linear: Linear, to: Range) -> bool {
        let before = self.graph.sym(linear.sym).range;
        if !self.graph.restrict(linear, to) {
            return false;
        }
        let range = self.graph.sym(linear.sym).range;
        if range != before {
            self.trail.note(TrailEvent::Narrowed { sym: linear.sym, to: range });
        }
        true
    }

    /// Does no disequality contradict itself?
    pub fn is_possible(&self) -> bool {
        self.graph.differ().iter().all(|(a, b)| a != b)
    }

    /// Replaces one address by another value wherever it occurs.
    pub fn redirect(&mut self, from: Value, to: Value) {
        self.map_values(|value| if value == from { to } else { value });
    }

    /// Replaces addresses of one object.
    pub fn rename_object(&mut self, from: ObjectId, mut to: impl FnMut(Addr) -> Value) {
        self.map_values(|value| match value {
            Value::Addr(addr) if addr.object == from => to(addr),
            Value::Addr(_) | Value::Int(_) | Value::Sym(_) | Value::Func(_) | Value::Label(..) => value,
        });
    }
}

/// `value` with `by` for `sym`; `None` when it is no value any more (the negation of an address, a number too large).
pub fn substituted(value: Value, sym: SymId, by: Value) -> Option<Value> {
    match value {
        Value::Sym(linear) if linear.sym == sym => apply(linear, by),
        Value::Addr(addr) if addr.plus == Some(sym) => match by {
            Value::Int(by) => Some(Value::Addr(Addr { plus: None, ..addr }.moved(by)?)),
            Value::Sym(Linear { sym, negated: false, add }) => {
                Some(Value::Addr(Addr { plus: Some(sym), ..addr }.moved(add)?))
            }
            Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
        },
        Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => Some(value),
    }
}

/// `±by + add`.
fn apply(linear: Linear, by: Value) -> Option<Value> {
    if !linear.negated && linear.add == 0 {
        return Some(by);
    }
    match by {
        Value::Int(by) => {
            let by = if linear.negated { by.checked_neg()? } else { by };
            Some(Value::Int(by.checked_add(linear.add)?))
        }
        Value::Sym(inner) => {
            let inner_add = if linear.negated { inner.add.checked_neg()? } else { inner.add };
            let add = inner_add.checked_add(linear.add)?;
            Some(Value::Sym(Linear { sym: inner.sym, negated: inner.negated != linear.negated, add }))
        }
        // Ends of segments are known at their head only.
        Value::Addr(addr) if !linear.negated && addr.which == Which::Region => addr.moved(linear.add).map(Value::Addr),
        Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
    }
}
