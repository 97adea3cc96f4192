//! Entailment: what covers contains.

use super::*;
use crate::cover::covers;
use crate::graph::check_consistency;
use crate::graph::{Alternation, Linear, Range, SymInfo};

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
fn lists_with_other_links_are_covered_soundly() {
    let module = module();
    for links in ways_to_link() {
        let list = |min: u8| linked_list(links, min);
        let kinds = [
            vec![],
            vec![Kind::Region],
            vec![Kind::Region, Kind::Region],
            vec![list(0)],
            vec![list(1)],
            vec![list(2)],
            vec![Kind::Region, list(0)],
            vec![list(0), Kind::Region],
            vec![list(1), list(0)],
        ];
        let states: Vec<State> = kinds.iter().map(|kinds| linked(links, kinds)).collect();
        let mut found = 0;
        for (general, of_general) in states.iter().zip(&kinds) {
            for (specific, of_specific) in states.iter().zip(&kinds) {
                if covers(&module, general, specific) {
                    found += 1;
                    assert!(contains(general, specific, 3), "{links:?} {of_general:?} {of_specific:?}");
                }
            }
        }
        assert!(found >= 25, "it finds little: {found} with {links:?}");
    }
}

fn linked(links: Links, kinds: &[Kind]) -> State {
    let mut state = empty();
    linked_chain(&mut state, 0, links, kinds);
    state
}

/// A node whose link leads to another place than it should, or to another node, is none.
#[test]
fn a_wrong_link_is_not_covered() {
    let module = module();
    for links in ways_to_link() {
        let general = linked(links, &[linked_list(links, 0)]);
        for link in links.iter() {
            let mut broken = empty();
            let ids = linked_chain(&mut broken, 0, links, &[Kind::Region; 3]);
            assert!(covers(&module, &general, &broken));
            let wrong = [Value::NULL, Value::region(ids[1], link.to), Value::region(ids[0], 4)];
            for (id, value) in ids.iter().flat_map(|id| wrong.map(|value| (*id, value))) {
                let mut other = broken.clone();
                let field = other.graph.object_mut(id).fields.iter_mut().find(|field| field.offset == link.at);
                if std::mem::replace(&mut field.expect("links are fields").value, value) != value {
                    assert!(!covers(&module, &general, &other), "{links:?} {link:?} {id:?} {value:?}");
                }
            }
        }
    }
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
    let unknown = general.graph.unknown(crate::graph::Range::ALL);
    set_reg(&mut general, 0, unknown);
    let mut specific = empty();
    chain(&mut specific, 0, &[Kind::Region]);
    assert!(!covers(&module, &general, &specific), "the object would be forgotten, and its loss with it");
}

/// Lists whose nodes hold numbers, and segments in which they alternate between 1 and 2.
fn numbered(parts: &[Numbered]) -> State {
    let mut state = empty();
    let mut next = Value::NULL;
    for part in parts.iter().rev() {
        let id = match *part {
            Numbered::Node(number) => node(&mut state, Kind::Region, 16, &[(0, next), (8, Value::Int(number))]),
            Numbered::Turns { min, first, last } => {
                let alternates = Some(Alternation { offset: 8, size: 8, sum: 3, first, last });
                let links = Links::single(0, 0);
                let kind = Kind::Segment(Segment { min, optional: false, head: 0, links, alternates });
                let range = Range { lo: 1, hi: 2, align: 0 };
                let number = state.graph.add_sym(SymInfo { level: 1, ..SymInfo::unknown(range) });
                node(&mut state, kind, 16, &[(0, next), (8, Value::sym(number))])
            }
        };
        next = end(&state, id, Which::First);
    }
    set_reg(&mut state, 0, next);
    state
}

#[derive(Clone, Copy, Debug)]
enum Numbered {
    Node(i64),
    Turns { min: u8, first: Option<i64>, last: Option<i64> },
}

/// The numbers of all lists of at most five nodes in each segment.
fn numbers(parts: &[Numbered]) -> Vec<Vec<i64>> {
    let mut lists: Vec<Vec<i64>> = vec![Vec::new()];
    for part in parts {
        let ways: Vec<Vec<i64>> = match *part {
            Numbered::Node(number) => vec![vec![number]],
            Numbered::Turns { min, first, last } => {
                let of =
                    |start: i64, len: usize| (0..len).map(|at| if at % 2 == 0 { start } else { 3 - start }).collect();
                let all = (usize::from(min)..6).flat_map(|len| [1, 2].map(|start| -> Vec<i64> { of(start, len) }));
                let fits = |list: &Vec<i64>| {
                    list.first().is_none_or(|start| first.is_none_or(|first| first == *start))
                        && list.last().is_none_or(|end| last.is_none_or(|last| last == *end))
                };
                all.filter(fits).collect()
            }
        };
        lists =
            lists.iter().flat_map(|list| ways.iter().map(move |way| [list.clone(), way.clone()].concat())).collect();
    }
    lists
}

#[test]
fn alternation_is_covered_by_nothing_less() {
    let module = module();
    let ends = [None, Some(1), Some(2)];
    let turns: Vec<Numbered> = (0..3)
        .flat_map(|min| ends.map(|first| ends.map(|last| Numbered::Turns { min, first, last })).concat())
        .filter(|part| !matches!(part, Numbered::Turns { first: None, last: None, .. }))
        .collect();
    let single: Vec<Numbered> = turns.iter().copied().chain([1, 2].map(Numbered::Node)).collect();
    let mut covered = 0;
    for general in &turns {
        let possible = numbers(&[*general]);
        let pairs = single.iter().flat_map(|a| single.iter().map(move |b| vec![*a, *b]));
        for parts in single.iter().map(|part| vec![*part]).chain(pairs) {
            if covers(&module, &numbered(&[*general]), &numbered(&parts)) {
                covered += 1;
                let short = numbers(&parts).into_iter().filter(|list| list.len() < 6);
                short.for_each(|list| assert!(possible.contains(&list), "{general:?} {parts:?}: {list:?}"));
            }
        }
    }
    assert!(covered > 100, "it finds little: {covered}");
}

#[test]
fn opening_a_list_shows_its_number() {
    let turns = Numbered::Turns { min: 2, first: Some(1), last: None };
    let state = numbered(&[turns]);
    let id = state.frame().reg(RegId::from_index(0)).object().expect("it is a list");
    let at = first_of(&state, id);
    let (opened, first) = open(state, at).pop().expect("there is always the way with a node");
    let first = first.object().expect("it is a node");
    assert_eq!(opened.graph.object(first).field(8, 8).map(|field| field.value), Some(Value::Int(1)));
    let rest = opened.graph.object(id).segment().expect("the rest is a list").alternates;
    assert_eq!(rest.map(|rest| (rest.first, rest.last)), Some((Some(2), None)));
}

/// x = s + 2^63-1 is no number for most s, so it does not stand for every x.
#[test]
fn an_unknown_does_not_stand_for_what_no_value_of_it_gives() {
    let module = module();
    let number = |add: i64| {
        let mut state = empty();
        let sym = state.graph.add_sym(SymInfo::unknown(Range::ALL));
        set_reg(&mut state, 0, Value::Sym(Linear { sym, negated: false, add }));
        state
    };
    assert!(covers(&module, &number(0), &number(0)));
    assert!(covers(&module, &number(i64::MAX), &number(i64::MAX)));
    assert!(!covers(&module, &number(i64::MAX), &number(0)));
}

/// The end of a field is a number, too.
#[test]
fn fields_do_not_wrap_around() {
    let mut state = empty();
    let id = node(&mut state, Kind::Region, 16, &[(0, Value::NULL)]);
    set_reg(&mut state, 0, Value::region(id, 0));
    assert_eq!(check_consistency(&state), Ok(()));
    let sym = state.graph.add_sym(SymInfo::unknown(Range::new(0, i64::MAX, 0).expect("a range")));
    let object = state.graph.object_mut(id);
    object.size = Value::sym(sym);
    object.fields.push(Field { offset: i64::MAX - 3, size: 8, value: Value::NULL });
    assert!(check_consistency(&state).is_err());
}

/// What the caller keeps hold of is compared as registers are.
#[test]
fn what_the_caller_holds_is_covered() {
    let module = module();
    let holding = |which: usize| {
        let mut state = empty();
        let ids = chain(&mut state, 0, &[Kind::Region, Kind::Region]);
        state.cut = vec![Value::region(ids[which], 0)];
        state
    };
    assert!(covers(&module, &holding(0), &holding(0)));
    assert!(!covers(&module, &holding(0), &holding(1)));
    let mut nothing = holding(0);
    nothing.cut.clear();
    assert!(!covers(&module, &nothing, &holding(0)) && !covers(&module, &holding(0), &nothing));
}

/// A global that a state does not mention is as its initialiser says.
#[test]
fn globals_that_one_side_does_not_mention() {
    let text = "module lp64\n\nglobal @number: 8 align 8 = { bytes \"\\x07\\x00\\x00\\x00\\x00\\x00\\x00\\x00\" }\n";
    let module = ir::parse(text).expect("it is a module");
    let untouched = empty();
    let with = |value: Option<i64>| {
        let mut state = empty();
        let id = ObjectId::of_global(ir::GlobalId::from_index(0));
        crate::operations::content::touch(&module, &mut state.graph, Value::region(id, 0));
        if let Some(value) = value {
            crate::operations::content::write(&mut state.graph, id, 0, 8, Value::Int(value));
        }
        state
    };
    assert!(covers(&module, &untouched, &with(None)));
    assert!(covers(&module, &with(None), &untouched));
    assert!(covers(&module, &with(Some(7)), &untouched));
    assert!(!covers(&module, &untouched, &with(Some(8))));
    assert!(!covers(&module, &with(Some(8)), &untouched));
}

/// A global that only the specific state mentions is looked at, whatever else is mentioned.
#[test]
fn every_global_is_compared() {
    let text = "module lp64\n\nglobal @a: 8 align 8 = { zero 8 }\nglobal @b: 8 align 8 = { zero 8 }\n";
    let module = ir::parse(text).expect("it is a module");
    let with = |values: &[(usize, i64)]| {
        let mut state = empty();
        for (number, value) in values {
            let id = ObjectId::of_global(ir::GlobalId::from_index(*number));
            crate::operations::content::touch(&module, &mut state.graph, Value::region(id, 0));
            crate::operations::content::write(&mut state.graph, id, 0, 8, Value::Int(*value));
        }
        state
    };
    assert!(covers(&module, &with(&[(0, 3)]), &with(&[(0, 3), (1, 0)])));
    for (general, specific) in
        [(&[(0, 3)][..], &[(0, 3), (1, 5)][..]), (&[(1, 3)], &[(0, 5), (1, 3)]), (&[], &[(1, 5)])]
    {
        assert!(!covers(&module, &with(general), &with(specific)), "{general:?} {specific:?}");
        assert!(!covers(&module, &with(specific), &with(general)), "{general:?} {specific:?}");
    }
}

/// What a certificate claims is checked before it is used: each thing that no graph has.
#[test]
fn what_is_no_graph_is_refused() {
    let sound = || {
        let mut state = empty();
        let ids = chain(&mut state, 0, &[Kind::Region, list(1)]);
        (state, ids)
    };
    let refused = |state: &State, because: &str| match check_consistency(state) {
        Err(why) => assert!(why.contains(because), "expected {because:?} in {why:?}"),
        Ok(()) => panic!("{because}\n{state}"),
    };
    let (mut other, ids) = sound();
    assert_eq!(check_consistency(&other), Ok(()));
    let gone = node(&mut other, Kind::Region, 8, &[]);
    let unknown = Value::sym(other.graph.add_sym(SymInfo::unknown(Range::ALL)));

    let with_field = |value: Value| {
        let (mut state, ids) = sound();
        state.graph.object_mut(ids[0]).fields.push(Field { offset: 8, size: 8, value });
        state
    };
    refused(&with_field(Value::region(gone, 0)), "leads to nothing");
    refused(&with_field(unknown), "has no such unknown");
    refused(&with_field(Value::region(ids[1], 0)), "is no address of");
    let as_root = |value: Value| {
        let (mut state, _) = sound();
        set_reg(&mut state, 1, value);
        state
    };
    refused(&as_root(Value::region(gone, 0)), "root");
    refused(&as_root(unknown), "root");

    // What is private to a node has a name of its own for each: from outside, none of them is meant.
    let (mut nested, _) = sound();
    let sym = nested.graph.add_sym(SymInfo { level: 1, ..SymInfo::unknown(Range::ALL) });
    set_reg(&mut nested, 1, Value::sym(sym));
    refused(&nested, "is not of level 0");
    let (mut nested, ids) = sound();
    let sym = nested.graph.add_sym(SymInfo { level: 1, ..SymInfo::unknown(Range::ALL) });
    nested.graph.object_mut(ids[0]).fields.push(Field { offset: 8, size: 8, value: Value::sym(sym) });
    refused(&nested, "too deep");

    let cycle = |min: u8| {
        let mut state = empty();
        let one = node(&mut state, list(min), 16, &[(0, Value::NULL)]);
        let first = end(&state, one, Which::First);
        let two = node(&mut state, list(min), 16, &[(0, first)]);
        let back = end(&state, two, Which::First);
        state.graph.object_mut(one).fields[0].value = back;
        set_reg(&mut state, 0, back);
        state
    };
    assert_eq!(check_consistency(&cycle(1)), Ok(()));
    refused(&cycle(0), "a cycle of segments that may all be empty");
}
