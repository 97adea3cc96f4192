//! Reading a trail: which of its events constrain what.
//!
//! Every unknown is one number along the whole path, so a trail is a conjunction over its unknowns: operations define
//! some of them, and comparisons, restrictions and substitutions are conditions.

use std::hash::{Hash, Hasher};

use ir::Predicate;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;

use smg::graph::{Graph, Linear, SymId, TrailEvent, Value};
use smg::operations::compare::offset_value;

pub type Symbols = SmallVec<[SymId; 3]>;

/// The unknowns that an event is about.
pub fn symbols(event: &TrailEvent) -> Symbols {
    let of = |values: &[Value]| values.iter().filter_map(|value| value.symbol()).collect();
    match event {
        TrailEvent::Input { value, .. } => of(&[*value]),
        TrailEvent::Binary { value, a, b, .. } => of(&[*value, *a, *b]),
        TrailEvent::Cast { value, a, .. } => of(&[*value, *a]),
        TrailEvent::Compared { a, b, .. } => of(&[*a, *b]),
        TrailEvent::Substituted { sym, by } => of(&[Value::sym(*sym), *by]),
        TrailEvent::Narrowed { sym, .. } => of(&[Value::sym(*sym)]),
        TrailEvent::Allocated { .. } => Symbols::new(),
    }
}

/// The unknown that an operation makes.
pub fn defines(event: &TrailEvent) -> Option<SymId> {
    let (value, operands) = match event {
        TrailEvent::Binary { value, a, b, .. } => (value, [a.symbol(), b.symbol()]),
        TrailEvent::Cast { value, a, .. } => (value, [a.symbol(), None]),
        TrailEvent::Input { .. }
        | TrailEvent::Compared { .. }
        | TrailEvent::Substituted { .. }
        | TrailEvent::Narrowed { .. }
        | TrailEvent::Allocated { .. } => return None,
    };
    match value {
        Value::Sym(Linear { sym, negated: false, add: 0 }) => Some(*sym).filter(|sym| !operands.contains(&Some(*sym))),
        Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
    }
}

/// Is it a condition?
pub fn is_condition(event: &TrailEvent) -> bool {
    match event {
        TrailEvent::Compared { .. } | TrailEvent::Substituted { .. } | TrailEvent::Narrowed { .. } => true,
        TrailEvent::Input { .. }
        | TrailEvent::Binary { .. }
        | TrailEvent::Cast { .. }
        | TrailEvent::Allocated { .. } => false,
    }
}

/// The numbers that a comparison is about: of addresses of one object, the offsets. `None` for what is no number.
pub fn compared(a: Value, b: Value) -> Option<(Value, Value)> {
    let is_number = |value: Value| matches!(value, Value::Int(_) | Value::Sym(_));
    match (a, b) {
        (Value::Addr(x), Value::Addr(y)) if x.object == y.object && x.which == y.which => {
            Some((offset_value(x), offset_value(y)))
        }
        _ if is_number(a) && is_number(b) => Some((a, b)),
        (Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..), _) => None,
    }
}

/// A condition that the ranges and disequalities of a state cannot express. `defined` are results of operations.
pub fn is_hard(event: &TrailEvent, defined: &[SymId]) -> bool {
    let touches_result = || symbols(event).iter().any(|sym| defined.contains(sym));
    match event {
        TrailEvent::Compared { pred, a, b, .. } => {
            let Some((a, b)) = compared(*a, *b) else { return false };
            match (a.symbol(), b.symbol(), pred) {
                (None, None, _) => false,
                (_, _, Predicate::Eq | Predicate::Ne) => touches_result(),
                (Some(_), Some(_), _) => true,
                (_, _, Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge) => touches_result(),
                (_, _, Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge) => true,
            }
        }
        TrailEvent::Substituted { .. } | TrailEvent::Narrowed { .. } => touches_result(),
        TrailEvent::Input { .. }
        | TrailEvent::Binary { .. }
        | TrailEvent::Cast { .. }
        | TrailEvent::Allocated { .. } => false,
    }
}

/// Leaves out conditions between known numbers.
pub fn says_something(event: &TrailEvent) -> bool {
    !is_condition(event) || !symbols(event).is_empty()
}

/// For every allocation that could fail, whether it did.
pub fn failing_allocations(events: &[TrailEvent]) -> Vec<bool> {
    let fails = |event: &TrailEvent| match event {
        TrailEvent::Allocated { fails } => Some(*fails),
        TrailEvent::Input { .. }
        | TrailEvent::Binary { .. }
        | TrailEvent::Cast { .. }
        | TrailEvent::Compared { .. }
        | TrailEvent::Substituted { .. }
        | TrailEvent::Narrowed { .. } => None,
    };
    events.iter().filter_map(fails).collect()
}

/// The conditions, and the operations and inputs behind them.
pub fn behind_conditions(events: &[TrailEvent]) -> Vec<TrailEvent> {
    let mut needed: FxHashSet<SymId> = FxHashSet::default();
    let mut kept = Vec::new();
    for event in events.iter().rev() {
        let wanted = match event {
            TrailEvent::Compared { .. } | TrailEvent::Substituted { .. } | TrailEvent::Narrowed { .. } => true,
            TrailEvent::Input { value, .. } | TrailEvent::Binary { value, .. } | TrailEvent::Cast { value, .. } => {
                value.symbol().is_some_and(|sym| needed.contains(&sym))
            }
            TrailEvent::Allocated { .. } => false,
        };
        if wanted {
            needed.extend(symbols(event));
            kept.push(*event);
        }
    }
    kept.reverse();
    kept
}

/// The events that share unknowns with these, directly or through others.
pub fn connected(events: &[TrailEvent], with: &[SymId]) -> Vec<TrailEvent> {
    let events = behind_conditions(events);
    let mut classes = Classes::default();
    events.iter().for_each(|event| classes.unite(&symbols(event)));
    let wanted: FxHashSet<SymId> = with.iter().map(|sym| classes.find(*sym)).collect();
    let touches = |event: &TrailEvent| symbols(event).first().is_some_and(|sym| wanted.contains(&classes.find(*sym)));
    let mut touches = touches;
    events.into_iter().filter(|event| touches(event)).collect()
}

/// The conditions about unknowns of the graph, or connected to them, that the graph cannot express.
pub fn unsaid(events: &[TrailEvent], graph: &Graph) -> u64 {
    let mut classes = Classes::default();
    let mut defined = Vec::new();
    let mut hard = Vec::new();
    for event in events {
        if let Some(sym) = defines(event) {
            defined.push(sym);
            classes.unite(&symbols(event));
        }
        if is_hard(event, &defined) {
            classes.unite(&symbols(event));
            hard.push(event);
        }
    }
    let alive: FxHashSet<SymId> = graph.syms().iter().map(|(sym, _)| classes.find(*sym)).collect();
    let mut hasher = FxHasher::default();
    for event in hard {
        if symbols(event).iter().any(|sym| alive.contains(&classes.find(*sym))) {
            event.hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Union-find over unknowns.
#[derive(Default)]
struct Classes {
    parent: FxHashMap<SymId, SymId>,
}

impl Classes {
    fn find(&mut self, sym: SymId) -> SymId {
        let mut root = sym;
        while let Some(&parent) = self.parent.get(&root)
            && parent != root
        {
            root = parent;
        }
        self.parent.insert(sym, root);
        root
    }

    fn unite(&mut self, syms: &[SymId]) {
        let Some((first, others)) = syms.split_first() else { return };
        let root = self.find(*first);
        for sym in others {
            let other = self.find(*sym);
            self.parent.insert(other, root);
        }
    }
}
