//! Prints what a question costs: `cargo run --release --package smt --example latency [PART OF A NAME]`.

use std::time::{Duration, Instant};

use smt::{
    BvCmp, BvOp, Guidance, Horn, HornAnswer, Interpolation, Limits, Session, Solver, Sort, Term, Terms, interpolants,
};

const QUERIES: u32 = 2000;

/// The median of what `body` takes.
fn measure(name: &str, times: u32, mut body: impl FnMut(u32)) {
    if std::env::args().nth(1).is_some_and(|part| !name.contains(&part)) {
        return;
    }
    let mut taken: Vec<Duration> = (0..times)
        .map(|k| {
            let start = Instant::now();
            body(k);
            start.elapsed()
        })
        .collect();
    taken.sort();
    let micros = |part: usize| taken[taken.len() * part / 100].as_secs_f64() * 1e6;
    println!("{name:<48} median {:>9.1} µs   90% {:>9.1} µs", micros(50), micros(90));
}

/// x < y, y < z, so x + 1 < z: a different one each time.
fn entailment(t: &Terms, [x, y, z]: [Term; 3], k: u32) -> (Term, Term) {
    let k = t.int(k);
    (t.and([t.lt(t.add([x, k]), y), t.lt(y, z)]), t.lt(t.add([x, k, t.int(1)]), z))
}

fn main() -> Result<(), smt::Error> {
    let start = Instant::now();
    let t = Terms::new();
    let session = Session::new(&t)?;
    let mut solver = Solver::new(&session);
    solver.check();
    println!("first session and first check: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);

    let xyz = ["x", "y", "z"].map(|name| t.var(name, Sort::Int));
    measure("building one entailment", QUERIES, |k| {
        entailment(&t, xyz, k);
    });
    measure("linear integers, one solver, push/pop", QUERIES, |k| {
        let (given, claim) = entailment(&t, xyz, k);
        solver.scoped(|s| {
            s.assert(given);
            assert!(s.proves(claim));
        });
    });
    measure("linear integers, one solver, assumptions", QUERIES, |k| {
        let (given, claim) = entailment(&t, xyz, k + QUERIES);
        assert!(solver.check_assuming(&[given, t.not(claim)]).is_unsat());
    });
    measure("linear integers, with a model of three values", QUERIES, |k| {
        let (given, _) = entailment(&t, xyz, k + 2 * QUERIES);
        solver.check_assuming(&[given]);
        assert_eq!(solver.assignment(&xyz).len(), 3);
    });
    measure("linear integers, a new solver each time", 100, |k| {
        let (given, claim) = entailment(&t, xyz, k);
        let mut fresh = Solver::new(&session);
        fresh.assert(given);
        assert!(fresh.proves(claim));
    });
    let uvw = ["u", "v", "w"].map(|name| t.var(name, Sort::BitVec(32)));
    measure("32-bit vectors, one solver, push/pop", 200, |k| {
        let k = t.bv(32, u128::from(k));
        let less = |a, b| t.bv_cmp(BvCmp::Ult, a, b);
        let plus = |a, b| t.bv_bin(BvOp::Add, a, b);
        solver.scoped(|s| {
            s.assert(t.and([less(uvw[0], plus(uvw[1], k)), less(plus(uvw[1], k), uvw[2])]));
            assert!(s.proves(less(uvw[0], uvw[2])));
        });
    });
    for steps in [0, 6] {
        measure(&format!("interpolants of a path of {}", steps + 2), 20, |k| {
            let v = |i: usize| t.var(&format!("p{i}"), Sort::Int);
            let mut path = vec![t.eq(v(0), t.int(k))];
            path.extend((0..steps).map(|i| t.eq(v(i + 1), t.add([v(i), t.int(1)]))));
            path.push(t.lt(v(steps), t.int(k)));
            assert!(matches!(interpolants(&session, &path, Limits::default()), Interpolation::Infeasible(_)));
        });
    }
    measure("a small safe Horn system", 20, |_| {
        let mut horn = Horn::new(&t);
        let inv = horn.relation("inv", &[Sort::Int; 2]);
        let [x, y, _] = xyz;
        horn.rule([t.eq(x, y)], t.apply(inv, &[x, y]));
        horn.rule([t.apply(inv, &[x, y])], t.apply(inv, &[t.add([x, t.int(1)]), y]));
        horn.query([t.apply(inv, &[x, y]), t.lt(x, y)]);
        assert!(matches!(horn.solve(&session, Guidance::default(), Limits::default()), HornAnswer::Safe(_)));
    });
    Ok(())
}
