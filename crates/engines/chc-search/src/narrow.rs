//! Clauses of which only some variables are seen (localization reduction).
//!
//! A large program has many variables, and few of them matter. Relations without the others have fewer arguments: a solution of them is
//! one of all clauses, since what is not seen may be anything. A derivation of them may be none: where its clauses, put together with all their
//! variables, contradict each other, the variables that it takes to say so are seen from now on. At first none is.

use std::collections::VecDeque;

use chc::proof::parameters;
use chc::system::{System, What};
use chc::unroll::Step;
use rustc_hash::FxHashMap;
use smt::{Derivation, Func, Horn, HornAnswer, Limits, SatAnswer, Solution, Solver, Term};

use crate::refute::{Found, Question, refute_steps};
use crate::solve::{Known, Strategy, UNITS_OF_STEP, ask};

/// What the solver may spend on one question about a derivation.
const WORK: u32 = 5_000_000;
/// What is spent without lemmas.
const GLANCE: u32 = 2_000_000;
/// Steps of a derivation that is looked at.
const MOST_STEPS: usize = 3_000;

/// What narrowing shows.
pub enum Shown {
    Nothing,
    /// Relations that satisfy every clause of the system.
    Solved(Solution),
    Broken(Found),
}

/// What is seen of a system.
#[derive(Debug, Default)]
pub struct Narrow {
    visible: Vec<What>,
    /// Nothing is to be gained.
    is_over: bool,
}

impl Narrow {
    /// Goes on for about so many units of the solver.
    pub fn go_on(&mut self, question: &Question<'_>, work: u32) -> Shown {
        let mut left = work;
        while !self.is_over && left > 0 && question.budget.exhausted().is_none() {
            let (shown, spent) = question.session.counted(|| self.round(question, left));
            if !matches!(shown, Shown::Nothing) {
                return shown;
            }
            left = left.saturating_sub(spent.max(1));
        }
        Shown::Nothing
    }

    fn round(&mut self, question: &Question<'_>, work: u32) -> Shown {
        let Question { system, session, budget, .. } = *question;
        let narrowed = Narrowed::of(system, &self.visible);
        let guidance = Strategy::EXACT;
        let mut answer = ask(&narrowed.horn, session, guidance, work.min(GLANCE), budget);
        if matches!(answer, HornAnswer::Unknown(_)) && work > GLANCE {
            answer = Known::default().ask(&narrowed.horn, session, guidance, work, budget);
        }
        let derivation = match answer {
            HornAnswer::Safe(solution) => return Shown::Solved(narrowed.widened(&solution)),
            HornAnswer::Unsafe(derivation) => derivation,
            HornAnswer::Unknown(why) => {
                tracing::debug!(seen = self.visible.len(), why, "not solved");
                return Shown::Nothing;
            }
        };
        let stop = || budget.stopped().is_some();
        let look = || session.stoppable(&stop, || self.look(question, &narrowed, &derivation));
        let (shown, spent) = session.counted(look);
        budget.step(u64::from(spent) / UNITS_OF_STEP);
        tracing::debug!(seen = self.visible.len(), steps = derivation.facts.len(), is_over = self.is_over, "narrowed");
        shown
    }

    /// Is it a derivation with all variables, too? If not, more of them are seen from now on.
    fn look(&mut self, question: &Question<'_>, narrowed: &Narrowed<'_>, derivation: &Derivation) -> Shown {
        let mut solver = Solver::new(question.session);
        solver.set_limits(Limits::work(WORK));
        let used = narrowed.clauses_of(derivation, &mut solver);
        let lacks = used.as_ref().map_or(Lacks::Unknown, |used| narrowed.missing(used, &mut solver));
        match (lacks, used) {
            (Lacks::Variables(missing), _) if !missing.is_empty() => {
                self.visible.extend(missing);
                Shown::Nothing
            }
            (Lacks::Nothing(copies), Some(used)) => {
                self.is_over = true;
                let steps = used.iter().zip(&copies);
                let steps =
                    steps.map(|(used, copy)| Step { clause: used.clause, renamed: &copy.renamed, returns: false });
                // Where functions have summaries, the order of the steps is another one.
                let is_a_path = used.iter().all(|used| used.premises.len() <= 1);
                let steps: Vec<Step<'_>> = steps.rev().collect();
                Shown::Broken(refute_steps(question, &steps, is_a_path, &mut solver))
            }
            (Lacks::Variables(_) | Lacks::Nothing(_) | Lacks::Unknown, _) => {
                self.is_over = true;
                Shown::Nothing
            }
        }
    }
}

/// Clauses of which some arguments are left out, one for each of the system.
struct Narrowed<'a> {
    system: &'a System,
    horn: Horn,
    relations: Vec<Seen>,
}

/// What is left of a relation.
struct Seen {
    symbol: Func,
    /// Which arguments are seen.
    kept: Vec<usize>,
}

/// Why a derivation is none of the whole system.
enum Lacks {
    Variables(Vec<What>),
    /// It is one: the solver has the values of these.
    Nothing(Vec<Copy>),
    Unknown,
}

/// What a clause of a derivation leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    /// From nothing.
    Query,
    /// One of the derivation.
    Fact(usize),
    /// Some fact of the relation, of which the derivation says nothing.
    Any(Func),
}

/// A clause in a derivation, after those that it needs.
struct Used {
    clause: usize,
    /// Of each atom in its body, in their order, the place in the list where it follows.
    premises: Vec<usize>,
}

impl<'a> Narrowed<'a> {
    fn of(system: &'a System, visible: &[What]) -> Narrowed<'a> {
        let terms = &system.terms;
        let mut horn = Horn::new(terms);
        let mut relations = Vec::with_capacity(system.relations.len());
        for relation in &system.relations {
            let args = relation.args.iter().enumerate();
            let kept: Vec<usize> = args.filter(|(_, arg)| visible.contains(&arg.what)).map(|(at, _)| at).collect();
            let sorts = terms.params(relation.symbol);
            let sorts: Vec<_> = kept.iter().map(|at| sorts[*at]).collect();
            let name = format!("{} of {} variables", terms.name(relation.symbol), visible.len());
            relations.push(Seen { symbol: horn.relation(&name, &sorts), kept });
        }
        let mut narrowed = Narrowed { system, horn, relations };
        for clause in system.horn.clauses() {
            let atoms = system.horn.atoms(clause.body);
            let seen = atoms.into_iter().map(|atom| (atom, narrowed.atom(atom))).collect();
            let body = terms.substitute(clause.body, &seen);
            match clause.head.map(|head| narrowed.atom(head)) {
                Some(head) => narrowed.horn.rule([body], head),
                None => narrowed.horn.query([body]),
            }
        }
        narrowed
    }

    fn relation_of(&self, atom: Term) -> usize {
        let (symbol, _) = self.system.horn.applied(atom);
        let relation = self.system.relations.iter().position(|relation| relation.symbol == symbol);
        relation.expect("invariant: atoms apply relations of the system")
    }

    fn atom(&self, atom: Term) -> Term {
        let Seen { symbol, kept } = &self.relations[self.relation_of(atom)];
        let args = self.system.horn.applied(atom).1;
        let kept: Vec<Term> = kept.iter().map(|at| args[*at]).collect();
        self.system.terms.apply(*symbol, &kept)
    }

    /// A solution of these is one of all clauses.
    fn widened(&self, solution: &Solution) -> Solution {
        let terms = &self.system.terms;
        let formula = |(relation, Seen { symbol, kept }): (&chc::system::Relation, &Seen)| {
            let params: Vec<Term> = parameters(terms, relation).into_iter().map(|(_, param)| param).collect();
            let seen: Vec<Term> = kept.iter().map(|at| params[*at]).collect();
            (relation.symbol, params, solution.apply(terms.apply(*symbol, &seen)))
        };
        Solution::proposed(terms, self.system.relations.iter().zip(&self.relations).map(formula))
    }

    /// The clauses of a derivation, as a tree from the query on; `None` if they cannot be told.
    fn clauses_of(&self, derivation: &Derivation, solver: &mut Solver) -> Option<Vec<Used>> {
        let query = derivation.facts.iter().position(|derived| !self.horn.is_atom(derived.fact));
        let mut known: FxHashMap<Goal, (usize, Vec<Goal>)> = FxHashMap::default();
        let mut used: Vec<Used> = Vec::new();
        let mut open: VecDeque<Goal> = VecDeque::from([query.map_or(Goal::Query, Goal::Fact)]);
        let mut count = 1;
        while let Some(goal) = open.pop_front() {
            let (clause, premises) = match known.get(&goal) {
                Some(known) => known.clone(),
                None => {
                    let found = self.clause_of(derivation, goal, solver)?;
                    known.insert(goal, found.clone());
                    found
                }
            };
            let places = (count..count + premises.len()).collect();
            count += premises.len();
            if count > MOST_STEPS {
                return None;
            }
            used.push(Used { clause, premises: places });
            open.extend(premises);
        }
        Some(used)
    }

    /// By which clause a fact follows, and from what, in the order of the atoms.
    fn clause_of(&self, derivation: &Derivation, goal: Goal, solver: &mut Solver) -> Option<(usize, Vec<Goal>)> {
        let terms = &self.system.terms;
        let fact = |fact: usize| derivation.facts[fact].fact;
        let (symbol, reached, given) = match goal {
            Goal::Query => (None, None, &[][..]),
            Goal::Fact(at) if !self.horn.is_atom(fact(at)) => (None, None, &derivation.facts[at].premises[..]),
            Goal::Fact(at) => (Some(self.horn.applied(fact(at)).0), Some(fact(at)), &derivation.facts[at].premises[..]),
            Goal::Any(symbol) => (Some(symbol), None, &[][..]),
        };
        let equal = |a: Term, b: Term| {
            let pairs = self.horn.applied(a).1.into_iter().zip(self.horn.applied(b).1);
            // Of arrays, Z3 may tell no more than a name.
            let known = pairs.filter(|(a, b)| terms.sort(*a) == terms.sort(*b));
            known.map(|(a, b)| terms.eq(a, b)).collect::<Vec<Term>>()
        };
        // What follows from nothing Z3 may not tell, so that there may be more atoms than facts; as few as possible.
        let mut candidates: Vec<(usize, usize)> = self
            .horn
            .clauses()
            .iter()
            .enumerate()
            .filter(|(_, clause)| clause.head.map(|head| self.horn.applied(head).0) == symbol)
            .map(|(index, clause)| (self.horn.atoms(clause.body).len(), index))
            .filter(|(atoms, _)| *atoms >= given.len())
            .collect();
        candidates.sort_unstable();
        for (_, index) in candidates {
            let clause = &self.horn.clauses()[index];
            let mut left = given.to_vec();
            let mut goals = Vec::new();
            let mut formulas: Vec<Term> =
                clause.head.zip(reached).map_or_else(Vec::new, |(head, fact)| equal(head, fact));
            let mut hold: FxHashMap<Term, Term> = FxHashMap::default();
            for atom in self.horn.atoms(clause.body) {
                let relation = self.horn.applied(atom).0;
                let at = left.iter().position(|premise| self.horn.applied(fact(*premise)).0 == relation);
                goals.push(match at.map(|at| left.swap_remove(at)) {
                    Some(premise) => {
                        formulas.extend(equal(atom, fact(premise)));
                        Goal::Fact(premise)
                    }
                    None => Goal::Any(relation),
                });
                hold.insert(atom, terms.tt());
            }
            formulas.push(terms.substitute(clause.body, &hold));
            if left.is_empty() && solver.check_assuming(&formulas).is_sat() {
                return Some((index, goals));
            }
        }
        None
    }

    /// The variables by which the clauses contradict each other.
    fn missing(&self, used: &[Used], solver: &mut Solver) -> Lacks {
        let terms = &self.system.terms;
        let copies: Vec<Copy> = used.iter().map(|used| self.copy(used.clause)).collect();
        let mut links: Vec<(What, Term)> = Vec::new();
        for (used, copy) in used.iter().zip(&copies) {
            solver.assert(copy.body);
            for ((relation, args), premise) in copy.atoms.iter().zip(&used.premises) {
                let given = &copies[*premise].head;
                for (at, (arg, value)) in args.iter().zip(given).enumerate() {
                    let equal = terms.eq(*arg, *value);
                    if self.relations[*relation].kept.contains(&at) {
                        solver.assert(equal);
                    } else {
                        links.push((self.system.relations[*relation].args[at].what, equal));
                    }
                }
            }
        }
        let all: Vec<Term> = links.iter().map(|(_, equal)| *equal).collect();
        match solver.check_assuming(&all) {
            SatAnswer::Unsat => {}
            SatAnswer::Sat => return Lacks::Nothing(copies),
            SatAnswer::Unknown(_) => return Lacks::Unknown,
        }
        let mut missing: Vec<What> = Vec::new();
        let core = solver.core().to_vec();
        for (what, _) in links.iter().filter(|(_, equal)| core.contains(equal)) {
            if !missing.contains(what) {
                missing.push(*what);
            }
        }
        // As few as possible.
        for what in missing.clone() {
            let others = links.iter().filter(|(other, _)| *other != what && missing.contains(other));
            let others: Vec<Term> = others.map(|(_, equal)| *equal).collect();
            if missing.len() > 1 && solver.check_assuming(&others).is_unsat() {
                missing.retain(|other| *other != what);
            }
        }
        Lacks::Variables(missing)
    }

    /// A clause with variables of its own.
    fn copy(&self, clause: usize) -> Copy {
        let terms = &self.system.terms;
        let horn = &self.system.horn;
        let clause = &horn.clauses()[clause];
        let atoms = horn.atoms(clause.body);
        let head = clause.head.map_or_else(Vec::new, |head| horn.applied(head).1);
        let mut renamed: FxHashMap<Term, Term> = FxHashMap::default();
        for variable in terms.free_vars([clause.body].into_iter().chain(head.iter().copied())) {
            renamed.insert(variable, terms.fresh_var("step", terms.sort(variable)));
        }
        renamed.extend(atoms.iter().map(|atom| (*atom, terms.tt())));
        let args: Vec<(usize, Vec<Term>)> =
            atoms.iter().map(|atom| (self.relation_of(*atom), horn.applied(*atom).1)).collect();
        let roots = args.iter().flat_map(|(_, args)| args).chain(&head).copied().chain([clause.body]);
        let new = terms.substituted(roots, &renamed);
        let all = |terms: &[Term]| terms.iter().map(|term| new[term]).collect::<Vec<Term>>();
        Copy {
            renamed,
            body: new[&clause.body],
            atoms: args.iter().map(|(relation, args)| (*relation, all(args))).collect(),
            head: all(&head),
        }
    }
}

struct Copy {
    /// What the variables of the clause are called here.
    renamed: FxHashMap<Term, Term>,
    body: Term,
    /// Relations and what they are applied to.
    atoms: Vec<(usize, Vec<Term>)>,
    head: Vec<Term>,
}
