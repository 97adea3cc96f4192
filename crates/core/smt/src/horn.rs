//! Systems of constrained Horn clauses, solved by Z3's Spacer.
//!
//! A clause says: whenever its body holds, its head does, for all values of its variables. A clause without a head is a
//! query: its body must never hold. The system is safe when relations exist that satisfy every clause; such relations
//! are the answer, as one formula per relation.
//!
//! Z3 simplifies a system before it solves it, and then gives no formula, or a wrong one, for a relation that fell
//! away. So what would inline or slice relations is switched off, what is trivial is sliced here (`Slice`), and a
//! solution is checked clause by clause before it is handed out.

use rustc_hash::{FxHashMap, FxHashSet};
use z3_sys::*;

use crate::pool::Terms;
use crate::session::Session;
use crate::smtlib;
use crate::solver::{SatAnswer, Solver};
use crate::term::{Func, Node, Sort, Term};
use crate::z3::{Context, Limits, Param, decode};

/// `body` implies `head`, for all values of the variables in both; no head means "never".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    pub body: Term,
    pub head: Option<Term>,
}

/// A system of clauses. Relations are the functions declared through it.
#[derive(Clone, Debug)]
pub struct Horn {
    terms: Terms,
    relations: Vec<Func>,
    clauses: Vec<Clause>,
}

#[derive(Clone, Debug)]
pub enum HornAnswer {
    /// Relations that satisfy every clause.
    Safe(Solution),
    /// Every choice of relations breaks a clause.
    Unsafe,
    Unknown(String),
}

/// One formula per relation, over parameters of its own.
#[derive(Clone, Debug)]
pub struct Solution {
    terms: Terms,
    formulas: FxHashMap<Func, (Vec<Term>, Term)>,
}

impl Horn {
    pub fn new(terms: &Terms) -> Horn {
        Horn { terms: terms.clone(), relations: Vec::new(), clauses: Vec::new() }
    }

    /// Declares a relation; it is used in clauses through [`Terms::apply`].
    pub fn relation(&mut self, name: &str, params: &[Sort]) -> Func {
        let func = self.terms.declare(name, params, Sort::Bool);
        if !self.relations.contains(&func) {
            self.relations.push(func);
        }
        func
    }

    /// Whenever the body holds, so does the head, which is an applied relation.
    pub fn rule(&mut self, body: impl IntoIterator<Item = Term>, head: Term) {
        assert!(self.relation_of(head).is_some(), "the head of a clause is an applied relation of the system");
        let body = self.terms.and(body);
        self.clauses.push(Clause { body, head: Some(head) });
    }

    /// The body never holds.
    pub fn query(&mut self, body: impl IntoIterator<Item = Term>) {
        let body = self.terms.and(body);
        self.clauses.push(Clause { body, head: None });
    }

    pub fn relations(&self) -> &[Func] {
        &self.relations
    }

    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The relation that a term applies.
    fn relation_of(&self, term: Term) -> Option<Func> {
        let Node::Apply(func, _) = self.terms.node(term) else { return None };
        self.relations.contains(func).then_some(*func)
    }

    fn relations_in(&self, body: Term) -> Vec<Func> {
        self.terms.subterms([body]).into_iter().filter_map(|term| self.relation_of(term)).collect()
    }

    /// Variables that stand for the arguments of a relation.
    fn parameters(&self, relation: Func) -> Vec<Term> {
        self.terms.params(relation).iter().map(|&sort| self.terms.fresh_var("arg", sort)).collect()
    }

    /// The variables of a clause; a relation without parameters is none of them.
    fn variables(&self, clause: &Clause) -> Vec<Term> {
        let mut variables = self.terms.free_vars([clause.body].into_iter().chain(clause.head));
        variables.retain(|&term| self.terms.as_var(term).is_some_and(|func| !self.relations.contains(&func)));
        variables
    }

    /// Looks for relations that satisfy every clause. What it finds has been checked; what fails the check is unknown.
    pub fn solve(&self, session: &Session, limits: Limits) -> HornAnswer {
        assert!(session.terms().same_store(&self.terms), "a system is solved in a session over its own terms");
        let slice = Slice::new(self);
        let engine = Engine::new(session, limits);
        for &relation in &slice.relations {
            engine.register(relation);
        }
        let goal = self.terms.fresh_var("reached", Sort::Bool);
        let goal_relation = self.terms.as_var(goal).expect("a variable is its own symbol");
        engine.register(goal_relation);
        for &clause in &slice.clauses {
            engine.add(clause.body, clause.head.unwrap_or(goal), &self.variables(clause));
        }
        match engine.query(goal_relation) {
            SatAnswer::Sat => return HornAnswer::Unsafe,
            SatAnswer::Unknown(why) => return HornAnswer::Unknown(why),
            SatAnswer::Unsat => {}
        }
        let mut formulas = slice.formulas;
        for &relation in &slice.relations {
            let params = self.parameters(relation);
            match engine.formula(relation, &params) {
                Ok(formula) => formulas.insert(relation, (params, formula)),
                Err(what) => return HornAnswer::Unknown(what),
            };
        }
        let solution = Solution { terms: self.terms.clone(), formulas };
        let mut solver = Solver::new(session);
        solver.set_limits(limits);
        match solution.check(self, &mut solver) {
            Ok(()) => HornAnswer::Safe(solution),
            Err(clause) => HornAnswer::Unknown(format!("the solution found does not satisfy clause {clause}")),
        }
    }

    /// The system as a script for any solver of the logic HORN, where `sat` means safe.
    pub fn to_smtlib(&self) -> String {
        let mut out = String::from("(set-logic HORN)\n");
        let all = self.clauses.iter().flat_map(|clause| [clause.body].into_iter().chain(clause.head));
        let others: Vec<Func> = self.terms.applied(all).into_iter().filter(|f| !self.relations.contains(f)).collect();
        for &func in self.relations.iter().chain(&others) {
            smtlib::write_declaration(&self.terms, &mut out, func);
        }
        for clause in &self.clauses {
            let variables: Vec<String> = self
                .variables(clause)
                .into_iter()
                .map(|term| format!("({} {})", self.terms.to_smtlib(term), self.terms.sort(term)))
                .collect();
            let body = self.terms.to_smtlib(clause.body);
            let head = clause.head.map_or_else(|| "false".to_string(), |head| self.terms.to_smtlib(head));
            let implication = format!("(=> {body} {head})");
            out.push_str(&match *variables {
                [] => format!("(assert {implication})\n"),
                [_, ..] => format!("(assert (forall ({}) {implication}))\n", variables.join(" ")),
            });
        }
        out.push_str("(check-sat)\n");
        out
    }
}

impl Solution {
    /// The parameters and the formula of a relation.
    pub fn formula(&self, relation: Func) -> Option<(&[Term], Term)> {
        self.formulas.get(&relation).map(|(params, formula)| (&params[..], *formula))
    }

    /// A term with every relation replaced by its formula.
    pub fn apply(&self, term: Term) -> Term {
        let mut replace = FxHashMap::default();
        for at in self.terms.subterms([term]) {
            if let Node::Apply(func, args) = self.terms.node(at)
                && let Some((params, formula)) = self.formulas.get(func)
            {
                let arguments = params.iter().copied().zip(args.iter().copied()).collect();
                replace.insert(at, self.terms.substitute(*formula, &arguments));
            }
        }
        self.terms.substitute(term, &replace)
    }

    /// Whether the relations satisfy every clause of the system: `Err` names the first clause (by its place) that was
    /// not proved. Asks one question per clause and trusts nothing of the search.
    pub fn check(&self, horn: &Horn, solver: &mut Solver) -> Result<(), usize> {
        for (index, clause) in horn.clauses.iter().enumerate() {
            let head = clause.head.map_or_else(|| self.terms.ff(), |head| self.apply(head));
            if !solver.proves(self.terms.implies(self.apply(clause.body), head)) {
                return Err(index);
            }
        }
        Ok(())
    }
}

/// The part of a system that needs a search, and formulas for the relations outside it.
struct Slice<'h> {
    relations: Vec<Func>,
    clauses: Vec<&'h Clause>,
    formulas: FxHashMap<Func, (Vec<Term>, Term)>,
}

impl<'h> Slice<'h> {
    /// A relation that no fact leads to is false; one that leads to no query is true.
    fn new(horn: &'h Horn) -> Slice<'h> {
        let never = horn.terms.ff();
        let parts: Vec<(&Clause, Vec<Func>, Option<Func>)> = horn
            .clauses
            .iter()
            .filter(|clause| clause.body != never)
            .map(|clause| (clause, horn.relations_in(clause.body), clause.head.and_then(|head| horn.relation_of(head))))
            .collect();
        let mut derived: FxHashSet<Func> = FxHashSet::default();
        grow(&mut derived, |derived| {
            let holds = |body: &[Func]| body.iter().all(|relation| derived.contains(relation));
            parts.iter().filter(|(_, body, _)| holds(body)).filter_map(|(.., head)| *head).collect()
        });
        let mut needed: FxHashSet<Func> = FxHashSet::default();
        grow(&mut needed, |needed| {
            let wanted = |head: &Option<Func>| head.is_none_or(|relation| needed.contains(&relation));
            parts.iter().filter(|(.., head)| wanted(head)).flat_map(|(_, body, _)| body.iter().copied()).collect()
        });
        let stays = |relation: &Func| derived.contains(relation) && needed.contains(relation);
        let (relations, others): (Vec<Func>, Vec<Func>) = horn.relations.iter().partition(|relation| stays(relation));
        let trivial =
            |relation: Func| (relation, (horn.parameters(relation), horn.terms.bool(derived.contains(&relation))));
        Slice {
            relations,
            clauses: parts
                .iter()
                .filter(|(_, body, head)| body.iter().all(stays) && head.as_ref().is_none_or(stays))
                .map(|&(clause, ..)| clause)
                .collect(),
            formulas: others.into_iter().map(trivial).collect(),
        }
    }
}

/// Adds what `more` derives from the set until nothing is new.
fn grow(set: &mut FxHashSet<Func>, more: impl Fn(&FxHashSet<Func>) -> Vec<Func>) {
    loop {
        let before = set.len();
        let new = more(set);
        set.extend(new);
        if set.len() == before {
            return;
        }
    }
}

/// One run of Spacer.
struct Engine {
    session: Session,
    raw: Z3_fixedpoint,
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: the reference taken in `new`; the session is dropped after this.
        unsafe { Z3_fixedpoint_dec_ref(self.ctx().raw(), self.raw) }
    }
}

impl Engine {
    fn new(session: &Session, limits: Limits) -> Engine {
        let ctx = session.ctx();
        // SAFETY: made and counted in the context of the session, which is stored beside it.
        let raw = unsafe {
            let raw = ctx.made(Z3_mk_fixedpoint(ctx.raw()));
            Z3_fixedpoint_inc_ref(ctx.raw(), raw);
            raw
        };
        let mut params = vec![
            ("engine", Param::Symbol("spacer")),
            ("xform.inline_eager", Param::Bool(false)),
            ("xform.inline_linear", Param::Bool(false)),
            ("xform.slice", Param::Bool(false)),
            ("xform.coi", Param::Bool(false)),
        ];
        params.extend(limits.params());
        // SAFETY: the engine belongs to the context, and copies the parameters.
        ctx.with_params(&params, |params| unsafe { Z3_fixedpoint_set_params(ctx.raw(), raw, params) });
        Engine { session: session.clone(), raw }
    }

    fn ctx(&self) -> &Context {
        self.session.ctx()
    }

    fn register(&self, relation: Func) {
        let func = self.session.func(relation);
        // SAFETY: a declaration of this context with a Boolean result.
        unsafe { Z3_fixedpoint_register_relation(self.ctx().raw(), self.raw, func) }
    }

    fn add(&self, body: Term, head: Term, variables: &[Term]) {
        let c = self.ctx().raw();
        let [body, head] = [body, head].map(|term| self.session.term(term));
        let bound: Vec<Z3_app> = variables
            .iter()
            .map(|&variable| {
                let ast = self.session.term(variable);
                // SAFETY: a variable is an application.
                self.ctx().made(unsafe { Z3_to_app(c, ast) })
            })
            .collect();
        // SAFETY: all terms belong to this context; arrays are passed with their lengths.
        unsafe {
            let implication = self.ctx().keep(self.ctx().made(Z3_mk_implies(c, body, head)));
            let rule = match *bound {
                [] => implication,
                [_, ..] => self.ctx().made(Z3_mk_forall_const(
                    c,
                    0,
                    bound.len() as u32,
                    bound.as_ptr(),
                    0,
                    std::ptr::null(),
                    implication,
                )),
            };
            Z3_fixedpoint_add_rule(c, self.raw, self.ctx().keep(rule), None);
        }
    }

    /// Can the relation be reached?
    fn query(&self, relation: Func) -> SatAnswer {
        let func = self.session.func(relation);
        let c = self.ctx().raw();
        crate::count::count();
        // SAFETY: one registered relation of this context; the text is copied at once.
        unsafe {
            match Z3_fixedpoint_query_relations(c, self.raw, 1, [func].as_ptr()) {
                Z3_L_TRUE => SatAnswer::Sat,
                Z3_L_FALSE => SatAnswer::Unsat,
                _ => SatAnswer::Unknown(self.ctx().text(Z3_fixedpoint_get_reason_unknown(c, self.raw))),
            }
        }
    }

    /// The formula found for a relation, over these parameters.
    fn formula(&self, relation: Func, params: &[Term]) -> Result<Term, String> {
        let func = self.session.func(relation);
        // Level -1 is the inductive part of what was learnt.
        // SAFETY: a registered relation; the result is kept while it is read.
        let cover = unsafe { Z3_fixedpoint_get_cover_delta(self.ctx().raw(), self.raw, -1, func) };
        let cover = cover.ok_or_else(|| format!("no invariant: {}", self.ctx().error()))?;
        decode(self.ctx(), self.session.terms(), self.ctx().keep(cover), params).map_err(|what| {
            format!("the invariant of `{}` is beyond us: {}", self.session.terms().name(relation), what.0)
        })
    }
}
