//! Sums.

use proptest::prelude::*;

use super::*;

#[test]
fn sums_are_canonical() {
    let twice = sum(&[2, -1], 3);
    assert_eq!(twice.terms(), [(X, 2), (Y, -1)]);
    assert_eq!(twice.sub(&twice), Some(Linear::default()));
    assert_eq!(twice.combine(&sum(&[1, 0, 1], 0), -2), Some(sum(&[0, -1, -2], 3)));
    assert_eq!((twice.coefficient(X), twice.coefficient(Z), twice.mentions(Y)), (2, 0, true));
    assert_eq!((Linear::var(Z).as_var(), sum(&[2], 0).as_var(), sum(&[1], 1).as_var()), (Some(Z), None, None));
    assert_eq!((Linear::constant(7).as_constant(), twice.as_constant()), (Some(7), None));
    assert_eq!(twice.scale(0), Some(Linear::default()));
    assert_eq!(twice.vars().collect::<Vec<_>>(), [X, Y]);
}

#[test]
fn what_leaves_the_numbers_is_none() {
    let most = sum(&[i128::MAX], i128::MAX);
    let least = sum(&[i128::MIN], 0);
    assert_eq!((most.add(&Linear::var(X)), most.add_constant(1), most.scale(2)), (None, None, None));
    assert_eq!((least.neg(), Linear::constant(i128::MIN).neg()), (None, None));
    assert_eq!(least.eval(&|_| -1), None);
    assert_eq!(least.content(), None, "the divisor is one more than the greatest number");
    assert_eq!(least.tightened(), least);
}

#[test]
fn variables_are_replaced_all_at_once() {
    let swap = |var: Var| match var {
        X => Some(sum(&[0, 1], 1)),
        Y => Some(Linear::var(X)),
        _ => None,
    };
    assert_eq!(sum(&[2, 3, 1], 0).substitute(&swap), Some(sum(&[3, 2, 1], 2)));
    assert_eq!(sum(&[1, -1], 0).substitute(&|_| Some(Linear::var(W))), Some(Linear::default()));
}

#[test]
fn people_can_read_them() {
    let name = |var: Var| ["n", "m", "k"][var.0 as usize].to_string();
    assert_eq!(sum(&[2, -1], 1).show(&name), "2·n - m + 1");
    assert_eq!(sum(&[-1, 0, -3], -4).show(&name), "-n - 3·k - 4");
    assert_eq!(Linear::default().show(&name), "0");
    assert_eq!(at_least_zero(&[0, 1], 0).show(&name), "m ≥ 0");
}

#[test]
fn only_canonical_sums_are_read() {
    let read = |text: &str| serde_json::from_str::<Linear>(text).ok();
    assert_eq!(read(r#"{"terms":[[0,1],[1,-2]],"constant":5}"#), Some(sum(&[1, -2], 5)));
    assert_eq!(read(r#"{"terms":[[1,1],[0,-2]],"constant":5}"#), None);
    assert_eq!(read(r#"{"terms":[[0,1],[0,-2]],"constant":5}"#), None);
    assert_eq!(read(r#"{"terms":[[0,0]],"constant":5}"#), None);
}

proptest! {
    #[test]
    fn operations_are_those_of_the_values(a in a_form(), b in a_form(), factor in -3..=3_i128, number in 0..6561_usize) {
        let point = points().nth(number).expect("a point of the box");
        let value = |form: &Linear| form.eval(&|var| point[var.0 as usize]).expect("small");
        prop_assert_eq!(value(&a.combine(&b, factor).expect("small")), value(&a) + factor * value(&b));
        prop_assert_eq!(value(&a.scale(factor).expect("small")), factor * value(&a));
        prop_assert_eq!(value(&a.tightened()) >= 0, value(&a) >= 0);
        let replaced = a.substitute(&|var| (var == X).then(|| b.clone())).expect("small");
        prop_assert_eq!(value(&replaced), value(&a) + a.coefficient(X) * (value(&b) - point[0]));
        let written = serde_json::to_string(&a).expect("a sum is written");
        prop_assert_eq!(serde_json::from_str::<Linear>(&written).expect("and read"), a);
    }
}
