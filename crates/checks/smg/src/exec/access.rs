//! Which bytes a pointer leads to, and whether they may be touched.

use engine::BugKind;
use ir::Predicate;

use super::scratch::{hold, release};
use super::{Machine, Problem};
use crate::graph::{Addr, Life, Linear, Range, State, Storage, TrailEvent, Value, Which};
use crate::operations::compare::offset_value;
use crate::operations::segment;

/// Unknown offsets of up to this many values are looked at one by one.
const MOST_CASES: u64 = 16;

impl Machine<'_, '_> {
    /// The regions that a pointer may lead to; segments are opened. What is no address of an object is a finding, and
    /// gone from the result.
    pub(super) fn regions(&mut self, state: State, pointer: Value, what: &str) -> Vec<(State, Addr)> {
        let mut found = Vec::new();
        let mut work = vec![(state, pointer)];
        while let Some((state, pointer)) = work.pop() {
            match pointer {
                Value::Addr(addr) => match addr.which {
                    Which::Region => found.push((state, addr)),
                    Which::First | Which::Last => work.extend(segment::open(state, addr)),
                    Which::All => panic!("only nested objects point to all nodes"),
                },
                Value::Int(0..4096) => {
                    self.bug(BugKind::NullDeref, format!("{what} goes through a null pointer"));
                }
                Value::Int(_) | Value::Func(_) | Value::Label(..) => {
                    self.bug(BugKind::WildDeref, format!("{what} goes through a pointer to no object"));
                }
                Value::Sym(_) if state.graph.is_uninit(pointer) => {
                    self.bug(BugKind::UninitDeref, format!("{what} goes through an uninitialised pointer"));
                }
                Value::Sym(_) => {
                    self.bug(BugKind::WildDeref, format!("{what} goes through a pointer of unknown value"));
                }
            }
        }
        found
    }

    /// The regions of which `size` > 0 bytes at `pointer` can be touched, with offsets that are known to be inside.
    pub(super) fn access(&mut self, state: State, pointer: Value, size: i64, write: bool) -> Vec<(State, Addr)> {
        let what = if write { "a write" } else { "a read" };
        let mut fine = Vec::new();
        for (mut state, addr) in self.regions(state, pointer, what) {
            if let Some(why) = addr.object.as_global().and_then(|global| opaque(&self.module.globals[global])) {
                self.unsupported(why);
                continue;
            }
            let object = state.graph.object(addr.object);
            let problem = match (object.life, object.storage) {
                (Life::Freed, _) => Some((BugKind::UseAfterFree, "touches a freed object")),
                (Life::OutOfScope, _) => Some((BugKind::UseAfterScope, "touches a local variable that is gone")),
                (Life::Live, Storage::Global { constant: true }) if write => {
                    Some((BugKind::ReadonlyWrite, "changes a constant object"))
                }
                (Life::Live, Storage::Heap | Storage::Stack | Storage::Global { .. }) => None,
            };
            if let Some((kind, message)) = problem {
                self.bug_of(kind, format!("{what} {message}"), object);
                continue;
            }
            // Its unknown may turn out to be a number on the way.
            hold(&mut state, 1, Value::Addr(addr));
            let inside = self.inside(&mut state, addr, size, what);
            let addr = release(&mut state, 1).as_addr();
            if let (true, Some(addr)) = (inside, addr) {
                fine.push((state, addr));
            }
        }
        fine
    }

    /// Do the bytes lie inside? Where only some of the possible offsets do, that is a finding, and the others go on.
    fn inside(&mut self, state: &mut State, addr: Addr, size: i64, what: &str) -> bool {
        let offsets = state.graph.offsets(addr);
        let object_size = state.graph.object(addr.object).size;
        let room = state.graph.range(object_size);
        let last = |size_of_object: i64| size_of_object.saturating_sub(size);
        if offsets.lo >= 0 && (offsets.hi <= last(room.lo) || related(state, addr, object_size, size)) {
            return true;
        }
        let message = || match (offsets.as_exact(), room.as_exact()) {
            (Some(offset), Some(room)) => {
                format!("{what} of {size} bytes at offset {offset} leaves an object of {room} bytes")
            }
            (None, _) | (_, None) => format!("{what} of {size} bytes may leave its object"),
        };
        let when = outside(addr, object_size, size);
        let object = state.graph.shared_object(addr.object);
        self.find(Problem::Bug(BugKind::OutOfBounds), message(), when.clone(), Some(&object));
        if offsets.hi < 0 || offsets.lo > last(room.hi) {
            return false;
        }
        // The runs that go on stay inside.
        when.into_iter().filter_map(TrailEvent::negated).for_each(|event| state.trail.note(event));
        match addr.plus {
            Some(sym) => {
                let lo = 0i64.saturating_sub(addr.offset);
                let hi = last(room.hi).saturating_sub(addr.offset);
                state.narrow(Linear { sym, negated: false, add: 0 }, Range { lo, hi, align: 0 })
            }
            None => match object_size {
                Value::Sym(linear) => {
                    let lo = addr.offset.saturating_add(size);
                    state.narrow(linear, Range { lo, hi: i64::MAX, align: 0 })
                }
                Value::Int(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => true,
            },
        }
    }

    /// Splits an access at an unknown offset into the few that it can be. What has too many stays as it is.
    pub(super) fn each_offset(&self, state: State, addr: Addr) -> Vec<(State, Addr)> {
        let Some(sym) = addr.plus else { return vec![(state, addr)] };
        let range = state.graph.sym(sym).range;
        if range.count() > MOST_CASES {
            return vec![(state, addr)];
        }
        let each = range.members().filter_map(|member| {
            let mut state = state.clone();
            if !state.substitute(sym, Value::Int(member)) {
                return None;
            }
            let moved = Addr { plus: None, ..addr }.moved(member)?;
            // A substitution that could not be written down leaves the unknown where it was.
            Some((state, moved))
        });
        each.collect()
    }
}

/// Ways to leave the object, where something unknown decides: in front of it, behind its end.
fn outside(addr: Addr, size_of_object: Value, size: i64) -> Vec<TrailEvent> {
    let offset = offset_value(addr);
    let last = match size_of_object {
        Value::Sym(total) => Value::Sym(Linear { add: total.add.saturating_sub(size), ..total }),
        Value::Int(total) => Value::Int(total.saturating_sub(size)),
        Value::Addr(_) | Value::Func(_) | Value::Label(..) => return Vec::new(),
    };
    let holds = |pred, b| TrailEvent::Compared { pred, width: 64, a: offset, b, holds: true };
    let ways = [holds(Predicate::Slt, Value::Int(0)), holds(Predicate::Sgt, last)];
    if offset.symbol().is_some() || last.symbol().is_some() { ways.to_vec() } else { Vec::new() }
}

/// Why nothing is known of what a global holds.
fn opaque(global: &ir::Global) -> Option<String> {
    let Some(init) = &global.init else { return Some(format!("`{}`, which is defined elsewhere", global.name)) };
    init.iter().find_map(|piece| match piece {
        ir::InitPiece::Unsupported { what, .. } => Some(what.clone()),
        ir::InitPiece::Zero(_)
        | ir::InitPiece::Bytes(_)
        | ir::InitPiece::Address { .. }
        | ir::InitPiece::Difference { .. }
        | ir::InitPiece::Undef(_)
        | ir::InitPiece::Outside(_) => None,
    })
}

/// Offset and size that depend on the same unknown: `size - offset` is a number.
fn related(state: &State, addr: Addr, size_of_object: Value, size: i64) -> bool {
    let (Some(sym), Value::Sym(total)) = (addr.plus, size_of_object) else { return false };
    total.sym == sym
        && !total.negated
        && state.graph.offsets(addr).lo >= 0
        && total.add.checked_sub(addr.offset).is_some_and(|room| room >= size)
}
