//! Places of a graph, as people say where they are.

use std::cell::OnceCell;

use engine::Flows;
use ir::describe::loop_place;
use ir::{BlockId, CallGraph, FuncId, IdVec, LocId, Module};
use rustc_hash::FxHashMap;
use symex::proof::{Place, Proof};

use crate::bindings::{self, Bound};

/// A block where states are kept, or the start of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Head {
    pub func: FuncId,
    /// `None` where the function starts.
    pub block: Option<BlockId>,
}

impl Head {
    pub fn of(proof: &Proof, place: Place) -> Head {
        let context = &proof.contexts[place.context];
        Head { func: context.func, block: place.cut.map(|cut| context.cuts[cut].0) }
    }
}

/// What a head is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Start,
    Loop,
    /// Ways meet there, or it is entered by a jump into a cycle.
    Meeting,
}

/// Says where heads are, and what is there; what it takes is found once for each function.
#[derive(Debug)]
pub struct Heads<'m> {
    pub module: &'m Module,
    flows: Flows<'m>,
    bound: IdVec<FuncId, OnceCell<FxHashMap<BlockId, Bound>>>,
    calls: OnceCell<CallGraph>,
}

impl<'m> Heads<'m> {
    pub fn new(module: &'m Module) -> Heads<'m> {
        let bound = module.funcs.iter().map(|_| OnceCell::new()).collect();
        Heads { module, flows: Flows::of(module), bound, calls: OnceCell::new() }
    }

    /// Where the variables of C are when the block begins.
    pub fn bound_at(&self, func: FuncId, block: BlockId) -> Option<&Bound> {
        self.bound[func].get_or_init(|| bindings::at_blocks(&self.module.funcs[func])).get(&block)
    }

    /// … and before one of its instructions.
    pub fn bound_before(&self, func: FuncId, block: BlockId, inst: usize) -> Option<Bound> {
        let start = self.bound_at(func, block)?.clone();
        Some(bindings::after(&self.module.funcs[func].blocks[block].insts[..inst], start))
    }

    pub fn may_recurse(&self, func: FuncId) -> bool {
        self.calls.get_or_init(|| CallGraph::of(self.module)).may_recurse(func)
    }

    /// Is there a loop in the function?
    pub fn has_loops(&self, func: FuncId) -> bool {
        let loops = self.flows.func(func).loops();
        !loops.is_empty() || !loops.irreducible_edges().is_empty()
    }

    pub fn kind(&self, head: Head) -> Kind {
        match head.block {
            None => Kind::Start,
            Some(block) if self.flows.func(head.func).loops().headed_by(block).is_some() => Kind::Loop,
            Some(_) => Kind::Meeting,
        }
    }

    pub fn place(&self, head: Head) -> LocId {
        let function = &self.module.funcs[head.func];
        let Some(block) = head.block else { return function.loc };
        let flow = self.flows.func(head.func);
        match flow.loops().headed_by(block) {
            Some(id) => loop_place(self.module, function, flow.loops().get(id)),
            None => {
                let own = &function.blocks[block];
                own.insts.first().map_or(own.term.loc, |inst| inst.loc)
            }
        }
    }

    pub fn function(&self, head: Head) -> &str {
        &self.module.funcs[head.func].name
    }

    /// Places that the user knows, as numbers that can be sorted.
    pub fn order(&self, head: Head) -> (Option<(u32, u32)>, Head) {
        let place = self.place(head);
        let of_user = self.module.places.is_of_user(place);
        (self.module.places.get(place).filter(|_| of_user).map(|loc| (loc.line, loc.column)), head)
    }

    /// `4`, or `4:7` when another one of these is on the same line; `None` if the user cannot see it.
    pub fn line(&self, head: Head, among: &[Head]) -> Option<String> {
        let at = |head: Head| self.order(head).0;
        let (line, column) = at(head)?;
        let others = among.iter().filter(|other| **other != head && self.kind(**other) == self.kind(head));
        let is_shared = others.into_iter().any(|other| at(*other).is_some_and(|(other, _)| other == line));
        Some(if is_shared { format!("{line}:{column}") } else { line.to_string() })
    }

    /// `the loop at line 4`.
    pub fn words(&self, head: Head, among: &[Head]) -> String {
        let name = self.function(head);
        match (self.kind(head), self.line(head, among)) {
            (Kind::Start, _) => format!("the start of `{name}`"),
            (Kind::Loop, Some(line)) => format!("the loop at line {line}"),
            (Kind::Loop, None) => format!("the loop of `{name}`"),
            (Kind::Meeting, Some(line)) => format!("line {line}"),
            (Kind::Meeting, None) => format!("a place in `{name}`"),
        }
    }
}
