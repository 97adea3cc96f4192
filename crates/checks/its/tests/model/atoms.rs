//! Constraints, against the values for which they hold.

use its::system::{Atom, IntVar, Poly, Relation};
use proptest::prelude::*;

use crate::small::{atom, points, poly};

fn value(poly: &Poly, at: &[i128]) -> i128 {
    poly.eval(&|var: IntVar| at[var.index()]).expect("small")
}

fn holds(atom: &Atom, at: &[i128]) -> bool {
    atom.holds(&|var: IntVar| at[var.index()]).expect("small")
}

proptest! {
    #[test]
    fn comparisons_are_those_of_values(a in poly(2), b in poly(2), at in prop::array::uniform2(-4_i128..=4)) {
        let (x, y) = (value(&a, &at), value(&b, &at));
        let comparisons = [(Atom::ge(&a, &b), x >= y), (Atom::gt(&a, &b), x > y), (Atom::eq(&a, &b), x == y)];
        for (atom, expected) in comparisons {
            prop_assert_eq!(holds(&atom.expect("small"), &at), expected);
        }
        prop_assert_eq!(holds(&Atom::at_least_zero(a.clone()), &at), x >= 0);
        prop_assert_eq!(holds(&Atom::zero(a), &at), x == 0);
    }

    #[test]
    fn other_forms_hold_for_the_same_values(atom in atom(2), by in poly(2)) {
        let normal = atom.normal();
        prop_assert!(normal.poly.content() < 2, "{normal:?}");
        let parts = atom.inequalities().expect("small");
        let replaced = atom.substitute(&|var| (var == IntVar(0)).then(|| by.clone())).expect("small");
        for at in points(2, -3..=3) {
            let expected = holds(&atom, &at);
            prop_assert_eq!(holds(&normal, &at), expected);
            prop_assert_eq!(parts.iter().all(|part| value(part, &at) >= 0), expected);
            prop_assert_eq!(holds(&replaced, &at), holds(&atom, &[value(&by, &at), at[1]]));
            if let Some(always) = atom.truth() {
                prop_assert_eq!(always, expected);
            }
        }
        prop_assert_eq!(atom.truth().is_some(), atom.poly.as_constant().is_some());
        prop_assert_eq!(atom.is_linear(), atom.poly.is_linear());
    }
}

#[test]
fn people_can_read_them() {
    let difference = Poly::linear([(IntVar(0), 1), (IntVar(1), -1)], 0).expect("small");
    let name = |var: IntVar| ["x", "y"][var.index()].to_string();
    assert_eq!(Atom::zero(difference.clone()).show(&name).to_string(), "x - y = 0");
    assert_eq!(Atom::at_least_zero(difference).show(&name).to_string(), "x - y ≥ 0");
}

/// Numbers of 128 bits whose absolute value is none.
#[test]
fn what_is_too_large_is_nothing() {
    let least = Poly::var(IntVar(0)).scale(i128::MIN).expect("it fits");
    let atom = Atom { poly: least.clone(), relation: Relation::Zero };
    assert_eq!(atom.normal(), atom);
    assert_eq!(atom.inequalities(), None);
    assert_eq!(Atom::at_least_zero(least.clone()).inequalities(), Some(vec![least.clone()]));
    assert_eq!(Atom::ge(&Poly::zero(), &least), None);
    assert_eq!(Atom::gt(&Poly::constant(i128::MIN), &Poly::zero()), None);
    assert_eq!(Atom::eq(&Poly::zero(), &least), None);
    assert_eq!(atom.holds(&|_| 2), None);
    assert_eq!(atom.substitute(&|_| Some(Poly::constant(2))), None);
}
