//! Calls: what is split can be combined.

use super::*;
use crate::cut::split;
use crate::graph::{Range, SymInfo};

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
