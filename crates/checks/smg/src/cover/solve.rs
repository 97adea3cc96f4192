//! The walk: pairs of values that must agree, under what has been matched so far.

use std::borrow::Cow;

use ir::Module;

use super::few::Map;
use crate::graph::substituted;
use crate::graph::{Addr, Graph, Kind, Linear, ObjectId, Range, SymId, Value, Which};
use crate::operations::compare::{offset_value, prove_neq};

/// What the general side's objects and unknowns of one level stand for, in one node of the segments around them.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub parent: Option<usize>,
    /// Level of the general side's things that are matched here, and of the specific side's things they may be.
    pub level: u8,
    pub specific_level: u8,
    pub objects: Map<ObjectId, ObjectId>,
    pub syms: Map<SymId, Value>,
    /// Segments of this level whose chains are known: their first and last node, `None` for an empty chain.
    pub chains: Map<ObjectId, Option<(ObjectId, ObjectId)>>,
    /// The segment whose node this scope belongs to, and the node on the specific side.
    pub node: Option<(ObjectId, ObjectId)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub general: Value,
    pub specific: Value,
    pub scope: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Matcher<'a> {
    pub module: &'a Module,
    pub general: &'a Graph,
    /// Its own from where bytes are read that have no field yet.
    pub specific: Cow<'a, Graph>,
    pub scopes: Vec<Scope>,
    /// Objects of the specific side that have found their counterpart.
    pub used: Map<ObjectId, ()>,
    pub pending: Vec<Pair>,
    /// Ends of segments: looked at when everything else that is known by then has been matched.
    pub chains: Vec<Pair>,
}

impl<'a> Matcher<'a> {
    pub const ROOT: usize = 0;

    pub fn new(module: &'a Module, general: &'a Graph, specific: Cow<'a, Graph>) -> Self {
        Matcher {
            module,
            general,
            specific,
            scopes: vec![Scope::default()],
            used: Map::default(),
            pending: Vec::new(),
            chains: Vec::new(),
        }
    }

    pub fn demand(&mut self, general: Value, specific: Value, scope: usize) {
        self.pending.push(Pair { general, specific, scope });
    }

    /// Tries all ways, as long as there is something left of `effort`.
    pub fn solve(mut self, effort: &mut u32) -> bool {
        loop {
            while let Some(pair) = self.pending.pop() {
                if !self.agree(pair) {
                    return false;
                }
            }
            let Some(pair) = self.next_chain() else { return self.everything_is_found() };
            match effort.checked_sub(1) {
                Some(left) => *effort = left,
                None => return false,
            }
            match self.chain_ways(pair) {
                ways if ways.is_empty() => return false,
                mut ways => {
                    let last = ways.pop().expect("invariant: not empty");
                    for way in ways {
                        if way.solve(effort) {
                            return true;
                        }
                    }
                    self = last;
                }
            }
        }
    }

    /// A chain whose end is marked comes before one whose end has to be guessed.
    fn next_chain(&mut self) -> Option<Pair> {
        let marked = self.chains.iter().position(|pair| self.border_is_known(pair));
        let at = marked.or(if self.chains.is_empty() { None } else { Some(0) })?;
        Some(self.chains.remove(at))
    }

    /// The scope that things of a level belong to.
    pub fn scope_of(&self, mut scope: usize, level: u8) -> Option<usize> {
        while self.scopes[scope].level > level {
            scope = self.scopes[scope].parent?;
        }
        (self.scopes[scope].level == level).then_some(scope)
    }

    fn agree(&mut self, pair: Pair) -> bool {
        match pair.general {
            Value::Int(_) | Value::Func(_) | Value::Label(..) => pair.general == pair.specific,
            Value::Sym(linear) => self.stands_for(linear, pair.specific, pair.scope),
            Value::Addr(addr) => self.same_place(addr, pair),
        }
    }

    /// Can the unknown be this value?
    fn stands_for(&mut self, linear: Linear, specific: Value, scope: usize) -> bool {
        let info = self.general.sym(linear.sym);
        let Some(scope) = self.scope_of(scope, info.level) else { return false };
        let Some(value) = solved(linear, specific) else { return false };
        if let Some(known) = self.scopes[scope].syms.get(linear.sym) {
            return known == value;
        }
        let graph = &self.specific;
        let range = match value {
            Value::Int(_) => graph.range(value),
            // A value that the unknown cannot have, because no number is as large, is not covered by it.
            Value::Sym(_) if !has_solutions(linear, graph.range(specific)) => return false,
            Value::Sym(_) => graph.range(value),
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => {
                Range::of_width(self.module.data_model.pointer_bits())
            }
        };
        if !info.range.includes(range) || graph.level(value) > self.scopes[scope].specific_level {
            return false;
        }
        self.scopes[scope].syms.add(linear.sym, value);
        true
    }

    fn same_place(&mut self, addr: Addr, pair: Pair) -> bool {
        let Value::Addr(specific) = pair.specific else {
            // Null, where an empty segment may be looked through.
            return self.general.is_segment(addr.object) && addr.which != Which::All && self.postpone(pair);
        };
        match addr.which {
            Which::First | Which::Last => self.postpone(pair),
            Which::All => {
                let node = self.node_of(addr.object, pair.scope);
                let region = self.specific.object(specific.object).kind == Kind::Region;
                let which = if region { Which::Region } else { Which::All };
                node == Some(specific.object) && specific.which == which && self.same_offset(addr, specific, pair.scope)
            }
            Which::Region => {
                specific.which == Which::Region
                    && self.same_offset(addr, specific, pair.scope)
                    && self.same_region(addr.object, specific.object, pair.scope)
            }
        }
    }

    fn postpone(&mut self, pair: Pair) -> bool {
        self.chains.push(pair);
        true
    }

    fn node_of(&self, segment: ObjectId, mut scope: usize) -> Option<ObjectId> {
        loop {
            match self.scopes[scope].node {
                Some((of, node)) if of == segment => return Some(node),
                Some(_) | None => scope = self.scopes[scope].parent?,
            }
        }
    }

    fn same_offset(&mut self, general: Addr, specific: Addr, scope: usize) -> bool {
        match offset_value(general) {
            Value::Int(offset) => specific.plus.is_none() && specific.offset == offset,
            offset => {
                self.demand(offset, offset_value(specific), scope);
                true
            }
        }
    }

    fn same_region(&mut self, general: ObjectId, specific: ObjectId, scope: usize) -> bool {
        let object = self.general.object(general);
        let Some(scope) = self.scope_of(scope, object.level) else { return false };
        if let Some(known) = self.scopes[scope].objects.get(general) {
            return known == specific;
        }
        let other = self.specific.object(specific);
        let fits = (general.as_global() == specific.as_global())
            && other.kind == Kind::Region
            && other.life == object.life
            && other.storage == object.storage
            && other.level == self.scopes[scope].specific_level
            && self.used.get(specific).is_none();
        if !fits {
            return false;
        }
        self.used.add(specific, ());
        self.scopes[scope].objects.add(general, specific);
        self.same_contents(general, specific, scope, None)
    }

    /// At the end: no heap object may have been overlooked, and what differs on the general side differs.
    fn everything_is_found(&self) -> bool {
        let graph = &self.specific;
        let found = graph.objects().all(|(id, object)| !object.is_live_heap() || self.used.get(id).is_some());
        found
            && self.general.differ().iter().all(|(a, b)| match (self.image(*a), self.image(*b)) {
                (Some(a), Some(b)) => prove_neq(graph, a, b),
                (None, _) | (_, None) => false,
            })
    }

    /// What a value of level 0 stands for.
    fn image(&self, value: Value) -> Option<Value> {
        let root = &self.scopes[Self::ROOT];
        match value {
            Value::Int(_) | Value::Func(_) | Value::Label(..) => Some(value),
            Value::Sym(linear) => {
                let by = root.syms.get(linear.sym)?;
                substituted(value, linear.sym, by)
            }
            Value::Addr(addr) => {
                let at = match addr.which {
                    Which::Region => Value::Addr(Addr { object: root.objects.get(addr.object)?, ..addr }),
                    Which::First | Which::Last => self.end_of_chain(root.chains.get(addr.object)??, addr),
                    Which::All => return None,
                };
                match addr.plus {
                    None => Some(at),
                    Some(sym) => substituted(at, sym, root.syms.get(sym)?),
                }
            }
        }
    }
}

/// Is there a number `sym` for every number of the range, so that `±sym + add` is it?
fn has_solutions(linear: Linear, range: Range) -> bool {
    let solution = |at: i64| {
        let difference = at.checked_sub(linear.add)?;
        if linear.negated { difference.checked_neg() } else { Some(difference) }
    };
    solution(range.lo).is_some() && solution(range.hi).is_some()
}

/// The value of `sym` for which `±sym + add` is `value`.
fn solved(linear: Linear, value: Value) -> Option<Value> {
    match value {
        Value::Int(number) => {
            let difference = number.checked_sub(linear.add)?;
            Some(Value::Int(if linear.negated { difference.checked_neg()? } else { difference }))
        }
        Value::Sym(other) => {
            let add = other.add.checked_sub(linear.add)?;
            let add = if linear.negated { add.checked_neg()? } else { add };
            Some(Value::Sym(Linear { sym: other.sym, negated: other.negated != linear.negated, add }))
        }
        Value::Addr(addr) if !linear.negated => addr.moved(linear.add.checked_neg()?).map(Value::Addr),
        Value::Func(_) | Value::Label(..) if !linear.negated && linear.add == 0 => Some(value),
        Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
    }
}
