//! Z3's Spacer.

use std::time::{Duration, Instant};

use z3_sys::*;

use super::derivation::{Derivation, derivation};
use crate::session::Session;
use crate::solver::SatAnswer;
use crate::term::{Func, Term};
use crate::z3::{Context, Limits, Param, decode};

/// How Spacer generalises what it has learnt. None is best for all systems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guidance {
    /// Look at many lemmas together, and guess what they have in common.
    pub global: bool,
    /// Drop from what is to be blocked what does not matter.
    pub simplify: bool,
    /// Look for equations in what is to be blocked.
    pub equations: bool,
    /// Prefer lemmas with few numbers.
    pub few_numbers: bool,
}

/// One run of Spacer.
pub(super) struct Engine {
    session: Session,
    raw: Z3_fixedpoint,
    /// How long anything here may take.
    time: Option<Duration>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: the reference taken in `new`; the session is dropped after this.
        unsafe { Z3_fixedpoint_dec_ref(self.ctx().raw(), self.raw) }
    }
}

impl Engine {
    pub fn new(session: &Session, guidance: Guidance, limits: Limits) -> Engine {
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
            ("spacer.global", Param::Bool(guidance.global)),
            // When a limit ends the solver in the midst of it, Z3 takes that for a bug of its own, and says so to the user.
            ("spacer.gg.subsume", Param::Bool(false)),
            ("spacer.simplify_pob", Param::Bool(guidance.simplify)),
            ("spacer.use_euf_gen", Param::Bool(guidance.equations)),
            ("spacer.use_lim_num_gen", Param::Bool(guidance.few_numbers)),
        ];
        params.extend(limits.params());
        // SAFETY: the engine belongs to the context, and copies the parameters.
        ctx.with_params(&params, |params| unsafe { Z3_fixedpoint_set_params(ctx.raw(), raw, params) });
        Engine { session: session.clone(), raw, time: limits.longest() }
    }

    fn ctx(&self) -> &Context {
        self.session.ctx()
    }

    pub fn register(&self, relation: Func) {
        let func = self.session.func(relation);
        // SAFETY: a declaration of this context with a Boolean result.
        unsafe { Z3_fixedpoint_register_relation(self.ctx().raw(), self.raw, func) }
    }

    pub fn add(&self, body: Term, head: Term, variables: &[Term]) {
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

    /// Can the fact, which has no variables, be derived?
    ///
    /// Not by `Z3_fixedpoint_query_relations`, which counts no work.
    pub fn query(&self, fact: Term) -> SatAnswer {
        let fact = self.session.term(fact);
        let c = self.ctx().raw();
        crate::count::count();
        // SAFETY: a term of this context; the text is copied at once.
        unsafe {
            match Z3_fixedpoint_query(c, self.raw, fact) {
                Z3_L_TRUE => SatAnswer::Sat,
                Z3_L_FALSE => SatAnswer::Unsat,
                _ => SatAnswer::Unknown(self.ctx().text(Z3_fixedpoint_get_reason_unknown(c, self.raw))),
            }
        }
    }

    /// The formula found for a relation, over these parameters.
    pub fn formula(&self, relation: Func, params: &[Term]) -> Result<Term, String> {
        let func = self.session.func(relation);
        // Level -1 is the inductive part of what was learnt.
        // SAFETY: a registered relation; the result is kept while it is read.
        let cover = unsafe { Z3_fixedpoint_get_cover_delta(self.ctx().raw(), self.raw, -1, func) };
        let cover = cover.ok_or_else(|| format!("no invariant: {}", self.ctx().error()))?;
        decode(self.ctx(), self.session.terms(), self.ctx().keep(cover), params).map_err(|what| {
            format!("the invariant of `{}` is beyond us: {}", self.session.terms().name(relation), what.0)
        })
    }

    /// After `Sat`: how the relation is reached; nothing if that takes Z3 too long, which knows no limits here.
    pub fn derivation(&self) -> Derivation {
        let (start, longest) = (Instant::now(), self.time);
        let is_late = || longest.is_some_and(|limit| start.elapsed() > limit);
        // SAFETY: asked after an answer; what comes back is kept while it is read.
        let answer = || unsafe { Z3_fixedpoint_get_answer(self.ctx().raw(), self.raw) };
        let proof = self.session.stoppable(&is_late, answer);
        proof.map(|proof| derivation(self.ctx(), self.session.terms(), self.ctx().keep(proof))).unwrap_or_default()
    }
}
