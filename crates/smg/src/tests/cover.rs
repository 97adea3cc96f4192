//! Entailment: what covers contains.

use super::*;
use crate::cover::covers;

fn shapes() -> Vec<State> {
    let kinds: [&[Kind]; 10] = [
        &[],
        &[Kind::Region],
        &[Kind::Region, Kind::Region],
        &[list(0)],
        &[list(1)],
        &[list(2)],
        &[Kind::Region, list(0)],
        &[list(0), Kind::Region],
        &[list(1), list(0)],
        &[Kind::Region, Kind::Region, Kind::Region],
    ];
    let mut states = Vec::new();
    for kinds in kinds {
        let mut state = empty();
        chain(&mut state, 0, kinds);
        states.push(state);
    }
    for kinds in kinds.iter().take(3) {
        // A second pointer into the middle.
        let mut state = empty();
        let ids = chain(&mut state, 0, kinds);
        let middle = ids.last().map_or(Value::NULL, |id| Value::region(*id, 0));
        set_reg(&mut state, 1, middle);
        states.push(state);
    }
    states
}

#[test]
fn covers_is_sound() {
    let module = module();
    let states = shapes();
    let mut found = 0;
    for general in &states {
        for specific in &states {
            let roots = |state: &State| state.frame().regs.len();
            if roots(general) == roots(specific) && covers(&module, general, specific) {
                assert!(contains(general, specific, 3), "{general:#?}\n{specific:#?}");
                found += 1;
            }
        }
    }
    assert!(found >= 30, "it finds little: {found}");
}

#[test]
fn a_list_covers_its_instances() {
    let module = module();
    for min in 0..3 {
        let mut general = empty();
        chain(&mut general, 0, &[list(min)]);
        for heap in concretise(&general, 3) {
            assert!(covers(&module, &general, &heap));
            assert!(!covers(&module, &heap, &general));
        }
    }
}

#[test]
fn double_lists_are_walked_from_both_ends() {
    let module = module();
    let mut general = empty();
    double_chain(&mut general, 0, &[double_list(1)]);
    for heap in concretise(&general, 3) {
        assert!(covers(&module, &general, &heap));
    }
    // Broken back links are no instance.
    let mut broken = empty();
    let ids = double_chain(&mut broken, 0, &[Kind::Region, Kind::Region]);
    broken.graph.object_mut(ids[1]).fields[1].value = Value::NULL;
    assert!(!covers(&module, &general, &broken));
}

#[test]
fn a_shared_object_is_not_an_own_one() {
    let module = module();
    let own = |shared: bool| {
        let mut state = empty();
        let first = node(&mut state, Kind::Region, 8, &[]);
        let second = if shared { first } else { node(&mut state, Kind::Region, 8, &[]) };
        let last = node(&mut state, Kind::Region, 16, &[(0, Value::NULL), (8, Value::region(second, 0))]);
        let fields = [(0, Value::region(last, 0)), (8, Value::region(first, 0))];
        let head = node(&mut state, Kind::Region, 16, &fields);
        set_reg(&mut state, 0, Value::region(head, 0));
        state
    };
    let general = |level: u8| {
        let mut state = empty();
        let data = node(&mut state, Kind::Region, 8, &[]);
        state.graph.object_mut(data).level = level;
        let nodes = node(&mut state, list(1), 16, &[(0, Value::NULL), (8, Value::region(data, 0))]);
        let first = end(&state, nodes, Which::First);
        set_reg(&mut state, 0, first);
        state
    };
    assert!(covers(&module, &general(1), &own(false)));
    assert!(!covers(&module, &general(1), &own(true)));
    assert!(covers(&module, &general(0), &own(true)));
    assert!(!covers(&module, &general(0), &own(false)));
}

#[test]
fn nothing_on_the_heap_may_be_overlooked() {
    let module = module();
    let mut general = empty();
    let unknown = general.graph.unknown(crate::Range::ALL);
    set_reg(&mut general, 0, unknown);
    let mut specific = empty();
    chain(&mut specific, 0, &[Kind::Region]);
    assert!(!covers(&module, &general, &specific), "the object would be forgotten, and its loss with it");
}
