//! Horn systems: safe, unsafe, and the answers that can be checked again.

use std::time::Duration;

use expect_test::expect;
use smt::{BvCmp, BvOp, Func, Guidance, Horn, HornAnswer, Limits, Scalar, Session, Solver, Sort, Term, Terms};

fn new_solver(t: &Terms) -> Solver {
    Solver::new(&Session::new(t).unwrap())
}

/// `x = 0; y = n; while (y > 0) { x++; y--; }`, and what must hold after it about x and n.
fn counting(t: &Terms, after: impl Fn(Term, Term) -> Term) -> (Horn, Func) {
    let mut horn = Horn::new(t);
    let inv = horn.relation("inv", &[Sort::Int; 3]);
    let [x, y, n] = ["x", "y", "n"].map(|name| t.var(name, Sort::Int));
    let zero = t.int(0);
    horn.rule([t.ge(n, zero)], t.apply(inv, &[zero, n, n]));
    let step = t.apply(inv, &[t.add([x, t.int(1)]), t.sub(y, t.int(1)), n]);
    horn.rule([t.apply(inv, &[x, y, n]), t.gt(y, zero)], step);
    horn.query([t.apply(inv, &[x, y, n]), t.le(y, zero), t.not(after(x, n))]);
    (horn, inv)
}

#[test]
fn a_safe_system_has_an_invariant_that_holds() {
    let t = Terms::new();
    let (horn, inv) = counting(&t, |x, n| t.eq(x, n));
    let HornAnswer::Safe(solution) = horn.solve(&Session::new(&t).unwrap(), Guidance::default(), Limits::default())
    else {
        panic!("safe")
    };
    let mut solver = new_solver(&t);
    assert_eq!(solution.check(&horn, &mut solver), Ok(()));
    let (params, formula) = solution.formula(inv).unwrap();
    assert_eq!(params.len(), 3);
    assert!(t.free_vars([formula]).iter().all(|v| params.contains(v)));
}

#[test]
fn a_solution_of_another_system_is_not_accepted() {
    let t = Terms::new();
    let (easy, _) = counting(&t, |x, n| t.ge(x, t.sub(n, n)));
    let (hard, _) = counting(&t, |x, n| t.eq(x, t.add([n, t.int(1)])));
    let HornAnswer::Safe(solution) = easy.solve(&Session::new(&t).unwrap(), Guidance::default(), Limits::default())
    else {
        panic!("safe")
    };
    let mut solver = new_solver(&t);
    assert_eq!(solution.check(&hard, &mut solver), Err(2));
}

#[test]
fn an_unsafe_system_is_unsafe() {
    let t = Terms::new();
    let (horn, _) = counting(&t, |x, n| t.ne(x, t.add([n, t.int(0)])));
    assert!(matches!(
        horn.solve(&Session::new(&t).unwrap(), Guidance::default(), Limits::default()),
        HornAnswer::Unsafe(_)
    ));
}

#[test]
fn an_unsafe_system_tells_why() {
    let t = Terms::new();
    let (horn, inv) = counting(&t, |x, _| t.le(x, t.int(2)));
    for guidance in [Guidance::default(), Guidance { global: true, simplify: true, equations: true, few_numbers: true }]
    {
        let answer = horn.solve(&Session::new(&t).unwrap(), guidance, Limits::default());
        let HornAnswer::Unsafe(derivation) = answer else { panic!("unsafe") };
        let fact = |x: i64| t.apply(inv, &[t.int(x), t.int(3 - x), t.int(3)]);
        let found: Vec<Term> = derivation.facts.iter().map(|derived| derived.fact).take(4).collect();
        assert_eq!(found, [0, 1, 2, 3].map(fact));
        let premises: Vec<Vec<usize>> = derivation.facts.into_iter().map(|derived| derived.premises).take(5).collect();
        assert_eq!(premises, [vec![], vec![0], vec![1], vec![2], vec![3]]);
    }
}

#[test]
fn a_system_without_queries_is_safe_and_one_of_facts_is_judged() {
    let t = Terms::new();
    let mut horn = Horn::new(&t);
    let at = horn.relation("at", &[]);
    horn.rule([], t.apply(at, &[]));
    assert!(matches!(
        horn.solve(&Session::new(&t).unwrap(), Guidance::default(), Limits::default()),
        HornAnswer::Safe(_)
    ));
    horn.query([t.apply(at, &[])]);
    assert!(matches!(
        horn.solve(&Session::new(&t).unwrap(), Guidance::default(), Limits::default()),
        HornAnswer::Unsafe(_)
    ));
}

/// `for (i = 0; i < n; i++) a[k] = 7;` keeps a[k] == 7 once it was so.
#[test]
fn arrays_and_bit_vectors_pass_through() {
    let t = Terms::new();
    let mut horn = Horn::new(&t);
    let memory = Sort::array(Scalar::Int, Scalar::Int);
    let inv = horn.relation("inv", &[memory, Sort::Int, Sort::BitVec(8)]);
    let (a, k, i) = (t.var("a", memory), t.var("k", Sort::Int), t.var("i", Sort::BitVec(8)));
    let state = t.apply(inv, &[a, k, i]);
    horn.rule([t.eq(t.select(a, k), t.int(7))], t.apply(inv, &[a, k, t.bv(8, 0)]));
    let stored = t.store(a, k, t.int(7));
    let below = t.bv_cmp(BvCmp::Ult, i, t.bv(8, 100));
    horn.rule([state, below], t.apply(inv, &[stored, k, t.bv_bin(BvOp::Add, i, t.bv(8, 1))]));
    horn.query([state, t.ne(t.select(a, k), t.int(7))]);
    let HornAnswer::Safe(solution) =
        horn.solve(&Session::new(&t).unwrap(), Guidance::default(), Limits::time(Duration::from_secs(20)))
    else {
        panic!("safe")
    };
    assert_eq!(solution.check(&horn, &mut new_solver(&t)), Ok(()));
}

#[test]
fn limits_end_the_search() {
    let t = Terms::new();
    // The invariant y = x² is out of reach.
    let mut horn = Horn::new(&t);
    let inv = horn.relation("inv", &[Sort::Int; 2]);
    let [x, y] = ["x", "y"].map(|name| t.var(name, Sort::Int));
    horn.rule([], t.apply(inv, &[t.int(0), t.int(0)]));
    let grown = t.add([y, x, x, t.int(1)]);
    horn.rule([t.apply(inv, &[x, y])], t.apply(inv, &[t.add([x, t.int(1)]), grown]));
    horn.query([t.apply(inv, &[x, y]), t.eq(y, t.int(1_000_003))]);
    let answer = horn.solve(&Session::new(&t).unwrap(), Guidance::default(), Limits::time(Duration::from_millis(200)));
    assert!(matches!(answer, HornAnswer::Unknown(_)), "{answer:?}");
}

#[test]
fn a_system_prints_as_smtlib() {
    let t = Terms::new();
    let (horn, _) = counting(&t, |x, n| t.eq(x, n));
    expect![[r#"
        (set-logic HORN)
        (declare-fun inv (Int Int Int) Bool)
        (assert (forall ((n Int)) (=> (<= 0 n) (inv 0 n n))))
        (assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (< 0 y)) (inv (+ x 1) (+ y (- 1)) n))))
        (assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (<= y 0) (not (= x n))) false)))
        (check-sat)
    "#]]
    .assert_eq(&horn.to_smtlib());
}

#[test]
fn what_is_written_is_read_again() {
    let t = Terms::new();
    for (after, expected) in [(3, true), (4, false)] {
        let (horn, _) = counting(&t, |x, n| if after == 3 { t.eq(x, n) } else { t.lt(x, t.int(after)) });
        let other = Terms::new();
        let read = Horn::from_smtlib(&other, &horn.to_smtlib()).expect("it was written here");
        assert_eq!(read.clauses().len(), horn.clauses().len());
        let answer = read.solve(&Session::new(&other).unwrap(), Guidance::default(), Limits::default());
        assert_eq!(matches!(answer, HornAnswer::Safe(_)), expected, "{answer:?}");
    }
}

#[test]
fn other_ways_to_write_clauses() {
    let text = "(set-logic HORN) (declare-fun |p q| (Int) Bool) (declare-const done Bool)
        (assert (|p q| 0))
        (assert (forall ((x Int) (y Int)) (let ((z (+ x 1))) (or (|p q| y) (not (= y z)) (not (|p q| x)) (>= x 5)))))
        (assert (not (exists ((x Int)) (and (|p q| x) (> x 5)))))
        (assert (=> (|p q| 5) done)) (assert (=> (and done true) (<= 1 2))) (check-sat)";
    let t = Terms::new();
    let horn = Horn::from_smtlib(&t, text).expect("it is a system");
    let answer = horn.solve(&Session::new(&t).unwrap(), Guidance::default(), Limits::default());
    assert!(matches!(answer, HornAnswer::Safe(_)), "{answer:?}");
    let wrong = Horn::from_smtlib(&Terms::new(), &text.replace("(> x 5)", "(> x 4)")).expect("it is a system");
    assert_eq!(wrong.clauses().len(), horn.clauses().len());
    for bad in [
        "(assert (p 1))",
        "(declare-fun p (Int) Int)",
        "(declare-fun p () Bool) (declare-fun p () Bool)",
        "(declare-fun p () Bool) (declare-fun q () Bool) (assert (or p q))",
        "(declare-fun p () Bool) (assert (=> (or p false p) (not (= p p))))(assert (ite p p p",
        "(declare-fun p (Int) Bool) (assert (forall ((x Real)) (p x)))",
        "(declare-fun p (Int) Bool) (assert (=> (or (p 1) (p 2)) false)) (assert (exists ((x Int)) (p x)))",
        "(push)",
        "assert",
    ] {
        assert!(Horn::from_smtlib(&Terms::new(), bad).is_err(), "{bad}");
    }
}
