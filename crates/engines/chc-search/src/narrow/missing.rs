//! Which variables a derivation contradicts.

use chc::system::What;
use rustc_hash::FxHashMap;
use smt::{SatAnswer, Solver, Term};

use super::seen::Narrowed;
use super::used::Used;

/// Why a derivation is none of the whole system.
pub enum Lacks {
    Variables(Vec<What>),
    /// It is one: the solver has the values of these.
    Nothing(Vec<Copy>),
    Unknown,
}

/// A clause with variables of its own.
pub struct Copy {
    /// What the variables of the clause are called here.
    pub renamed: FxHashMap<Term, Term>,
    body: Term,
    /// Relations and what they are applied to.
    atoms: Vec<(usize, Vec<Term>)>,
    head: Vec<Term>,
}

impl Narrowed<'_> {
    /// The variables by which the clauses contradict each other.
    pub fn missing(&self, used: &[Used], solver: &mut Solver) -> Lacks {
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
