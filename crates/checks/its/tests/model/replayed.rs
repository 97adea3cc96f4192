//! Simplified systems against the original ones: a step of the one stands for a path of the other, and the other way round.

use engine::Budget;
use its::certificate::Simplification;
use its::check::{Logic, check_simplifications};
use its::replay::{OriginalPath, Simplified, apply, replay};
use its::system::{Atom, IntVar, Location, Poly, System, Transition};

use crate::rules::system;
use crate::small::points;
use crate::texts::{atoms, place, polynomial};

/// A step of a simplification, by names.
enum Want {
    Chained(&'static str),
    Sliced(&'static [&'static str]),
    /// What the only transition between two locations chooses.
    Determined([&'static str; 2], &'static str, &'static str),
    Equal(&'static [(&'static str, &'static str, &'static str)]),
    Strengthened(&'static [(&'static str, &'static str)]),
    /// Transitions by their locations.
    Impossible([&'static str; 2]),
}

fn only_between(system: &System, [from, to]: [&str; 2]) -> usize {
    let (from, to) = (place(system, from), place(system, to));
    let mut found = system.transitions.iter().enumerate().filter(|(_, step)| (step.from, step.to) == (from, to));
    let (index, _) = found.next().expect("there is one");
    assert!(found.next().is_none(), "there is more than one");
    index
}

fn var(names: &[String], name: &str) -> IntVar {
    IntVar(names.iter().position(|known| known == name).expect("a variable") as u32)
}

impl Want {
    fn of(&self, system: &System) -> Simplification {
        let names = system.vars.join(",");
        match self {
            Want::Chained(location) => Simplification::Chained { location: place(system, location) },
            Want::Sliced(vars) => {
                Simplification::Sliced { vars: vars.iter().map(|name| var(&system.vars, name)).collect() }
            }
            Want::Determined(ends, name, value) => {
                let transition = only_between(system, *ends);
                let all = [system.vars.clone(), system.transitions[transition].chosen.clone()].concat();
                let value = polynomial(&all.join(","), value);
                Simplification::Determined { transition, var: var(&all, name), value }
            }
            Want::Equal(values) => {
                let value = |(at, name, value): &(&str, &str, &str)| {
                    (place(system, at), var(&system.vars, name), polynomial(&names, value))
                };
                Simplification::Equal { values: values.iter().map(value).collect() }
            }
            Want::Strengthened(facts) => {
                let of = |(at, text): &(&str, &str)| {
                    let at = place(system, at);
                    atoms(&names, text).into_iter().map(move |atom| (at, atom)).collect::<Vec<_>>()
                };
                Simplification::Strengthened { facts: facts.iter().flat_map(of).collect() }
            }
            Want::Impossible(ends) => Simplification::Impossible { transitions: vec![only_between(system, *ends)] },
        }
    }
}

/// Systems, and steps that are legal there.
const SYSTEMS: &[(&str, &[Want])] = &[
    ("s(x,y) -> l(x,y); l(x,y) -> m(x - u,y) :|: u > 0; m(x,y) -> l(x + y,v) :|: x > v", &[Want::Chained("m")]),
    (
        "s(x,y) -> a(u,y); a(x,y) -> b(x + u,y + v) :|: u > y; b(x,y) -> c(u + x,y) :|: u < 3 && x > 0; c(x,y) -> a(x,y)",
        &[Want::Chained("b"), Want::Chained("c")],
    ),
    (
        "s(x,y) -> l(x,y); l(x,y) -> m(x,v) :|: u > x && v > 2*u; m(x,y) -> l(x - 1,y) :|: x > 0",
        &[Want::Sliced(&["y"]), Want::Chained("m")],
    ),
    ("s(x,y) -> l(x,y); l(x,y) -> l(x - 1,y) :|: u > y && x > 0", &[Want::Determined(["l", "l"], "u", "y + 1")]),
    (
        "s(x,y) -> l(x,y); l(x,y) -> l(x - v,y + w) :|: u > y && v > u && x > 2*v",
        &[Want::Determined(["l", "l"], "u", "y + 1"), Want::Sliced(&[])],
    ),
    (
        "s(x,y) -> l(x + 1,y - 1); l(x,y) -> m(x - 1,y + v) :|: u > x + y && v > 0; m(x,y) -> l(x,y)",
        &[Want::Determined(["l", "m"], "u", "x + y + 1"), Want::Chained("m")],
    ),
    // What is chosen after the value that is known gets another number.
    (
        "s(x,y) -> l(x,y); l(x,y) -> l(u - u + x - v,y + w) :|: u > y && v > u && x > 2*v",
        &[Want::Determined(["l", "l"], "u", "y + 1")],
    ),
    (
        "s(x,y) -> l(x,y); l(x,y) -> l(u - u + x - v,y + v) :|: u > y && v > u && x > 2*v",
        &[Want::Determined(["l", "l"], "u", "v - 1")],
    ),
    // Where the values come from that a choice depends on.
    (
        "s(x,y) -> l(x + 2,y); l(x,y) -> m(x - 1,y) :|: u > x + 2*y; m(x,y) -> m(x,y)",
        &[Want::Determined(["l", "m"], "u", "x + 2*y + 1"), Want::Chained("l")],
    ),
    (
        "s(x,y) -> l(x,x); l(x,y) -> m(x + u,y + u); m(x,y) -> l(x,y) :|: x > y - 1 && x < 3",
        &[Want::Equal(&[("l", "y", "x"), ("m", "y", "x")]), Want::Sliced(&["y"]), Want::Chained("m")],
    ),
    (
        "s(x,y) -> l(x,2); l(x,y) -> m(x - y,y) :|: x > y; m(x,y) -> l(x,y)",
        &[Want::Equal(&[("l", "y", "2"), ("m", "y", "2")]), Want::Chained("m")],
    ),
    (
        "s(x,y) -> l(x,y) :|: y > 0; l(x,y) -> m(x - y,y) :|: x > 0; m(x,y) -> l(x,y + u) :|: u > -y",
        &[Want::Strengthened(&[("l", "y > 0"), ("m", "y > 0 && x + y > 0")]), Want::Chained("m")],
    ),
    (
        "s(x,y) -> l(x,1); l(x,y) -> m(x,y) :|: y > 1; m(x,y) -> m(x,y); l(x,y) -> l(x - 1,y) :|: x > y",
        &[Want::Strengthened(&[("l", "y < 2")]), Want::Impossible(["l", "m"])],
    ),
    (
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> m(z,y + x,x) :|: x > u && z > 0; m(x,y,z) -> l(x,y,z - 1) :|: x > 0",
        &[Want::Sliced(&["y"]), Want::Chained("m")],
    ),
    (
        "s(x,y,z) -> l(x,y,z); l(x,y,z) -> m(x,u,x) :|: z > 0 && u > z; m(x,y,z) -> l(z - 1,y,x + v) :|: z > v",
        &[Want::Equal(&[("m", "z", "x")]), Want::Sliced(&["y"]), Want::Chained("m")],
    ),
];

fn value(poly: &Poly, numbers: &[i128]) -> i128 {
    poly.eval(&|var: IntVar| numbers[var.index()]).expect("small")
}

/// Takes the path with these choices, one number for each.
fn taken(system: &System, path: &[usize], from: &[i128], choices: &[i128]) -> Option<(Location, Vec<i128>)> {
    let (mut values, mut choices, mut at) = (from.to_vec(), choices, system.transitions[path[0]].from);
    for index in path {
        let transition = &system.transitions[*index];
        assert_eq!(transition.from, at);
        let (own, others) = choices.split_at(transition.chosen.len());
        (values, choices, at) = (transition.step(&values, own)?, others, transition.to);
    }
    assert!(choices.is_empty());
    Some((at, values))
}

fn projected(simplified: &Simplified<'_>, values: &[i128]) -> Vec<i128> {
    simplified.vars().iter().map(|var| values[var.index()]).collect()
}

/// Values of all original variables where the transition begins, as far as the simplification is right there.
fn begins(simplified: &Simplified<'_>, index: usize) -> Vec<Vec<i128>> {
    let original = simplified.original();
    let from = original.transitions[simplified.origins()[index].path[0]].from;
    assert_eq!(simplified.place(from), Some(simplified.system().transitions[index].from));
    let all = points(original.vars.len(), -2..=2).into_iter();
    all.filter(|values| simplified.seen(from, values).is_some()).collect()
}

/// A step of the simplified system is the path that it stands for, with the choices that are said.
fn stands_for_a_path(simplified: &Simplified<'_>, index: usize) {
    let (original, step) = (simplified.original(), &simplified.system().transitions[index]);
    let OriginalPath { path, choices } = &simplified.origins()[index];
    let start: Vec<Poly> = (0..original.vars.len()).map(|var| Poly::var(IntVar(var as u32))).collect();
    let result = simplified.origins()[index].after(original, start).expect("small");
    for before in begins(simplified, index) {
        for chosen in points(step.chosen.len(), -3..=3) {
            let Some(found) = step.step(&projected(simplified, &before), &chosen) else { continue };
            let all = [before.clone(), chosen].concat();
            let choices: Vec<i128> = choices.iter().map(|choice| value(choice, &all)).collect();
            let (at, values) = taken(original, path, &before, &choices).expect("the path is possible");
            assert_eq!(simplified.seen(at, &values), Some((step.to, found)), "{before:?}");
            assert_eq!(result.iter().map(|poly| value(poly, &all)).collect::<Vec<_>>(), values);
        }
    }
}

/// Where the path can be taken, some step that stands for it can.
fn path_is_there(simplified: &Simplified<'_>, path: &[usize]) {
    let original = simplified.original();
    let with_path = |index: &usize| simplified.origins()[*index].path == path;
    let steps: Vec<usize> = (0..simplified.origins().len()).filter(with_path).collect();
    let count = path.iter().map(|index| original.transitions[*index].chosen.len()).sum();
    for before in begins(simplified, steps[0]) {
        let mut found = std::collections::BTreeSet::new();
        for index in &steps {
            let step = &simplified.system().transitions[*index];
            let all = points(step.chosen.len(), -4..=4).into_iter();
            found.extend(all.filter_map(|chosen| step.step(&projected(simplified, &before), &chosen)));
        }
        for choices in points(count, -2..=2) {
            if let Some((_, values)) = taken(original, path, &before, &choices) {
                assert!(found.contains(&projected(simplified, &values)), "{path:?} from {before:?} with {choices:?}");
            }
        }
    }
}

#[test]
fn steps_stand_for_paths_and_paths_for_steps() {
    for (rules, wanted) in SYSTEMS {
        let original = system(rules);
        let mut simplified = Simplified::new(&original);
        for want in *wanted {
            let step = want.of(simplified.system());
            apply(&mut simplified, step).expect("it fits");
            for index in 0..simplified.system().transitions.len() {
                stands_for_a_path(&simplified, index);
                path_is_there(&simplified, &simplified.origins()[index].path);
            }
        }
        let mut logic = Logic::for_check(&Budget::new()).expect("the solver starts");
        let checked = check_simplifications(&original, simplified.log(), &mut logic, &Budget::new()).expect(rules);
        let again = replay(&original, simplified.log()).expect("it was done before");
        for other in [&checked, &again] {
            assert_eq!(other.system(), simplified.system());
            assert_eq!((other.origins(), other.vars()), (simplified.origins(), simplified.vars()));
            assert_eq!(other.log(), simplified.log());
        }
        assert_eq!(again.into_log().len(), wanted.len());
    }
}

/// What a simplification used has to hold where a run enters it, for all original variables, also those that are gone.
#[test]
fn what_was_used_is_remembered() {
    let original = system("s(x,y,z) -> l(x,y,2*x) :|: x > 0; l(x,y,z) -> l(x + 1,y,z + 2) :|: z > y");
    let mut simplified = Simplified::new(&original);
    for want in [
        Want::Strengthened(&[("l", "x > 0")]),
        Want::Equal(&[("l", "z", "2*x")]),
        Want::Sliced(&["z"]),
        Want::Strengthened(&[("l", "x + 5 > 0")]),
    ] {
        let step = want.of(simplified.system());
        apply(&mut simplified, step).expect("it fits");
    }
    let l = place(&original, "l");
    let names = "x,y,z";
    let expected = [atoms(names, "x > 0"), atoms(names, "z = 2*x"), atoms(names, "x + 5 > 0")].concat();
    let place = simplified.place(l).expect("a location");
    let same = |one: &Atom, other: &Atom| {
        points(3, -7..=7).iter().all(|at| {
            let of = |var: IntVar| at[var.index()];
            one.holds(&of) == other.holds(&of)
        })
    };
    assert_eq!(simplified.facts(place).len(), expected.len());
    assert!(simplified.facts(place).iter().zip(&expected).all(|(one, other)| same(one, other)));
    assert_eq!(simplified.seen(l, &[3, 1, 6]), Some((place, vec![3, 1])));
    assert_eq!(simplified.seen(l, &[3, 1, 5]), None);
    assert_eq!(simplified.seen(l, &[0, 1, 0]), None);
    assert_eq!(simplified.seen(original.start, &[0, 1, 5]).map(|(_, values)| values), Some(vec![0, 1]));
    assert_eq!(simplified.seen(Location(9), &[3, 1, 6]), None);
    assert!(simplified.facts(simplified.place(original.start).expect("a location")).is_empty());
}

/// Steps that do not fit change nothing.
#[test]
fn what_does_not_fit_is_not_done() {
    let original = system("s(x,y) -> l(x,y); l(x,y) -> m(x,y + u) :|: u > x; m(x,y) -> l(x - 1,x)");
    let far = Poly::var(IntVar(7));
    let (l, x, u) = (Location(1), IntVar(0), IntVar(2));
    for step in [
        Simplification::Unreachable { transitions: vec![3] },
        Simplification::Irrelevant { transitions: vec![0, 3] },
        Simplification::Impossible { transitions: vec![3] },
        Simplification::Subsumed { pairs: vec![(3, 0)] },
        Simplification::Determined { transition: 3, var: u, value: Poly::zero() },
        Simplification::Determined { transition: 1, var: x, value: Poly::zero() },
        Simplification::Determined { transition: 1, var: IntVar(3), value: Poly::zero() },
        Simplification::Determined { transition: 0, var: u, value: Poly::zero() },
        Simplification::Sliced { vars: vec![IntVar(2)] },
        Simplification::Sliced { vars: vec![x] },
        Simplification::Equal { values: vec![(Location(3), x, Poly::zero())] },
        Simplification::Equal { values: vec![(l, u, Poly::zero())] },
        Simplification::Equal { values: vec![(l, x, far.clone())] },
        Simplification::Strengthened { facts: vec![(Location(3), Atom::zero(Poly::zero()))] },
        Simplification::Strengthened { facts: vec![(l, Atom::zero(far.clone()))] },
        // One of several variables is not there.
        Simplification::Strengthened { facts: vec![(l, Atom::zero(far.add(&Poly::var(x)).expect("small")))] },
        Simplification::Equal { values: vec![(l, x, far.add(&Poly::var(x)).expect("small"))] },
    ] {
        let mut simplified = Simplified::new(&original);
        let before = simplified.system().clone();
        assert_eq!(apply(&mut simplified, step.clone()), None, "{step:?}");
        assert_eq!((simplified.system(), simplified.log().len()), (&before, 0), "{step:?}");
        assert!(replay(&original, &[step]).is_none());
    }
}

/// A guard about what goes and what stays cannot be kept.
#[test]
fn what_is_needed_is_not_sliced() {
    let original = system("s(x,y) -> l(x,y); l(x,y) -> l(x,y) :|: x > y");
    for var in 0..2 {
        assert!(replay(&original, &[Simplification::Sliced { vars: vec![IntVar(var)] }]).is_none());
    }
    let original = system("s(x,y) -> l(x,y); l(x,y) -> l(x + y,y)");
    assert!(replay(&original, &[Simplification::Sliced { vars: vec![IntVar(1)] }]).is_none());
    let rest = replay(&original, &[Simplification::Sliced { vars: vec![IntVar(0)] }]).expect("it fits");
    assert_eq!((rest.system().vars.as_slice(), rest.vars()), (&["y".to_string()][..], &[IntVar(1)][..]));
}

/// Chosen values that are computed are no longer chosen, and the others keep their names.
#[test]
fn computed_values_are_not_chosen() {
    let original = system("s(x,y) -> l(u - u + x - v,y + w) :|: u > y && v > u && x > 2*v");
    assert_eq!(original.transitions[0].chosen, ["u", "v", "w"]);
    let step = Want::Determined(["s", "l"], "u", "y + 1").of(&original);
    let simplified = replay(&original, &[step]).expect("it fits");
    let found = &simplified.system().transitions[0];
    assert_eq!(found.chosen, ["v", "w"]);
    let names = "x,y,v,w";
    assert_eq!(found.update, [polynomial(names, "x - v"), polynomial(names, "y + w")]);
}

/// As many constraints as a transition may have, and one more.
#[test]
fn long_guards_are_not_made() {
    let chained = |count: u32| {
        let forms = (1..=count).map(|factor| format!("x + {factor}*y > 0")).collect::<Vec<_>>();
        let (first, second) = forms.split_at(30);
        let rules =
            format!("s(x,y) -> l(x,y) :|: {}; l(x,y) -> m(x,y) :|: {}", first.join(" && "), second.join(" && "));
        let original = system(&rules);
        let location = place(&original, "l");
        replay(&original, &[Simplification::Chained { location }])
            .map(|found| found.system().transitions[0].guard.len())
    };
    assert_eq!((chained(60), chained(61)), (Some(60), None));
}

/// As many terms as a transition may have, and more.
#[test]
fn long_transitions_are_not_made() {
    const VARS: u32 = 40;
    let step = |from: u32, forms: std::ops::Range<i128>| Transition {
        from: Location(from),
        to: Location(from + 1),
        chosen: Vec::new(),
        guard: forms
            .map(|form| {
                let factors = (0..VARS).map(|var| (IntVar(var), 1 + form * i128::from(var)));
                Atom::at_least_zero(Poly::linear(factors, 0).expect("small"))
            })
            .collect(),
        update: (0..VARS).map(|var| Poly::var(IntVar(var))).collect(),
    };
    let chained = |count: i128| {
        let original = System {
            vars: (0..VARS).map(|var| format!("x{var}")).collect(),
            locations: ["s", "l", "m"].map(str::to_string).to_vec(),
            start: Location(0),
            transitions: vec![step(0, 0..20), step(1, 20..count)],
        };
        replay(&original, &[Simplification::Chained { location: Location(1) }]).is_some()
    };
    // Each constraint has 40 terms, and so have the values.
    assert_eq!((chained(49), chained(50)), (true, false));
}
