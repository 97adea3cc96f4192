//! Ends of scopes that clang does not mark.
//!
//! Clang marks the scopes of variables, but not of those whose declaration a jump may skip, and never of compound literals.
//! Debug locations say which block of the source an instruction belongs to, and so where control has left a block. There
//! its objects end; new ones start at once, so that the next run of the block finds them. That is why an end too many,
//! outside of the block, does no harm, while one inside would be wrong. So an instruction shows that control is outside
//! only if:
//!  - it does something that a program can observe, or jumps without a condition: clang gives comparisons and branches
//!    that belong to the head of an `if` or a `for` the place of what is around it;
//!  - no end of a marked variable of the block may follow, and no call with the address of one of the objects: functions
//!    called by `__attribute__((cleanup))` have the place of what comes after the block.
//!
//! Loses precision when: control leaves the block and enters it again with nothing in between (`continue` in an endless
//! loop). Then the objects live on.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Lowering;
use super::cfg::Edges;
use super::plan::{Declared, PlanNode};
use super::roles::{Intrinsic, Role};
use crate::llvm::{Meta, Opcode, Value, ValueKind};

/// A slot that holds an object of a block, without marks.
#[derive(Clone, Copy, Debug)]
pub struct Unmarked<'m> {
    pub slot: Value<'m>,
    pub block: Meta<'m>,
}

/// What happens before an instruction.
#[derive(Clone, Copy, Debug)]
pub enum Before<'m> {
    /// The block that the slot's object belongs to has been left.
    Ends(Value<'m>),
    /// The object's address goes on living here, and nobody can say how long the object does.
    Unknown(&'static str),
}

pub type Befores<'m> = FxHashMap<Value<'m>, SmallVec<[Before<'m>; 2]>>;

/// One instruction that says something about where control is.
#[derive(Clone, Copy, Debug)]
struct Event<'m> {
    inst: Value<'m>,
    kind: EventKind<'m>,
    /// The innermost block it belongs to; `None` is the function's own. Of an end, the block of the variable.
    block: Option<Meta<'m>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EventKind<'m> {
    /// Shows that control is inside of its block, but not that it is outside of others.
    Shows,
    Observes,
    /// A call with nothing but the address of a slot.
    Passes(Value<'m>),
    /// A marked variable ends.
    Ends,
}

/// The same, seen from one block: control is inside, or has left.
#[derive(Clone, Copy, Debug)]
enum Position<'m> {
    Inside,
    Left(Value<'m>),
}

/// The function as it was scanned.
#[derive(Clone, Copy)]
pub struct Scanned<'a, 'm> {
    pub nodes: &'a [PlanNode<'m>],
    pub succs: &'a [Edges],
    pub preds: &'a [Edges],
    pub declared: &'a FxHashMap<Value<'m>, Declared<'m>>,
}

/// Adds the ends of all `unmarked` objects to `befores`.
pub fn find_ends<'m>(
    cx: &mut Lowering<'m>,
    scanned: Scanned<'_, 'm>,
    unmarked: &[Unmarked<'m>],
    befores: &mut Befores<'m>,
) {
    if unmarked.is_empty() {
        return;
    }
    let events: Vec<Vec<Event<'m>>> = scanned.nodes.iter().map(|node| events(cx, scanned.declared, node)).collect();
    let mut done: Vec<Meta<'m>> = Vec::new();
    for Unmarked { block, .. } in unmarked {
        if done.contains(block) {
            continue;
        }
        done.push(*block);
        let slots = unmarked.iter().filter(|object| object.block == *block).map(|object| object.slot).collect();
        let mut region = Region { cx, block: *block, slots, known: FxHashMap::default() };
        for exit in region.exits(scanned, &events) {
            befores.entry(exit).or_default().extend(region.slots.iter().copied().map(Before::Ends));
        }
    }
}

fn events<'m>(
    cx: &mut Lowering<'m>,
    declared: &FxHashMap<Value<'m>, Declared<'m>>,
    node: &PlanNode<'m>,
) -> Vec<Event<'m>> {
    let mut events = Vec::new();
    for inst in node.instructions() {
        let kind = match inst.opcode() {
            Opcode::LLVMAlloca | Opcode::LLVMPHI => continue,
            Opcode::LLVMCall if inst.callee().kind() == ValueKind::LLVMFunctionValueKind => {
                match cx.role(inst.callee()) {
                    Role::Intrinsic(Intrinsic::DbgDeclare | Intrinsic::Nothing) => continue,
                    Role::Intrinsic(Intrinsic::LifetimeStart) => EventKind::Shows,
                    Role::Intrinsic(Intrinsic::LifetimeEnd) => EventKind::Ends,
                    _ if inst.num_args() == 1 => EventKind::Passes(inst.operand(0)),
                    // Any other function may look at every object.
                    _ => EventKind::Observes,
                }
            }
            Opcode::LLVMLoad
            | Opcode::LLVMStore
            | Opcode::LLVMCall
            | Opcode::LLVMInvoke
            | Opcode::LLVMAtomicCmpXchg
            | Opcode::LLVMAtomicRMW
            | Opcode::LLVMVAArg => EventKind::Observes,
            Opcode::LLVMBr if !inst.is_conditional() => EventKind::Observes,
            // Any other instruction touches no memory, but control has come to it.
            _ => EventKind::Shows,
        };
        let block = if kind == EventKind::Ends {
            let Some(variable) = declared.get(&inst.operand(1)) else { continue };
            variable.variable.variable_block(cx.module)
        } else {
            let Some(location) = inst.debug_loc() else { continue };
            block_at(cx, location)
        };
        events.push(Event { inst, kind, block });
    }
    events
}

/// The innermost block that a location is in.
pub fn block_at<'m>(cx: &Lowering<'m>, location: Meta<'m>) -> Option<Meta<'m>> {
    let (_, _, scope) = location.location();
    scope?.block(cx.module)
}

/// One block of the source, and where control is with respect to it.
struct Region<'a, 'm> {
    cx: &'a Lowering<'m>,
    block: Meta<'m>,
    /// Its objects without marks.
    slots: Vec<Value<'m>>,
    /// Blocks of which it is known whether they are inside.
    known: FxHashMap<Meta<'m>, bool>,
}

impl<'m> Region<'_, 'm> {
    fn contains(&mut self, block: Option<Meta<'m>>) -> bool {
        let Some(block) = block else { return false };
        if let Some(&known) = self.known.get(&block) {
            return known;
        }
        let inside = block.and_around(self.cx.module).any(|around| around == self.block);
        self.known.insert(block, inside);
        inside
    }

    /// Does a marked variable of the block itself end? One of an inner block ends inside.
    fn is_own_end(&self, event: &Event<'m>) -> bool {
        event.kind == EventKind::Ends && event.block == Some(self.block)
    }

    /// May it be the call of a cleanup function for one of the objects?
    fn is_cleanup(&mut self, event: &Event<'m>) -> bool {
        matches!(event.kind, EventKind::Passes(slot) if self.slots.contains(&slot)) && !self.contains(event.block)
    }

    /// Instructions before which the block has been left, of each way out at least the first.
    fn exits(&mut self, scanned: Scanned<'_, 'm>, events: &[Vec<Event<'m>>]) -> Vec<Value<'m>> {
        let pending = self.pending_ends(scanned, events);
        let positions: Vec<Vec<Position<'m>>> = (scanned.succs.iter().zip(events))
            .map(|(succs, events)| self.positions(events, succs.iter().any(|&succ| pending[succ as usize])))
            .collect();
        let last = |node: usize| positions[node].last().map(|position| matches!(position, Position::Inside));
        let may_end_inside = spread(scanned.succs, (0..positions.len()).map(last).collect());
        let mut exits = Vec::new();
        for (node, positions) in positions.iter().enumerate() {
            let mut inside = scanned.preds[node].iter().any(|&pred| may_end_inside[pred as usize]);
            for position in positions {
                match position {
                    Position::Inside => inside = true,
                    Position::Left(inst) => {
                        if std::mem::replace(&mut inside, false) {
                            exits.push(*inst);
                        }
                    }
                }
            }
        }
        exits
    }

    /// Nodes from whose start on the end of the block may still be at work before anything shows that control is inside.
    fn pending_ends(&mut self, scanned: Scanned<'_, 'm>, events: &[Vec<Event<'m>>]) -> Vec<bool> {
        let first = |events: &Vec<Event<'m>>| {
            let decisive = events.iter().find(|event| self.is_cleanup(event) || self.contains(event.block))?;
            Some(self.is_cleanup(decisive) || self.is_own_end(decisive))
        };
        spread(scanned.preds, events.iter().map(first).collect())
    }

    /// `pending`: may the end of the block still be at work after the node?
    fn positions(&mut self, events: &[Event<'m>], mut pending: bool) -> Vec<Position<'m>> {
        let mut positions = Vec::new();
        for event in events.iter().rev() {
            if self.is_own_end(event) {
                positions.push(if pending { Position::Inside } else { Position::Left(event.inst) });
                pending = true;
            } else if self.is_cleanup(event) {
                positions.push(Position::Inside);
                pending = true;
            } else if self.contains(event.block) {
                positions.push(Position::Inside);
                pending = false;
            } else if matches!(event.kind, EventKind::Observes | EventKind::Passes(_)) && !pending {
                positions.push(Position::Left(event.inst));
            }
        }
        positions.reverse();
        positions
    }
}

/// Where a fact may hold that some nodes decide for themselves and the others take from any node whose edges lead to them.
fn spread(edges: &[Edges], decided: Vec<Option<bool>>) -> Vec<bool> {
    let mut holds: Vec<bool> = decided.iter().map(|decided| *decided == Some(true)).collect();
    let mut work: Vec<usize> = (0..holds.len()).filter(|&node| holds[node]).collect();
    while let Some(node) = work.pop() {
        for &next in &edges[node] {
            let next = next as usize;
            if decided[next].is_none() && !std::mem::replace(&mut holds[next], true) {
                work.push(next);
            }
        }
    }
    holds
}
