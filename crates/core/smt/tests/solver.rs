//! The incremental solver: scopes, assumptions and cores, models, limits.

use std::time::{Duration, Instant};

use smt::{BvCmp, BvOp, Limits, SatAnswer, Scalar, Session, Solver, Sort, Terms, Value};

fn new_solver(t: &Terms) -> Solver {
    Solver::new(&Session::new(t).unwrap())
}

#[test]
fn the_version_is_the_one_needed() {
    assert_eq!(smt::check_version(), Ok(smt::REQUIRED_VERSION));
}

#[test]
fn another_version_is_refused_with_a_remedy() {
    let error = smt::Error::WrongVersion { found: "4.8.12.0".to_string() };
    assert_eq!(
        error.to_string(),
        "the solver library that was loaded is Z3 4.8.12.0, and Cairn needs Z3 5.4.0.0: run scripts/setup and build again"
    );
}

#[test]
fn scopes_forget_what_was_asserted_in_them() {
    let t = Terms::new();
    let x = t.var("x", Sort::Int);
    let mut s = new_solver(&t);
    s.assert(t.gt(x, t.int(0)));
    s.push();
    s.assert(t.lt(x, t.int(1)));
    assert_eq!(s.check(), SatAnswer::Unsat);
    s.pop();
    assert_eq!(s.check(), SatAnswer::Sat);
    assert!(s.scoped(|s| {
        s.assert(t.lt(x, t.int(2)));
        s.proves(t.eq(x, t.int(1)))
    }));
    assert!(!s.proves(t.eq(x, t.int(1))));
    assert_eq!(s.scopes(), 0);
}

#[test]
fn cores_name_the_assumptions_that_clash() {
    let t = Terms::new();
    let (x, y, p) = (t.var("x", Sort::Int), t.var("y", Sort::Int), t.var("p", Sort::Bool));
    let mut s = new_solver(&t);
    s.assert(t.implies(p, t.lt(x, y)));
    // Formulas may be assumed as well as literals.
    let (harmless, clash) = (t.lt(t.int(5), y), t.lt(t.add([y, t.int(1)]), x));
    assert_eq!(s.check_assuming(&[harmless, p, clash]), SatAnswer::Unsat);
    assert_eq!(s.core(), [p, clash]);
    assert_eq!(s.check_assuming(&[harmless, clash]), SatAnswer::Sat);
    assert_eq!(s.check_assuming(&[t.ff()]), SatAnswer::Unsat);
    assert_eq!(s.core(), [t.ff()]);
    s.assert(t.ff());
    assert_eq!(s.check_assuming(&[p]), SatAnswer::Unsat);
    assert!(s.core().is_empty());
}

#[test]
fn models_give_values_of_every_scalar_sort() {
    let t = Terms::new();
    let (x, b, v) = (t.var("x", Sort::Int), t.var("b", Sort::Bool), t.var("v", Sort::BitVec(128)));
    let mut s = new_solver(&t);
    s.assert(t.eq(x, t.int(i128::MIN)));
    s.assert(t.not(b));
    s.assert(t.eq(v, t.bv_signed(128, -2)));
    assert_eq!(s.check(), SatAnswer::Sat);
    assert_eq!(s.value(x), Some(Value::Int(i128::MIN)));
    assert_eq!(s.value(b), Some(Value::Bool(false)));
    assert_eq!(s.value(v).and_then(Value::as_signed), Some(-2));
    // Terms that were never asserted have values too.
    assert_eq!(s.value(t.lt(x, t.int(0))), Some(Value::Bool(true)));
    assert_eq!(s.value(t.bv_to_int(true, v)), Some(Value::Int(-2)));
    // Too large for a value: not an error.
    assert_eq!(s.value(t.mul(x, x)), None);
    assert_eq!(s.assignment(&[x, b]).len(), 2);
}

#[test]
fn bit_vectors_wrap() {
    let t = Terms::new();
    let x = t.var("x", Sort::BitVec(32));
    let mut s = new_solver(&t);
    let next = t.bv_bin(BvOp::Add, x, t.bv(32, 1));
    s.assert(t.bv_cmp(BvCmp::Slt, next, x));
    assert_eq!(s.check(), SatAnswer::Sat);
    assert_eq!(s.value(x).and_then(Value::as_signed), Some(i128::from(i32::MAX)));
    assert!(s.proves(t.eq(t.bv_to_int(false, x), t.int(i32::MAX))));
}

#[test]
fn arrays_remember_what_was_stored() {
    let t = Terms::new();
    let a = t.var("a", Sort::array(Scalar::Int, Scalar::BitVec(8)));
    let (i, j) = (t.var("i", Sort::Int), t.var("j", Sort::Int));
    let mut s = new_solver(&t);
    let written = t.store(a, i, t.bv(8, 42));
    let unchanged = t.eq(t.select(written, j), t.select(a, j));
    assert!(s.proves(t.implies(t.ne(i, j), unchanged)));
    assert!(!s.proves(unchanged));
    let zeros = t.const_array(Scalar::Int, t.bv(8, 0));
    assert!(s.proves(t.implies(t.eq(a, zeros), t.eq(t.select(a, i), t.bv(8, 0)))));
}

#[test]
fn uninterpreted_functions_are_functions() {
    let t = Terms::new();
    let f = t.declare("f", &[Sort::Int], Sort::Int);
    let (x, y) = (t.var("x", Sort::Int), t.var("y", Sort::Int));
    let mut s = new_solver(&t);
    let same = t.eq(t.apply(f, &[x]), t.apply(f, &[y]));
    assert!(s.proves(t.implies(t.eq(x, y), same)));
    assert!(!s.proves(same));
}

#[test]
fn products_of_variables_are_understood() {
    let t = Terms::new();
    let (x, y) = (t.var("x", Sort::Int), t.var("y", Sort::Int));
    let mut s = new_solver(&t);
    s.assert(t.and([t.gt(x, t.int(2)), t.gt(y, t.int(2)), t.eq(t.mul(x, y), t.int(35))]));
    assert_eq!(s.check(), SatAnswer::Sat);
    let values = [s.value(x), s.value(y)].map(|value| value.and_then(Value::as_int).unwrap());
    assert_eq!(values[0] * values[1], 35);
}

/// x³ + y³ + z³ = 42 has solutions, none of which is found in the time given.
fn hard(t: &Terms) -> smt::Term {
    let cube = |name| {
        let v = t.var(name, Sort::Int);
        t.mul(v, t.mul(v, v))
    };
    t.eq(t.add([cube("x"), cube("y"), cube("z")]), t.int(42))
}

#[test]
fn work_is_counted_in_the_units_of_the_limit() {
    let t = Terms::new();
    let session = Session::new(&t).unwrap();
    let mut solver = Solver::new(&session);
    let (_, nothing) = session.counted(|| ());
    let limit = 100_000;
    solver.set_limits(Limits::work(limit));
    solver.assert(hard(&t));
    let (answer, spent) = session.counted(|| solver.check());
    assert!(matches!(answer, SatAnswer::Unknown(_)));
    assert!(nothing < 100 && (limit..2 * limit).contains(&spent), "{nothing}, {spent}");
}

#[test]
fn at_the_limit_the_answer_is_unknown() {
    let t = Terms::new();
    let mut s = new_solver(&t);
    for limits in [Limits::time(Duration::from_millis(50)), Limits::work(100_000)] {
        s.push();
        s.set_limits(limits);
        s.assert(hard(&t));
        let start = Instant::now();
        assert!(matches!(s.check(), SatAnswer::Unknown(_)), "{limits:?}");
        assert!(start.elapsed() < Duration::from_secs(20), "{limits:?}");
        s.pop();
    }
    // The solver is still good for what fits, and without limits.
    assert_eq!(s.check(), SatAnswer::Sat);
    s.set_limits(Limits::default());
    assert!(s.proves(t.lt(t.int(1), t.int(2))));
}
