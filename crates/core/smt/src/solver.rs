//! The incremental solver.
//!
//! Make one and keep it: a small query on a solver that has already answered one costs some fifty microseconds, the
//! first query of a new solver several times that. Work in scopes (`push`/`pop`, or `scoped`) or under assumptions.

use std::fmt;

use rustc_hash::FxHashMap;
use z3_sys::*;

use crate::pool::Terms;
use crate::session::Session;
use crate::term::{Sort, Term};
use crate::value::Value;
use crate::z3::{Context, Limits, Param, decode_value};

/// The answer to "is there a model?". `Unknown` says why, and is not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatAnswer {
    Sat,
    Unsat,
    Unknown(String),
}

impl SatAnswer {
    pub fn is_sat(&self) -> bool {
        matches!(self, SatAnswer::Sat)
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, SatAnswer::Unsat)
    }
}

pub struct Solver {
    session: Session,
    raw: Z3_solver,
    scopes: u32,
    limits: Limits,
    after: After,
}

/// What the last check left to be asked for; gone with the next change.
enum After {
    Nothing,
    Model(Z3_model),
    Core(Vec<Term>),
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("scopes", &self.scopes).field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        self.forget();
        // SAFETY: the reference taken in `new`; the session is dropped after this.
        unsafe { Z3_solver_dec_ref(self.ctx().raw(), self.raw) }
    }
}

impl Solver {
    /// A solver without assertions, in a session that may have others.
    pub fn new(session: &Session) -> Solver {
        let session = session.clone();
        // The plain incremental core: the default solver runs a portfolio of tactics on the first query.
        // SAFETY: made and counted in the context of the session, which is stored beside it.
        let raw = unsafe {
            let c = session.ctx().raw();
            let raw = session.ctx().made(Z3_mk_simple_solver(c));
            Z3_solver_inc_ref(c, raw);
            raw
        };
        // Z3 would take the user's interrupt for itself while it works on a question.
        // SAFETY: the solver belongs to the context, and copies the parameters.
        session.ctx().with_params(&[("ctrl_c", Param::Bool(false))], |params| unsafe {
            Z3_solver_set_params(session.ctx().raw(), raw, params);
        });
        Solver { session, raw, scopes: 0, limits: Limits::default(), after: After::Nothing }
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    pub fn terms(&self) -> &Terms {
        self.session.terms()
    }

    fn ctx(&self) -> &Context {
        self.session.ctx()
    }

    /// For all checks from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        if self.limits == limits {
            return;
        }
        self.limits = limits;
        // SAFETY: the solver belongs to the context, and copies the parameters.
        self.ctx().with_params(&limits.params(), |params| unsafe {
            Z3_solver_set_params(self.ctx().raw(), self.raw, params);
        });
    }

    /// Adds a formula to the current scope.
    pub fn assert(&mut self, formula: Term) {
        self.terms().expect_sort(formula, Sort::Bool);
        self.forget();
        let ast = self.session.term(formula);
        // SAFETY: a Boolean term of this context.
        unsafe { Z3_solver_assert(self.ctx().raw(), self.raw, ast) }
    }

    pub fn push(&mut self) {
        self.forget();
        self.scopes += 1;
        // SAFETY: the solver belongs to the context.
        unsafe { Z3_solver_push(self.ctx().raw(), self.raw) }
    }

    /// Drops what was asserted since the matching `push`.
    pub fn pop(&mut self) {
        self.forget();
        self.scopes = self.scopes.checked_sub(1).expect("every pop has its push");
        // SAFETY: there is a scope to leave.
        unsafe { Z3_solver_pop(self.ctx().raw(), self.raw, 1) }
    }

    /// How many scopes are open.
    pub fn scopes(&self) -> u32 {
        self.scopes
    }

    /// Runs `body` in a scope of its own.
    pub fn scoped<R>(&mut self, body: impl FnOnce(&mut Solver) -> R) -> R {
        self.push();
        let depth = self.scopes;
        let result = body(self);
        assert!(self.scopes == depth, "a scope left another one open");
        self.pop();
        result
    }

    /// Is there a model of all assertions?
    pub fn check(&mut self) -> SatAnswer {
        self.check_assuming(&[])
    }

    /// Is there a model of all assertions and these formulas? When not, [`Solver::core`] says which were needed.
    pub fn check_assuming(&mut self, assumptions: &[Term]) -> SatAnswer {
        self.forget();
        let asts: Vec<Z3_ast> = assumptions
            .iter()
            .map(|&formula| {
                self.terms().expect_sort(formula, Sort::Bool);
                self.session.term(formula)
            })
            .collect();
        crate::count::count();
        // SAFETY: Boolean terms of this context, passed with their number.
        let answer =
            unsafe { Z3_solver_check_assumptions(self.ctx().raw(), self.raw, asts.len() as u32, asts.as_ptr()) };
        match answer {
            Z3_L_TRUE => match self.fetch_model() {
                Some(model) => {
                    self.after = After::Model(model);
                    SatAnswer::Sat
                }
                None => SatAnswer::Unknown(format!("no model: {}", self.ctx().error())),
            },
            Z3_L_FALSE => {
                self.after = After::Core(self.fetch_core(assumptions, &asts));
                SatAnswer::Unsat
            }
            _ => SatAnswer::Unknown(self.reason_unknown()),
        }
    }

    /// Whether the assertions are known to imply the formula. `false` may mean "not proved".
    pub fn proves(&mut self, formula: Term) -> bool {
        let negated = self.terms().not(formula);
        self.check_assuming(&[negated]).is_unsat()
    }

    fn reason_unknown(&self) -> String {
        // SAFETY: the solver belongs to the context; the text is copied at once.
        unsafe { self.ctx().text(Z3_solver_get_reason_unknown(self.ctx().raw(), self.raw)) }
    }

    fn fetch_model(&self) -> Option<Z3_model> {
        // SAFETY: the last check found a model; it is counted until `forget`.
        unsafe {
            let model = Z3_solver_get_model(self.ctx().raw(), self.raw)?;
            Z3_model_inc_ref(self.ctx().raw(), model);
            Some(model)
        }
    }

    /// Z3 holds each term once, so its core is recognised by identity.
    fn fetch_core(&self, assumptions: &[Term], asts: &[Z3_ast]) -> Vec<Term> {
        if assumptions.is_empty() {
            return Vec::new();
        }
        let c = self.ctx().raw();
        // SAFETY: the last check was unsatisfiable; the vector is counted while it is read, within its length.
        let core: Vec<Z3_ast> = unsafe {
            let vector = self.ctx().made(Z3_solver_get_unsat_core(c, self.raw));
            Z3_ast_vector_inc_ref(c, vector);
            let core =
                (0..Z3_ast_vector_size(c, vector)).map(|i| self.ctx().made(Z3_ast_vector_get(c, vector, i))).collect();
            Z3_ast_vector_dec_ref(c, vector);
            core
        };
        let needed = |ast: &Z3_ast| core.contains(ast);
        let found: Vec<Term> = assumptions.iter().zip(asts).filter(|(_, ast)| needed(ast)).map(|(&a, _)| a).collect();
        assert!(found.len() >= core.len(), "invariant: a core is made of assumptions");
        found
    }

    /// The assumptions of the last check that could not hold together, in their order. Not always the fewest.
    pub fn core(&self) -> &[Term] {
        match &self.after {
            After::Core(core) => core,
            After::Nothing | After::Model(_) => panic!("a core is asked for right after an unsatisfiable check"),
        }
    }

    /// The value of any scalar term in the model of the last check; what the model leaves open gets some value.
    /// `None` for arrays, and for numbers that do not fit into a [`Value`].
    pub fn value(&mut self, term: Term) -> Option<Value> {
        let After::Model(model) = self.after else {
            panic!("a value is asked for right after a satisfiable check");
        };
        let ast = self.session.term(term);
        let c = self.ctx().raw();
        let mut value = ast;
        // SAFETY: model and term belong to this context; the result is counted while it is read.
        unsafe {
            if !Z3_model_eval(c, model, ast, true, &mut value) {
                return None;
            }
            Z3_inc_ref(c, value);
            let decoded = decode_value(self.ctx(), value);
            Z3_dec_ref(c, value);
            decoded
        }
    }

    /// The values of the variables in the model of the last check, as far as they fit.
    pub fn assignment(&mut self, variables: &[Term]) -> FxHashMap<Term, Value> {
        variables.iter().filter_map(|&variable| Some((variable, self.value(variable)?))).collect()
    }

    /// Models and cores do not survive a change.
    fn forget(&mut self) {
        if let After::Model(model) = std::mem::replace(&mut self.after, After::Nothing) {
            // SAFETY: the reference taken in `fetch_model`.
            unsafe { Z3_model_dec_ref(self.ctx().raw(), model) }
        }
    }
}
