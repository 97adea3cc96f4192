//! Encodings of integers of fixed width, step by step against what such a system means.

use std::collections::BTreeSet;

use engine::Budget;
use its::certificate::{WrapEncoding, Wraps};
use its::check::{check_encoding, is_in_range};
use its::replay::encoded;
use its::system::{Atom, IntType, IntVar, Location, Poly, System, Types, wrapped_step};

use crate::rules::system;
use crate::small::points;
use crate::texts::atoms;

/// How often each variable may wrap, for each transition from the first copies, then from the second ones.
type Claimed = &'static [&'static [Wraps]];
const NEVER: Wraps = Wraps::NEVER;
const ANY: Wraps = Wraps::Any;
const UP: Wraps = Wraps::Between(0, 1);
const DOWN: Wraps = Wraps::Between(-1, 0);

struct Encoding {
    rules: &'static str,
    /// Of the variables and of what is chosen; none for mathematical integers.
    types: [&'static str; 3],
    claimed: Claimed,
    /// What holds at which copy of which location.
    invariants: &'static [(usize, &'static str, &'static str)],
}

const ENCODINGS: &[Encoding] = &[
    Encoding {
        rules: "s(x,y) -> l(x,y); l(x,y) -> l(x + 1,y) :|: x > y",
        types: ["i3", "i3", "i3"],
        claimed: &[&[NEVER, NEVER], &[UP, NEVER], &[NEVER, NEVER], &[UP, NEVER]],
        invariants: &[],
    },
    Encoding {
        rules: "s(x,y) -> l(x,y); l(x,y) -> l(x + 1,y) :|: x > y",
        types: ["i3", "", "i3"],
        claimed: &[&[NEVER, NEVER], &[ANY, ANY], &[NEVER, NEVER], &[UP, NEVER]],
        invariants: &[],
    },
    Encoding {
        rules: "s(x,y) -> l(x + u,y); l(x,y) -> m(x - 1,2*y); m(x,y) -> l(y,x) :|: x < 1",
        types: ["u2", "i3", "u1"],
        claimed: &[&[ANY, NEVER], &[DOWN, ANY], &[ANY, DOWN], &[UP, NEVER], &[ANY, Wraps::Between(-1, 1)], &[DOWN, UP]],
        invariants: &[],
    },
    Encoding {
        rules: "s(x,y) -> l(x + u,y); l(x,y) -> l(x,y)",
        types: ["u2", "i3", "u1"],
        claimed: &[&[UP, NEVER], &[NEVER, NEVER], &[UP, NEVER], &[NEVER, NEVER]],
        invariants: &[],
    },
    Encoding {
        rules: "s(x,y) -> l(0,y); l(x,y) -> m(x + 1,y) :|: y > 0 && x < 1; m(x,y) -> l(x + 1,y - 1) :|: y > 0",
        types: ["u2", "u2", ""],
        claimed: &[
            &[NEVER, NEVER],
            &[NEVER, NEVER],
            &[NEVER, NEVER],
            &[NEVER, NEVER],
            &[NEVER, NEVER],
            &[NEVER, NEVER],
        ],
        invariants: &[(0, "m", "x < 2")],
    },
    Encoding {
        rules: "s(x,y) -> l(3,y); l(x,y) -> l(x,y + 3) :|: x > 2; l(x,y) -> l(x,u) :|: x < 3",
        types: ["u2", "u3", "i2"],
        claimed: &[&[NEVER, NEVER], &[NEVER, UP], &[NEVER, DOWN], &[NEVER, NEVER], &[NEVER, UP], &[NEVER, ANY]],
        invariants: &[(0, "l", "x > 2"), (1, "l", "x > 2")],
    },
];

impl Encoding {
    fn types(&self) -> Types {
        let [x, y, chosen] = self.types.map(|of| of.parse::<IntType>().ok());
        Types { vars: vec![x, y], chosen }
    }

    fn of(&self, system: &System) -> WrapEncoding {
        let mut invariants = vec![Vec::new(); WrapEncoding::location_count(system)];
        for (copy, name, text) in self.invariants {
            let at = system.locations.iter().position(|known| known == name).expect("a location");
            invariants[copy * system.locations.len() + at] = atoms("x,y", text);
        }
        WrapEncoding { wraps: self.claimed.iter().map(|wraps| wraps.to_vec()).collect(), invariants }
    }
}

fn holds(atoms: &[Atom], values: &[i128]) -> bool {
    atoms.iter().all(|atom| atom.holds(&|var: IntVar| values[var.index()]) == Some(true))
}

/// Where steps of the typed system lead, and the copy of the location.
fn meant(
    of: &Encoding,
    system: &System,
    copy: usize,
    at: Location,
    before: &[i128],
) -> BTreeSet<(Location, Vec<i128>)> {
    let types = of.types();
    let mut found = BTreeSet::new();
    for (index, step) in system.transitions.iter().enumerate().filter(|(_, step)| step.from == at) {
        for chosen in points(step.chosen.len(), -4..=4) {
            let (exact, wrapped) = (step.step(before, &chosen), wrapped_step(system, &types, index, before, &chosen));
            let (Some(exact), Some(wrapped)) = (exact, wrapped) else { continue };
            let claimed = of.claimed[WrapEncoding::place(system, copy, index)];
            let typed = (0..2).filter(|var| types.vars[*var].is_some());
            let mut counts = typed.map(|var| claimed[var] == ANY || exact[var] != wrapped[var]);
            let into = usize::from(counts.any(|counts| counts));
            found.insert((WrapEncoding::copied(system, into, step.to), wrapped));
        }
    }
    found
}

/// Where steps of the encoded system lead.
fn written(encoded: &System, at: Location, before: &[i128]) -> BTreeSet<(Location, Vec<i128>)> {
    let steps = encoded.transitions.iter().filter(|step| step.from == at);
    let results = steps.flat_map(|step| {
        let all = points(step.chosen.len(), -4..=4).into_iter();
        all.filter_map(|chosen| step.step(before, &chosen)).map(|after| (step.to, after)).collect::<Vec<_>>()
    });
    results.collect()
}

#[test]
fn encoded_systems_do_what_is_meant() {
    for of in ENCODINGS {
        let system = system(of.rules);
        let (types, encoding) = (of.types(), of.of(&system));
        let made = check_encoding(&system, &types, &encoding, &Budget::new()).expect(of.rules);
        assert_eq!(encoded(&system, &types, &encoding).as_ref(), Some(&made));
        let inside = |values: &[i128]| wrapped_range(&types, values);
        let states: Vec<Vec<i128>> = points(2, -4..=7).into_iter().filter(|values| inside(values)).collect();
        for values in points(2, -5..=8) {
            let expected = inside(&values).then(|| (system.start, values.clone()));
            assert_eq!(written(&made, made.start, &values), expected.into_iter().collect(), "{}", of.rules);
        }
        for copy in 0..2 {
            for at in 0..system.locations.len() {
                let at = Location(at as u32);
                let here = WrapEncoding::copied(&system, copy, at);
                if copy == 1 && !encoding.may_be_wrapped(&system, at) {
                    assert!(made.transitions.iter().all(|step| step.from != here && step.to != here), "{}", of.rules);
                    continue;
                }
                for values in states.iter().filter(|values| holds(&encoding.invariants[here.index()], values)) {
                    let expected = meant(of, &system, copy, at, values);
                    assert_eq!(written(&made, here, values), expected, "{} from {here:?} with {values:?}", of.rules);
                }
            }
        }
    }
}

fn wrapped_range(types: &Types, values: &[i128]) -> bool {
    types.vars.iter().zip(values).all(|(of, value)| of.is_none_or(|of| (of.least()..=of.most()).contains(value)))
}

/// Every part of an encoding fits the system and says what happens, or it is refused.
#[test]
fn encodings_with_something_wrong_are_refused() {
    let of = &ENCODINGS[4];
    let system = system(of.rules);
    let (types, good) = (of.types(), of.of(&system));
    let why = |types: &Types, bad: &WrapEncoding| {
        check_encoding(&system, types, bad, &Budget::new()).expect_err("it is wrong").to_string()
    };
    let with = |change: &dyn Fn(&mut WrapEncoding)| {
        let mut bad = good.clone();
        change(&mut bad);
        why(&types, &bad)
    };
    assert_eq!(why(&Types { vars: vec![None], chosen: None }, &good), "not every variable has a type");
    assert_eq!(with(&|bad| drop(bad.wraps.pop())), "the encoding does not fit the system");
    assert_eq!(with(&|bad| bad.wraps.push(vec![NEVER; 2])), "the encoding does not fit the system");
    assert_eq!(with(&|bad| drop(bad.invariants.pop())), "the encoding does not fit the system");
    assert_eq!(with(&|bad| bad.invariants.push(Vec::new())), "the encoding does not fit the system");
    let many = "the encoding has too many cases";
    assert_eq!(with(&|bad| bad.wraps[1].truncate(1)), many);
    assert_eq!(with(&|bad| bad.wraps[0][1] = Wraps::Between(0, 64)), many);
    assert_eq!(with(&|bad| bad.wraps[0] = vec![Wraps::Between(0, 7), Wraps::Between(0, 8)]), many);
    assert_eq!(with(&|bad| bad.wraps[0][1] = Wraps::Between(1, 0)), many);
    assert_eq!(with(&|bad| bad.wraps[0][0] = Wraps::Between(1, 1)), "x may wrap in another way after transition 0");
    assert_eq!(with(&|bad| bad.wraps[1][1] = Wraps::Between(-1, -1)), "y may wrap in another way after transition 1");
    let forgotten = with(&|bad| bad.invariants.iter_mut().for_each(Vec::clear));
    assert_eq!(forgotten, "x may wrap in another way after transition 2");
    let at = (0..good.invariants.len()).find(|at| !good.invariants[*at].is_empty()).expect("there is one");
    let wrong = with(&|bad| bad.invariants[at] = atoms("x,y", "x < 1"));
    assert_eq!(wrong, "transition 2 does not keep the invariant");
    let start = good.invariants.len() - 1;
    assert_eq!(with(&|bad| bad.invariants[start] = atoms("x,y", "x < 9")), "the invariant does not hold at the start");
    // As many cases as there may be.
    let mut most = good.clone();
    most.wraps[0] = vec![Wraps::Between(-3, 4), Wraps::Between(-4, 3)];
    assert!(check_encoding(&system, &types, &most, &Budget::new()).is_ok());
    let mut most = good.clone();
    most.wraps[0][1] = Wraps::Between(-62, 1);
    assert!(check_encoding(&system, &types, &most, &Budget::new()).is_ok());
}

/// A single step that may wrap, wherever it starts, is a way into the second copy.
#[test]
fn second_copies_are_entered_by_what_may_wrap() {
    let system = system("s(x,y) -> l(x,y); l(x,y) -> m(x,y); m(x,y) -> l(x,y)");
    let never = vec![vec![NEVER; 2]; 6];
    let entered = |wraps: &[Vec<Wraps>], at: u32| {
        WrapEncoding { wraps: wraps.to_vec(), invariants: Vec::new() }.may_be_wrapped(&system, Location(at))
    };
    assert_eq!([0, 1, 2].map(|at| entered(&never, at)), [false; 3]);
    for place in 0..6 {
        for var in 0..2 {
            let mut one = never.clone();
            one[place][var] = UP;
            let into = system.transitions[place % 3].to.0;
            assert_eq!([0, 1, 2].map(|at| entered(&one, at)), [0, 1, 2].map(|at| at == into), "{place}");
        }
    }
}

/// What is evidently in range, and nothing that is not.
#[test]
fn variables_and_numbers_may_be_in_range_anyway() {
    let system = system("s(x,y) -> s(x,y)");
    let of = |bits: u32, signed: bool| IntType::new(bits, signed);
    let types = |x, y, chosen| Types { vars: vec![x, y], chosen };
    let [x, y, u] = [0, 1, 2].map(|var| Poly::var(IntVar(var)));
    let holds = |types: &Types, position: usize, exact: &Poly| is_in_range(&system, types, position, exact);
    let (narrow, wide) = (of(3, true), of(4, true));
    for (x_type, y_type, inside) in [
        (narrow, narrow, true),
        (wide, narrow, true),
        (narrow, wide, false),
        (wide, of(3, false), true),
        (wide, of(4, false), false),
        (of(3, false), of(3, true), false),
        (of(4, false), of(3, true), false),
        (of(3, true), of(3, false), false),
        (narrow, None, false),
        (None, narrow, true),
        (None, None, true),
    ] {
        let types = types(x_type, y_type, y_type);
        assert_eq!((holds(&types, 0, &y), holds(&types, 0, &u)), (inside, inside), "{types:?}");
        assert!(holds(&types, 0, &x));
        assert_eq!(holds(&types, 0, &y.scale(2).expect("small")), x_type.is_none());
        assert_eq!(holds(&types, 0, &x.add(&y).expect("small")), x_type.is_none());
    }
    let types = types(narrow, of(3, false), None);
    let numbers = |position: usize| -> Vec<i128> {
        (-9..9).filter(|value| holds(&types, position, &Poly::constant(*value))).collect()
    };
    assert_eq!((numbers(0), numbers(1)), ((-4..=3).collect(), (0..=7).collect()));
}

#[test]
fn a_system_that_does_not_fit_together_has_no_encoding() {
    let mut system = system("s(x,y) -> s(x,y)");
    let types = Types::all(&system, None);
    let encoding = WrapEncoding { wraps: vec![vec![NEVER; 2]; 2], invariants: vec![Vec::new(); 3] };
    assert!(check_encoding(&system, &types, &encoding, &Budget::new()).is_ok());
    system.start = Location(7);
    let why = check_encoding(&system, &types, &encoding, &Budget::new()).map_err(|refusal| refusal.to_string());
    assert_eq!(why, Err("the start is no location".to_string()));
}

/// Guards get the ranges of what a step looks at or changes, and of what it chooses.
#[test]
fn ranges_are_demanded_where_they_matter() {
    let mut system = system("s(x,y) -> l(x,y); l(x,y) -> l(x,x + y + u) :|: y > 3");
    // Chosen, and used nowhere.
    system.transitions[0].chosen = ["v", "w"].map(str::to_string).to_vec();
    let types = Types::all(&system, IntType::new(8, true));
    let encoding = WrapEncoding {
        wraps: vec![vec![NEVER; 2], vec![NEVER, UP], vec![NEVER; 2], vec![NEVER, ANY]],
        invariants: Vec::new(),
    };
    let made = encoded(&system, &types, &encoding).expect("small numbers");
    let range = |names: &str, name: &str| atoms(names, &format!("{name} > -129 && {name} < 128"));
    let all = "x,y,u";
    let ranges = [range(all, "x"), range(all, "y"), range(all, "u")].concat();
    let after = |names: &str, value: &str| atoms(names, &format!("{value} > -129 && {value} < 128"));
    let expected = [
        [range("x,y", "x"), range("x,y", "y")].concat(),
        [range("x,y,v,w", "v"), range("x,y,v,w", "w")].concat(),
        [atoms(all, "y > 3"), ranges.clone(), after(all, "x + y + u")].concat(),
        [atoms(all, "y > 3"), ranges.clone(), after(all, "x + y + u - 256")].concat(),
        [atoms(all, "y > 3"), ranges, after("x,y,u,k", "x + y + u - 256*k")].concat(),
    ];
    let found: Vec<Vec<Atom>> = made.transitions.iter().map(|step| step.guard.clone()).collect();
    assert_eq!(found, expected);
}
