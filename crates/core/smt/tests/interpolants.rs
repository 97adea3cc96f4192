//! Every interpolant really is one: implied by what comes before, inconsistent with what comes after, over the shared
//! variables only, and the sequence is inductive.

use smt::{BvOp, Interpolation, Limits, Session, Solver, Sort, Term, Terms, interpolants};

fn new_solver(t: &Terms) -> Solver {
    Solver::new(&Session::new(t).unwrap())
}

fn assert_interpolates(t: &Terms, path: &[Term], found: &[Term]) {
    let mut solver = new_solver(t);
    assert_eq!(found.len() + 1, path.len());
    for (place, &interpolant) in found.iter().enumerate() {
        let (before, after) = path.split_at(place + 1);
        let shown = t.to_smtlib(interpolant);
        assert!(solver.proves(t.implies(t.and(before.iter().copied()), interpolant)), "cut {place}: {shown}");
        assert!(solver.proves(t.not(t.and(after.iter().copied().chain([interpolant])))), "cut {place}: {shown}");
        let (left, right) = (t.free_vars(before.iter().copied()), t.free_vars(after.iter().copied()));
        for variable in t.free_vars([interpolant]) {
            assert!(left.contains(&variable) && right.contains(&variable), "cut {place}: {shown}");
        }
        let next = found.get(place + 1).copied().unwrap_or_else(|| t.ff());
        assert!(solver.proves(t.implies(t.and([interpolant, path[place + 1]]), next)), "cut {place}: {shown}");
    }
}

fn check_infeasible(t: &Terms, path: &[Term]) {
    match interpolants(&Session::new(t).unwrap(), path, Limits::default()) {
        Interpolation::Infeasible(found) => assert_interpolates(t, path, &found),
        other => panic!("{other:?}"),
    }
}

#[test]
fn of_a_path_through_assignments() {
    let t = Terms::new();
    let v = |name: &str| t.var(name, Sort::Int);
    let plus = |a: Term, k: i32| t.add([a, t.int(k)]);
    // x = 0; y = x + 1; x = x + y; assume(x < y) with versions of x.
    let path = [
        t.eq(v("x0"), t.int(0)),
        t.eq(v("y0"), plus(v("x0"), 1)),
        t.eq(v("x1"), t.add([v("x0"), v("y0")])),
        t.lt(v("x1"), v("y0")),
    ];
    check_infeasible(&t, &path);
    // The same formulas again, in the same store: names of relations are not confused.
    check_infeasible(&t, &path[1..].iter().copied().chain([t.ge(v("x0"), t.int(0))]).collect::<Vec<_>>());
}

#[test]
fn of_a_loop_unrolled() {
    let t = Terms::new();
    let v = |name: &str, k: usize| t.var(&format!("{name}{k}"), Sort::Int);
    let mut path = vec![t.and([t.eq(v("i", 0), t.int(0)), t.eq(v("s", 0), t.int(0))])];
    for k in 0..6 {
        path.push(t.and([
            t.eq(v("i", k + 1), t.add([v("i", k), t.int(1)])),
            t.eq(v("s", k + 1), t.add([v("s", k), v("i", k)])),
        ]));
    }
    path.push(t.lt(v("s", 6), t.int(0)));
    check_infeasible(&t, &path);
}

#[test]
fn with_booleans_bit_vectors_and_nothing_shared() {
    let t = Terms::new();
    let (p, q) = (t.var("p", Sort::Bool), t.var("q", Sort::Bool));
    check_infeasible(&t, &[t.and([p, q]), t.implies(p, t.not(q))]);
    let (a, b) = (t.var("a", Sort::BitVec(8)), t.var("b", Sort::BitVec(8)));
    let odd = |x| t.eq(t.bv_bin(BvOp::And, x, t.bv(8, 1)), t.bv(8, 1));
    check_infeasible(&t, &[t.eq(b, t.bv_bin(BvOp::Shl, a, t.bv(8, 1))), odd(b)]);
    // A contradiction on one side only: the interpolant is false, or true.
    let x = t.var("x", Sort::Int);
    let never = t.and([t.lt(x, t.int(0)), t.lt(t.int(0), x)]);
    check_infeasible(&t, &[never, p]);
    check_infeasible(&t, &[p, never]);
    check_infeasible(&t, &[p, t.ff(), q]);
    check_infeasible(&t, &[p, never, q]);
    check_infeasible(&t, &[t.ff(), t.ff(), p, never]);
}

#[test]
fn a_feasible_path_has_none() {
    let t = Terms::new();
    let x = t.var("x", Sort::Int);
    let path = [t.lt(t.int(0), x), t.lt(x, t.int(2))];
    let session = Session::new(&t).unwrap();
    assert_eq!(interpolants(&session, &path, Limits::default()), Interpolation::Feasible);
    assert_eq!(interpolants(&session, &path[..1], Limits::default()), Interpolation::Feasible);
    assert_eq!(interpolants(&session, &[], Limits::default()), Interpolation::Feasible);
}
