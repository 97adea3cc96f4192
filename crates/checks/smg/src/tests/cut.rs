//! Calls: what is split can be combined.

use super::*;
use crate::cut::Residue;
use crate::graph::{Range, SymInfo};
use ir::Footprints;

fn split(state: State, frame: Frame) -> (Residue, State) {
    let module = module();
    crate::cut::split(state, frame, &module, &Footprints::of(&module, &ir::CallGraph::of(&module)))
}

#[test]
fn split_then_combine() {
    // A list of three regions; the callee gets the second node, the caller holds the first and the last.
    let mut state = empty();
    let ids = chain(&mut state, 0, &[Kind::Region, Kind::Region, Kind::Region]);
    set_reg(&mut state, 1, Value::region(ids[2], 8));
    let other = node(&mut state, Kind::Region, 8, &[]);
    set_reg(&mut state, 2, Value::region(other, 0));
    let before = canon::canonical(&state);

    let mut frame = Frame::new(FuncId::from_index(0), Places::nowhere());
    frame.set_reg(RegId::from_index(0), Value::region(ids[1], 0));
    let (residue, mut entry) = split(state, frame);
    assert_eq!(entry.graph.object_count(), 2, "the first node and the other object stay behind");
    assert!(residue.has_live_heap());
    assert_eq!(entry.cut.len(), 2, "the first node's link and the caller's pointer into the last one");

    entry.frame_mut().regs.clear();
    let (after, results) = residue.combine(&canon::canonical(&entry));
    assert!(results.is_empty());
    assert!(canon::same(&before, &canon::canonical(&after)));
}

#[test]
fn what_differs_from_a_value_of_the_callee_alone_is_forgotten() {
    let mut state = empty();
    let mut unknown = || Value::sym(state.graph.add_sym(SymInfo::unknown(Range::ALL)));
    let (kept, shared, given) = (unknown(), unknown(), unknown());
    state.graph.add_differ(kept, given);
    state.graph.add_differ(kept, shared);
    set_reg(&mut state, 1, kept);
    set_reg(&mut state, 2, shared);

    let mut frame = Frame::new(FuncId::from_index(0), Places::nowhere());
    frame.set_reg(RegId::from_index(0), given);
    frame.set_reg(RegId::from_index(1), shared);
    let (residue, entry) = split(state, frame);
    let (after, _) = residue.combine(&canon::canonical(&entry));
    assert_eq!(crate::graph::check_consistency(&after), Ok(()));
    assert_eq!(after.graph.differ().len(), 1, "{after}");
}

/// The caller holds an address at an unknown offset into what the callee sees: both know the unknown.
#[test]
fn an_unknown_offset_is_shared() {
    let mut state = empty();
    let cell = node(&mut state, Kind::Region, 64, &[]);
    let sym = state.graph.add_sym(SymInfo::unknown(Range { lo: 0, hi: 32, align: 0 }));
    set_reg(&mut state, 1, Value::Addr(Addr { object: cell, which: Which::Region, offset: 0, plus: Some(sym) }));
    let before = canon::canonical(&state);
    let mut frame = Frame::new(FuncId::from_index(0), Places::nowhere());
    frame.set_reg(RegId::from_index(0), Value::region(cell, 0));
    let (residue, mut entry) = split(state, frame);
    assert_eq!(crate::graph::check_consistency(&entry), Ok(()));
    entry.frame_mut().regs.clear();
    let (after, _) = residue.combine(&canon::canonical(&entry));
    assert!(canon::same(&before, &canon::canonical(&after)), "{before}\n{after}");
}

/// The parts that a caller splits off do not depend on how it names or orders what it holds.
#[test]
fn what_is_held_has_an_order_of_its_own() {
    let entry = |order: [usize; 3]| {
        let mut state = empty();
        let ids = chain(&mut state, 9, &[Kind::Region; 3]);
        for (reg, at) in order.into_iter().enumerate() {
            set_reg(&mut state, reg, Value::region(ids[at], 8));
        }
        let mut frame = Frame::new(FuncId::from_index(0), Places::nowhere());
        frame.set_reg(RegId::from_index(0), Value::region(ids[0], 0));
        let (_, entry) = split(state, frame);
        canon::canonical(&entry)
    };
    let first = entry([0, 1, 2]);
    assert_eq!(first.cut.len(), 4);
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert!(canon::same(&first, &entry(order)), "{order:?}\n{first}\n{}", entry(order));
    }
}

/// A number that the callee found out to be something else: what the caller holds at it cannot always be written down.
#[test]
fn what_cannot_be_written_down_is_unknown() {
    let mut state = empty();
    let cell = node(&mut state, Kind::Region, 64, &[]);
    let sym = state.graph.add_sym(SymInfo::unknown(Range { lo: 0, hi: 32, align: 0 }));
    for (reg, offset) in [(1, 0), (2, 8)] {
        set_reg(&mut state, reg, Value::Addr(Addr { object: cell, which: Which::Region, offset, plus: Some(sym) }));
    }
    set_reg(&mut state, 3, Value::region(cell, 0));
    set_reg(&mut state, 4, Value::sym(sym));
    let mut frame = Frame::new(FuncId::from_index(0), Places::nowhere());
    frame.set_reg(RegId::from_index(0), Value::sym(sym));
    let (residue, mut exit) = split(state, frame);
    assert_eq!(exit.cut, [Value::sym(sym)]);
    let turned = crate::graph::Linear { sym, negated: true, add: 40 };
    exit.cut = vec![Value::Sym(turned)];
    exit.trail = crate::graph::Trail::kept();
    exit.trail.note(crate::graph::TrailEvent::Allocated { fails: false });
    let (after, results) = residue.combine(&exit);
    assert_eq!(crate::graph::check_consistency(&after), Ok(()), "{after}");
    assert_eq!(after.trail.count(), 1);
    let reg = |reg| after.frame().reg(RegId::from_index(reg));
    assert_eq!(reg(3).object(), Some(cell));
    let turned = crate::graph::Linear { sym: results[0].symbol().expect("it is unknown"), ..turned };
    assert_eq!(reg(4), Value::Sym(turned));
    let fresh = [1, 2].map(|number| reg(number).symbol().expect("it is unknown"));
    assert_ne!(fresh[0], fresh[1]);
    assert!(fresh.iter().all(|sym| after.graph.sym(*sym).range == Range::ALL && *sym != turned.sym));
}

/// Values that the callee alone names differ after the call if they did before.
#[test]
fn what_differs_inside_of_the_callee_differs_after_it() {
    let mut state = empty();
    let mut unknown = || Value::sym(state.graph.add_sym(SymInfo::unknown(Range::ALL)));
    let (one, other) = (unknown(), unknown());
    state.graph.add_differ(one, other);
    let mut frame = Frame::new(FuncId::from_index(0), Places::nowhere());
    frame.set_reg(RegId::from_index(0), one);
    frame.set_reg(RegId::from_index(1), other);
    let (residue, entry) = split(state, frame);
    assert_eq!(entry.graph.differ().len(), 1);
    let (after, results) = residue.combine(&canon::canonical(&entry));
    assert!(after.graph.are_known_to_differ(results[0], results[1]), "{after}");
}

/// What the caller knows of its own objects, it knows after the call.
#[test]
fn what_differs_outside_of_the_callee_differs_after_it() {
    let mut state = empty();
    let [own, given] = [0, 1].map(|_| node(&mut state, Kind::Region, 8, &[]));
    let sym = Value::sym(state.graph.add_sym(SymInfo::unknown(Range::ALL)));
    state.graph.add_differ(sym, Value::region(own, 0));
    state.graph.add_differ(sym, Value::Int(5));
    state.graph.add_differ(sym, Value::region(given, 0));
    set_reg(&mut state, 1, Value::region(own, 0));
    set_reg(&mut state, 2, sym);
    let mut frame = Frame::new(FuncId::from_index(0), Places::nowhere());
    frame.set_reg(RegId::from_index(0), Value::region(given, 0));
    let (residue, entry) = split(state, frame);
    assert!(entry.graph.differ().is_empty());
    let (after, _) = residue.combine(&canon::canonical(&entry));
    let (sym, own) = (after.frame().reg(RegId::from_index(2)), after.frame().reg(RegId::from_index(1)));
    assert!(after.graph.are_known_to_differ(sym, own) && after.graph.are_known_to_differ(sym, Value::Int(5)));
    assert_eq!(after.graph.differ().len(), 2, "what only the callee names is forgotten");
}
