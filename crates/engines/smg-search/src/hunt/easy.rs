//! Solving without a solver: in most paths through programs with lists, every condition compares one input with a
//! number, and a number around does it.

use ir::Predicate;
use rustc_hash::{FxHashMap, FxHashSet};

use super::history::{self, compared};
use smg::graph::{Linear, Range, SymId, TrailEvent, Value};

/// What one unknown has to satisfy.
#[derive(Default)]
struct Wanted {
    conditions: Vec<(Linear, Predicate, u32, i64, bool)>,
    ranges: Vec<Range>,
}

/// A number for every unknown that has a condition; `None` when that is not easy.
pub fn solve(events: &[TrailEvent]) -> Option<FxHashMap<SymId, i64>> {
    let results: FxHashSet<SymId> = events.iter().filter_map(history::defines).collect();
    let mut all: FxHashMap<SymId, Wanted> = FxHashMap::default();
    for event in events {
        match *event {
            TrailEvent::Compared { pred, width, a, b, holds } => {
                let Some((a, b)) = compared(a, b) else { continue };
                let (linear, pred, number) = match (a, b) {
                    (Value::Sym(linear), Value::Int(number)) => (linear, pred, number),
                    (Value::Int(number), Value::Sym(linear)) => (linear, mirrored(pred), number),
                    (Value::Int(_), Value::Int(_)) => continue,
                    _ => return None,
                };
                let wanted = all.entry(linear.sym).or_default();
                wanted.conditions.push((linear, pred, width, number, holds));
            }
            TrailEvent::Substituted { sym, by: Value::Int(number) } => {
                all.entry(sym).or_default().ranges.push(Range::exactly(number));
            }
            TrailEvent::Substituted { by: Value::Sym(_), .. } => return None,
            TrailEvent::Substituted { .. } => {}
            TrailEvent::Narrowed { sym, to } => all.entry(sym).or_default().ranges.push(to),
            TrailEvent::Binary { .. }
            | TrailEvent::Cast { .. }
            | TrailEvent::Input { .. }
            | TrailEvent::Allocated { .. } => {}
        }
    }
    let mut solution = FxHashMap::default();
    for (sym, wanted) in &all {
        if results.contains(sym) {
            return None;
        }
        solution.insert(*sym, wanted.solve()?);
    }
    Some(solution)
}

impl Wanted {
    fn solve(&self) -> Option<i64> {
        let mut candidates = vec![0, 1, 2, -1];
        for range in &self.ranges {
            candidates.extend([range.lo, range.hi]);
        }
        for (linear, _, _, number, _) in &self.conditions {
            let at = number.wrapping_sub(linear.add);
            let at = if linear.negated { at.wrapping_neg() } else { at };
            candidates.extend([at, at.wrapping_add(1), at.wrapping_sub(1)]);
        }
        candidates.sort_by_key(|candidate| candidate.unsigned_abs());
        candidates.into_iter().find(|candidate| self.is_met_by(*candidate))
    }

    fn is_met_by(&self, candidate: i64) -> bool {
        self.ranges.iter().all(|range| range.contains(candidate))
            && self.conditions.iter().all(|(linear, pred, width, number, holds)| {
                let value = if linear.negated { candidate.checked_neg() } else { Some(candidate) };
                value
                    .and_then(|value| value.checked_add(linear.add))
                    .is_some_and(|value| decide(*pred, *width, value, *number) == *holds)
            })
    }
}

fn mirrored(pred: Predicate) -> Predicate {
    match pred {
        Predicate::Eq | Predicate::Ne => pred,
        Predicate::Ult => Predicate::Ugt,
        Predicate::Ule => Predicate::Uge,
        Predicate::Ugt => Predicate::Ult,
        Predicate::Uge => Predicate::Ule,
        Predicate::Slt => Predicate::Sgt,
        Predicate::Sle => Predicate::Sge,
        Predicate::Sgt => Predicate::Slt,
        Predicate::Sge => Predicate::Sle,
    }
}

/// On the low bits, as the machine does.
fn decide(pred: Predicate, width: u32, a: i64, b: i64) -> bool {
    let width = width.min(64) as u16;
    let low = |number: i64| ir::truncate(number as u128, width) as u64;
    ir::eval::narrow::compare(pred, width, low(a), low(b))
}
