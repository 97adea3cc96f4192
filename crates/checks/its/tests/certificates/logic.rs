//! What the solver is asked, against all values in a range.

use engine::{Budget, Limit};
use its::check::Logic;
use its::system::{Atom, IntVar, Poly};
use proptest::prelude::*;

use crate::texts::atoms;

fn logic() -> Logic {
    Logic::for_check(&Budget::new()).expect("the solver starts")
}

/// Linear constraints over two variables, which are between -3 and 3.
fn constraint() -> impl Strategy<Value = Atom> {
    (prop::array::uniform2(-2_i128..=2), -3_i128..=3, any::<bool>()).prop_map(|(factors, constant, equal)| {
        let poly = Poly::linear([(IntVar(0), factors[0]), (IntVar(1), factors[1])], constant).expect("small");
        if equal { Atom::zero(poly) } else { Atom::at_least_zero(poly) }
    })
}

fn constraints() -> impl Strategy<Value = Vec<Atom>> {
    prop::collection::vec(constraint(), 0..3)
}

fn hold(atoms: &[Atom], (x, y): (i128, i128)) -> bool {
    atoms.iter().all(|atom| atom.holds(&|var: IntVar| [x, y][var.index()]) == Some(true))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn answers_are_those_of_all_values(premises in constraints(), first in constraints(), second in constraints()) {
        let premises = [atoms("x,y", "x > -4 && x < 4 && y > -4 && y < 4"), premises].concat();
        let all = (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y)));
        let points: Vec<(i128, i128)> = all.filter(|at| hold(&premises, *at)).collect();
        let mut logic = logic();
        let follows = |atoms: &[Atom]| points.iter().all(|at| hold(atoms, *at));
        prop_assert_eq!(logic.implies(&premises, &first), follows(&first));
        let each: Vec<bool> = first.iter().map(|atom| follows(std::slice::from_ref(atom))).collect();
        prop_assert_eq!(logic.implied(&premises, &first), each);
        let covered = points.iter().all(|at| hold(&first, *at) || hold(&second, *at));
        prop_assert_eq!(logic.covers(&premises, &[first, second]), covered);
        prop_assert_eq!(logic.covers(&premises, &[]), points.is_empty());
        prop_assert_eq!(logic.may_hold(&premises), !points.is_empty());
        match logic.values(&premises, 2).as_deref() {
            Some([x, y]) => prop_assert!(points.contains(&(*x, *y))),
            Some(_) => prop_assert!(false, "as many values as variables"),
            None => prop_assert!(points.is_empty()),
        }
    }
}

#[test]
fn products_are_understood() {
    let (above, square) = (atoms("x", "x > 2"), atoms("x", "x*x > 8"));
    assert!(logic().implies(&above, &square));
    assert!(!logic().implies(&atoms("x", "x > 1"), &square));
    assert!(logic().may_hold(&atoms("x,y", "x*y = 6 && x > y && y > 1")));
}

/// With its name; whether it is answered.
type Question = (&'static str, fn(&mut Logic) -> bool);

/// Every question is a step, so that who asks in a loop comes to its end.
#[test]
fn questions_cost_steps() {
    let ask: [Question; 5] = [
        ("implies", |logic| logic.implies(&atoms("x", "x > 2"), &atoms("x", "x > 1"))),
        ("implied", |logic| logic.implied(&atoms("x", "x > 2"), &atoms("x", "x > 1")) == [true]),
        ("covers", |logic| logic.covers(&[], &[atoms("x", "x > 2"), atoms("x", "x < 3")])),
        ("values", |logic| logic.values(&atoms("x", "x > 2"), 1).is_some()),
        ("may hold", |logic| !logic.may_hold(&atoms("x,y", "x > y && y > x"))),
    ];
    for (name, question) in ask {
        let budget = Budget::of_steps(3);
        let mut logic = Logic::for_check(&budget).expect("the solver starts");
        let answered = (0..9).take_while(|_| question(&mut logic)).count();
        assert_eq!((answered, budget.exhausted()), (3, Some(Limit::Effort)), "{name}");
    }
    // What is evident is not asked.
    let budget = Budget::new();
    let mut logic = Logic::for_check(&budget).expect("the solver starts");
    budget.stop(Limit::Time);
    assert!(logic.implies(&atoms("x", "x > 2"), &atoms("x", "x > 2")));
    assert!(logic.implies(&[], &[Atom::at_least_zero(Poly::zero())]));
    assert!(!logic.implies(&[], &[Atom::at_least_zero(Poly::constant(-1))]));
    assert_eq!(logic.implied(&[], &[Atom::zero(Poly::zero()), Atom::zero(Poly::zero())]), [false, false]);
}
