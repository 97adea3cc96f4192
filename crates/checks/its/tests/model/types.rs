//! Integers of fixed width, against all of their values.

use its::system::{Atom, IntType, IntVar, Poly, Types, wrapped_step};

use crate::rules::system;
use crate::small::points;

fn of(bits: u32, signed: bool) -> IntType {
    IntType::new(bits, signed).expect("1 to 64 bits")
}

#[test]
fn types_have_the_values_of_their_width() {
    for (of, least, most) in [
        (of(1, false), 0, 1),
        (of(1, true), -1, 0),
        (of(3, false), 0, 7),
        (of(3, true), -4, 3),
        (of(64, false), 0, i128::from(u64::MAX)),
        (of(64, true), i128::from(i64::MIN), i128::from(i64::MAX)),
    ] {
        assert_eq!((of.least(), of.most(), of.count()), (least, most, most - least + 1), "{of}");
        let range = of.contains(&Poly::var(IntVar(0))).expect("small");
        for value in [least - 1, least, least + 1, most - 1, most, most + 1] {
            let inside = range.iter().all(|atom| atom.holds(&|_| value) == Some(true));
            assert_eq!(inside, (least..=most).contains(&value), "{value} as {of}");
            let wrapped = of.wrapped(value).expect("small");
            assert!((least..=most).contains(&wrapped) && (wrapped - value) % of.count() == 0, "{value} as {of}");
        }
    }
    assert_eq!([IntType::new(0, true), IntType::new(65, true)], [None, None]);
    assert_eq!(of(8, true).wrapped(i128::MAX), None);
    assert_eq!(of(8, false).wrapped(i128::MAX), Some(255));
}

#[test]
fn every_variable_has_its_own_type() {
    let types = Types { vars: vec![None, Some(of(2, true))], chosen: Some(of(1, false)) };
    assert_eq!([0, 1, 2, 3].map(|var| types.of(IntVar(var))), [None, types.vars[1], types.chosen, types.chosen]);
    let above = |var: u32, least: i128| Atom::ge(&Poly::var(IntVar(var)), &Poly::constant(least)).expect("small");
    let below = |var: u32, most: i128| Atom::ge(&Poly::constant(most), &Poly::var(IntVar(var))).expect("small");
    let ranges = types.ranges([0, 2, 1].map(IntVar)).expect("small");
    assert_eq!(ranges, [above(2, 0), below(2, 1), above(1, -2), below(1, 1)]);
    let system = system("s(x,y) -> s(x,y)");
    let all = Types::all(&system, Some(of(4, false)));
    assert_eq!((all.vars, all.chosen), (vec![Some(of(4, false)); 2], Some(of(4, false))));
}

/// A step is possible when everything is in range and the guard holds for exact values; results wrap, each by its type.
#[test]
fn results_wrap_and_guards_do_not() {
    let system = system("s(x,y) -> s(x + y,2*y + u) :|: x + y > u");
    for (x_type, y_type, u_type) in [
        (Some(of(2, true)), Some(of(2, false)), Some(of(1, true))),
        (None, Some(of(2, true)), Some(of(2, false))),
        (Some(of(1, false)), None, None),
    ] {
        let types = Types { vars: vec![x_type, y_type], chosen: u_type };
        let inside = |of: Option<IntType>, value: i128| of.is_none_or(|of| (of.least()..=of.most()).contains(&value));
        let wrapped = |of: Option<IntType>, value: i128| of.map_or(value, |of| of.wrapped(value).expect("small"));
        for point in points(3, -3..=4) {
            let [x, y, u] = [point[0], point[1], point[2]];
            let possible = inside(x_type, x) && inside(y_type, y) && inside(u_type, u) && x + y > u;
            let expected = possible.then(|| vec![wrapped(x_type, x + y), wrapped(y_type, 2 * y + u)]);
            assert_eq!(wrapped_step(&system, &types, 0, &[x, y], &[u]), expected, "{point:?} with {types:?}");
        }
        assert_eq!(wrapped_step(&system, &types, 1, &[0, 0], &[0]), None);
    }
}
