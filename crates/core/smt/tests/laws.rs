//! Laws of random terms: the constructors, the evaluator, the printer and the solver agree.

use std::collections::HashMap;

use proptest::prelude::*;
use smt::{BvCmp, BvOp, SatAnswer, Scalar, Session, Solver, Sort, Term, Terms, Value};

fn new_solver(t: &Terms) -> Solver {
    Solver::new(&Session::new(t).unwrap())
}

/// A recipe for a term, so that proptest can shrink it.
#[derive(Clone, Debug)]
enum Recipe {
    Leaf(u8),
    Constant(i64),
    Op(u8, Vec<Recipe>),
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let constant = prop_oneof![-3..4i64, any::<i64>(), Just(i64::MIN), Just(i64::MAX), Just(128i64), Just(255i64),];
    let leaf = prop_oneof![any::<u8>().prop_map(Recipe::Leaf), constant.prop_map(Recipe::Constant)];
    leaf.prop_recursive(4, 24, 3, |inner| {
        (any::<u8>(), prop::collection::vec(inner, 3)).prop_map(|(op, args)| Recipe::Op(op, args))
    })
}

const BV_OPS: [BvOp; 13] = [
    BvOp::Add,
    BvOp::Sub,
    BvOp::Mul,
    BvOp::UDiv,
    BvOp::URem,
    BvOp::SDiv,
    BvOp::SRem,
    BvOp::And,
    BvOp::Or,
    BvOp::Xor,
    BvOp::Shl,
    BvOp::LShr,
    BvOp::AShr,
];
const BV_CMPS: [BvCmp; 4] = [BvCmp::Ult, BvCmp::Ule, BvCmp::Slt, BvCmp::Sle];

/// Terms of three sorts from one recipe; `leaf` says what a leaf of a sort is.
struct Builder<'t> {
    t: &'t Terms,
    leaf: &'t dyn Fn(u8, Sort) -> Term,
}

const WIDTH: u32 = 8;

impl Builder<'_> {
    fn bool(&self, recipe: &Recipe) -> Term {
        let t = self.t;
        match recipe {
            Recipe::Leaf(k) => (self.leaf)(k % 3, Sort::Bool),
            Recipe::Constant(k) => t.bool(k % 2 == 0),
            Recipe::Op(op, args) => match op % 9 {
                0 => t.not(self.bool(&args[0])),
                1 => t.and(args.iter().map(|arg| self.bool(arg))),
                2 => t.or(args.iter().map(|arg| self.bool(arg))),
                3 => t.eq(self.int(&args[0]), self.int(&args[1])),
                4 => t.le(self.int(&args[0]), self.int(&args[1])),
                5 => t.lt(self.int(&args[0]), self.int(&args[1])),
                6 => t.eq(self.bv(&args[0]), self.bv(&args[1])),
                7 => t.bv_cmp(BV_CMPS[usize::from(op / 9) % 4], self.bv(&args[0]), self.bv(&args[1])),
                _ => t.ite(self.bool(&args[0]), self.bool(&args[1]), self.bool(&args[2])),
            },
        }
    }

    fn int(&self, recipe: &Recipe) -> Term {
        let t = self.t;
        match recipe {
            Recipe::Leaf(k) => (self.leaf)(k % 3, Sort::Int),
            Recipe::Constant(k) => t.int(*k),
            Recipe::Op(op, args) => match op % 8 {
                0 => t.add(args.iter().map(|arg| self.int(arg))),
                1 => t.sub(self.int(&args[0]), self.int(&args[1])),
                2 => t.neg(self.int(&args[0])),
                3 => t.mul(t.int(i64::from(*op) - 100), self.int(&args[1])),
                4 => t.div(self.int(&args[0]), t.int(i64::from(*op) - 100)),
                5 => t.modulo(self.int(&args[0]), t.int(i64::from(*op) - 100)),
                6 => t.bv_to_int(*op >= 128, self.bv(&args[0])),
                _ => t.ite(self.bool(&args[0]), self.int(&args[1]), self.int(&args[2])),
            },
        }
    }

    fn bv(&self, recipe: &Recipe) -> Term {
        let t = self.t;
        match recipe {
            Recipe::Leaf(k) => (self.leaf)(k % 3, Sort::BitVec(WIDTH)),
            Recipe::Constant(k) => t.bv_signed(WIDTH, i128::from(*k)),
            Recipe::Op(op, args) => match op % 32 {
                k @ 0..13 => t.bv_bin(BV_OPS[usize::from(k)], self.bv(&args[0]), self.bv(&args[1])),
                13 => t.bv_not(self.bv(&args[0])),
                14 => t.bv_neg(self.bv(&args[0])),
                15 => t.concat(t.extract(3, 0, self.bv(&args[0])), t.extract(6, 3, self.bv(&args[1]))),
                16 => t.sign_extend(WIDTH, t.extract(5, 1, self.bv(&args[0]))),
                17 => t.zero_extend(WIDTH, t.extract(4, 2, self.bv(&args[0]))),
                18 => t.extract(7, 0, t.sign_extend(12, self.bv(&args[0]))),
                19 => t.int_to_bv(WIDTH, self.int(&args[0])),
                20..26 => {
                    let array = t.store(
                        t.const_array(Scalar::BitVec(WIDTH), self.bv(&args[0])),
                        self.bv(&args[1]),
                        self.bv(&args[2]),
                    );
                    t.select(array, self.bv(&args[usize::from(op % 3)]))
                }
                _ => t.ite(self.bool(&args[0]), self.bv(&args[1]), self.bv(&args[2])),
            },
        }
    }
}

fn variable(t: &Terms, k: u8, sort: Sort) -> Term {
    let kind = match sort {
        Sort::Bool => "b",
        Sort::Int => "i",
        Sort::BitVec(_) => "v",
        Sort::Array { .. } => "a",
    };
    t.var(&format!("{kind}{k}"), sort)
}

fn value(sort: Sort, bits: i64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(bits % 2 == 0),
        Sort::Int => Value::Int(i128::from(bits)),
        Sort::BitVec(width) => Value::Bv { width, value: u128::from(bits as u64) & ((1 << width) - 1) },
        Sort::Array { .. } => unreachable!("leaves are scalars"),
    }
}

const SORTS: [Sort; 3] = [Sort::Bool, Sort::Int, Sort::BitVec(WIDTH)];

/// Every variable of the recipes with a value.
fn assignment(t: &Terms, bits: &[i64]) -> HashMap<Term, Value> {
    let leaves = SORTS.iter().flat_map(|&sort| (0..3).map(move |k| (k, sort)));
    leaves.zip(bits).map(|((k, sort), &bits)| (variable(t, k, sort), value(sort, bits))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Building over constants folds to the value that the solver gives the term over variables.
    #[test]
    fn folding_evaluation_and_solver_agree(recipe in recipe(), bits in prop::collection::vec(any::<i64>(), 9)) {
        let t = Terms::new();
        let assigned = assignment(&t, &bits);
        let open = Builder { t: &t, leaf: &|k, sort| variable(&t, k, sort) };
        let closed = Builder { t: &t, leaf: &|k, sort| t.value(assigned[&variable(&t, k, sort)]) };
        let mut solver = new_solver(&t);
        let mut variables: Vec<_> = assigned.iter().collect();
        variables.sort();
        for (&var, &value) in variables {
            solver.assert(t.eq(var, t.value(value)));
        }
        prop_assert_eq!(solver.check(), SatAnswer::Sat);
        let assigned = assigned.iter().map(|(&var, &value)| (var, value)).collect();
        for (open, closed) in [
            (open.bool(&recipe), closed.bool(&recipe)),
            (open.int(&recipe), closed.int(&recipe)),
            (open.bv(&recipe), closed.bv(&recipe)),
        ] {
            let solved = solver.value(open);
            prop_assert!(solved.is_some() || t.sort(open) == Sort::Int, "{}", t.to_smtlib(open));
            for folded in [t.as_value(closed), t.eval(open, &assigned)].into_iter().flatten() {
                prop_assert_eq!(Some(folded), solved, "{}", t.to_smtlib(open));
            }
        }
    }

    /// A model is one: the formula evaluates to true in it.
    #[test]
    fn models_satisfy_the_formula(recipe in recipe()) {
        let t = Terms::new();
        let formula = Builder { t: &t, leaf: &|k, sort| variable(&t, k, sort) }.bool(&recipe);
        let mut solver = new_solver(&t);
        solver.set_limits(smt::Limits::work(2_000_000));
        solver.assert(formula);
        match solver.check() {
            SatAnswer::Sat => {
                let model = solver.assignment(&t.free_vars([formula]));
                prop_assert_ne!(t.eval(formula, &model), Some(Value::Bool(false)), "{}", t.to_smtlib(formula));
                prop_assert_eq!(solver.value(formula), Some(Value::Bool(true)));
            }
            SatAnswer::Unsat => prop_assert!(solver.core().is_empty()),
            SatAnswer::Unknown(_) => {}
        }
    }

    /// Substituting variables by themselves changes nothing, and by others and back neither.
    #[test]
    fn renaming_there_and_back(recipe in recipe()) {
        let t = Terms::new();
        let formula = Builder { t: &t, leaf: &|k, sort| variable(&t, k, sort) }.bool(&recipe);
        let variables = t.free_vars([formula]);
        let there: Vec<_> = variables.iter().map(|&v| (v, t.fresh_var("r", t.sort(v)))).collect();
        let back = there.iter().map(|&(v, r)| (r, v)).collect();
        let renamed = t.substitute(formula, &there.iter().copied().collect());
        prop_assert!(t.free_vars([renamed]).iter().all(|v| !variables.contains(v)));
        let mut solver = new_solver(&t);
        solver.set_limits(smt::Limits::work(2_000_000));
        let restored = t.substitute(renamed, &back);
        prop_assert!(restored == formula || solver.check_assuming(&[t.ne(restored, formula)]) != SatAnswer::Sat);
    }
}
