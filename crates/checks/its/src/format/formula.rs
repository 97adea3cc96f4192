//! Formulas over a rule's variables, and their disjunctive normal form: a transition has one conjunction.

use super::error::Fault;
use crate::system::{Atom, Poly, Relation};

/// How deep formulas and terms may nest, apart from `and` in `and`, `or` in `or` and sums in sums; what reads and
/// transforms them recurses that deep.
pub(super) const DEEPEST: usize = 200;

/// How many transitions one rule may become.
const MOST_CASES: usize = 512;

/// How many steps the normal form of one guard may take: pruned cases cost time without being counted.
const MOST_WORK: usize = 1_000_000;

/// How many pairs of terms one multiplication may combine.
const LARGEST_PRODUCT: usize = 4096;

#[derive(Debug)]
pub(super) enum Formula {
    Atom(Atom),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
    /// If, then, else.
    Ite(Box<[Formula; 3]>),
    /// Its variables are the rule's own, with names that nothing else uses, so that only negation has to take care of it.
    Exists {
        at: usize,
        body: Box<Formula>,
    },
    /// The definitions give a value to variables of their own whatever the others are, hence they stay as they are
    /// when the body is negated.
    Where {
        definitions: Vec<Formula>,
        body: Box<Formula>,
    },
}

impl Formula {
    pub fn always() -> Formula {
        Formula::All(Vec::new())
    }

    pub fn never() -> Formula {
        Formula::Any(Vec::new())
    }

    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    pub fn is_always(&self) -> bool {
        matches!(self, Formula::All(parts) if parts.is_empty())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

pub(super) fn compare(comparison: Comparison, a: &Poly, b: &Poly, at: usize) -> Result<Formula, Fault> {
    let atom = match comparison {
        // The least number has no negative: one way round may fit where the other does not.
        Comparison::Equal | Comparison::Different => Atom::eq(a, b).or_else(|| Atom::eq(b, a)),
        Comparison::Less => Atom::gt(b, a),
        Comparison::AtMost => Atom::ge(b, a),
        Comparison::Greater => Atom::gt(a, b),
        Comparison::AtLeast => Atom::ge(a, b),
    };
    let formula = Formula::Atom(atom.ok_or_else(|| Fault::arithmetic(at))?);
    Ok(if comparison == Comparison::Different { formula.negated() } else { formula })
}

/// a·b, unless the result would be out of proportion to what was written.
pub(super) fn product(a: &Poly, b: &Poly, at: usize) -> Result<Poly, Fault> {
    let pairs = a.terms().len().saturating_mul(b.terms().len());
    let product = if pairs <= LARGEST_PRODUCT { a.mul(b) } else { None };
    product.ok_or_else(|| Fault::arithmetic(at))
}

/// The sum of all, in halves: one after the other would copy a long sum for each of its terms.
pub(super) fn sum(mut parts: Vec<Poly>, at: usize) -> Result<Poly, Fault> {
    while parts.len() > 1 {
        let pairs = parts.chunks(2).map(|pair| match pair {
            [a, b] => a.add(b),
            rest => rest.first().cloned(),
        });
        parts = pairs.collect::<Option<_>>().ok_or_else(|| Fault::arithmetic(at))?;
    }
    Ok(parts.pop().unwrap_or_default())
}

/// Conjunctions, one of which holds exactly when the formula does. Those that are evidently false are left out.
pub(super) fn cases(formula: &Formula, at: usize) -> Result<Vec<Vec<Atom>>, Fault> {
    Expansion { at, work: 0 }.expand(formula, true)
}

struct Expansion {
    /// Where the guard is, for what is wrong with all of it.
    at: usize,
    work: usize,
}

type Cases = Vec<Vec<Atom>>;

impl Expansion {
    fn expand(&mut self, formula: &Formula, holds: bool) -> Result<Cases, Fault> {
        self.spend(1)?;
        match formula {
            Formula::Atom(atom) => self.atom(atom, holds),
            Formula::All(parts) if holds => self.every(parts, true),
            Formula::All(parts) => self.some(parts, false),
            Formula::Any(parts) if holds => self.some(parts, true),
            Formula::Any(parts) => self.every(parts, false),
            Formula::Not(body) => self.expand(body, !holds),
            Formula::Ite(parts) => {
                let [condition, then, otherwise] = parts.as_ref();
                let (yes, then) = (self.expand(condition, true)?, self.expand(then, holds)?);
                let (no, otherwise) = (self.expand(condition, false)?, self.expand(otherwise, holds)?);
                let (then, otherwise) = (self.both(yes, then)?, self.both(no, otherwise)?);
                self.either(then, otherwise)
            }
            Formula::Exists { body, .. } if holds => self.expand(body, true),
            Formula::Exists { at, .. } => Err(Fault::new(*at, "`exists` under a negation is not supported")),
            Formula::Where { definitions, body } => {
                let (definitions, body) = (self.every(definitions, true)?, self.expand(body, holds)?);
                self.both(definitions, body)
            }
        }
    }

    fn atom(&self, atom: &Atom, holds: bool) -> Result<Cases, Fault> {
        let overflow = || Fault::arithmetic(self.at);
        let one = Poly::constant(1);
        let alternatives = match (holds, atom.relation) {
            (true, Relation::AtLeastZero | Relation::Zero) => vec![atom.clone()],
            (false, Relation::AtLeastZero) => {
                let below = atom.poly.neg().and_then(|poly| poly.sub(&one)).ok_or_else(overflow)?;
                vec![Atom::at_least_zero(below)]
            }
            (false, Relation::Zero) => {
                let above = atom.poly.sub(&one).ok_or_else(overflow)?;
                let below = atom.poly.neg().and_then(|poly| poly.sub(&one)).ok_or_else(overflow)?;
                vec![Atom::at_least_zero(above), Atom::at_least_zero(below)]
            }
        };
        let possible = alternatives.into_iter().map(|atom| atom.normal()).filter_map(|atom| match atom.truth() {
            Some(true) => Some(Vec::new()),
            Some(false) => None,
            None => Some(vec![atom]),
        });
        Ok(possible.collect())
    }

    fn every(&mut self, parts: &[Formula], holds: bool) -> Result<Cases, Fault> {
        let mut all = vec![Vec::new()];
        for part in parts {
            let more = self.expand(part, holds)?;
            all = self.both(all, more)?;
        }
        Ok(all)
    }

    fn some(&mut self, parts: &[Formula], holds: bool) -> Result<Cases, Fault> {
        let mut all = Vec::new();
        for part in parts {
            let more = self.expand(part, holds)?;
            all = self.either(all, more)?;
        }
        Ok(all)
    }

    fn both(&mut self, mut a: Cases, b: Cases) -> Result<Cases, Fault> {
        if let [only] = b.as_slice() {
            // Most guards are one long conjunction, which would be copied for each of its parts.
            a.iter_mut().for_each(|case| case.extend_from_slice(only));
            self.spend(a.len())?;
            return Ok(a);
        }
        self.limit(a.len().saturating_mul(b.len()))?;
        self.spend(a.len() * b.len())?;
        Ok(a.iter().flat_map(|left| b.iter().map(|right| [left.as_slice(), right].concat())).collect())
    }

    fn either(&mut self, mut a: Cases, b: Cases) -> Result<Cases, Fault> {
        self.limit(a.len() + b.len())?;
        a.extend(b);
        Ok(a)
    }

    fn limit(&self, cases: usize) -> Result<(), Fault> {
        if cases <= MOST_CASES { Ok(()) } else { Err(self.too_many()) }
    }

    fn spend(&mut self, work: usize) -> Result<(), Fault> {
        self.work += work;
        if self.work <= MOST_WORK { Ok(()) } else { Err(self.too_many()) }
    }

    fn too_many(&self) -> Fault {
        Fault::new(self.at, format!("this guard is a disjunction of more than {MOST_CASES} cases"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::system::IntVar;

    fn formula() -> impl Strategy<Value = Formula> {
        let relation = prop_oneof![
            Just(Comparison::Equal),
            Just(Comparison::Different),
            Just(Comparison::Less),
            Just(Comparison::AtMost),
            Just(Comparison::Greater),
            Just(Comparison::AtLeast)
        ];
        let leaf = (relation, 0_u32..3, -2_i128..3, -3_i128..4).prop_map(|(relation, var, factor, constant)| {
            let poly = Poly::linear([(IntVar(var), factor)], constant).expect("small");
            compare(relation, &poly, &Poly::zero(), 0).expect("small")
        });
        leaf.prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::All),
                prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::Any),
                inner.clone().prop_map(Formula::negated),
                (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| Formula::Ite(Box::new([a, b, c]))),
            ]
        })
    }

    fn value(formula: &Formula, of: &dyn Fn(IntVar) -> i128) -> bool {
        match formula {
            Formula::Atom(atom) => atom.holds(of).expect("small"),
            Formula::All(parts) => parts.iter().all(|part| value(part, of)),
            Formula::Any(parts) => parts.iter().any(|part| value(part, of)),
            Formula::Not(body) => !value(body, of),
            Formula::Ite(parts) => value(&parts[if value(&parts[0], of) { 1 } else { 2 }], of),
            Formula::Exists { body, .. } | Formula::Where { body, .. } => value(body, of),
        }
    }

    proptest! {
        #[test]
        fn cases_say_what_the_formula_says(formula in formula(), at in prop::array::uniform3(-4_i128..5)) {
            let of = |var: IntVar| at[var.index()];
            if let Ok(cases) = cases(&formula, 0) {
                let some = cases.iter().any(|case| case.iter().all(|atom| atom.holds(&of).expect("small")));
                prop_assert_eq!(some, value(&formula, &of));
            }
        }
    }

    #[test]
    fn too_many_cases_are_an_error() {
        let different = |var| compare(Comparison::Different, &Poly::var(IntVar(var)), &Poly::zero(), 0).expect("small");
        let all = |count| Formula::All((0..count).map(different).collect());
        assert_eq!(cases(&all(9), 7).expect("2^9 cases").len(), 512);
        let fault = cases(&all(10), 7).expect_err("2^10 cases");
        assert_eq!((fault.at, fault.what.as_str()), (7, "this guard is a disjunction of more than 512 cases"));
    }

    #[test]
    fn nested_conditions_end() {
        // Every level is expanded twice.
        let mut formula = Formula::never();
        for _ in 0..DEEPEST {
            formula = Formula::Ite(Box::new([formula, Formula::never(), Formula::never()]));
        }
        assert!(cases(&formula, 0).is_err());
    }

    #[test]
    fn comparisons_fit_one_way_round_or_not_at_all() {
        let (x, least) = (Poly::var(IntVar(0)), Poly::constant(i128::MIN));
        let atom = |comparison, a: &Poly, b: &Poly| match compare(comparison, a, b, 3) {
            Ok(Formula::Atom(atom)) => Ok(atom),
            Ok(other) => panic!("{other:?}"),
            Err(fault) => Err((fault.at, fault.what)),
        };
        let too_large = Err((3, "a number here does not fit 128 bits, or a product is too large".to_string()));
        let sum = Atom::zero(least.sub(&x).expect("it fits"));
        assert_eq!(atom(Comparison::Equal, &least, &x), Ok(sum.clone()));
        assert_eq!(atom(Comparison::Equal, &x, &least), Ok(sum));
        assert_eq!(atom(Comparison::AtLeast, &x, &least), too_large);
        assert_eq!(atom(Comparison::Greater, &x, &least), too_large);
        assert_eq!(atom(Comparison::AtMost, &least, &x), too_large);
        assert_eq!(atom(Comparison::Less, &least, &x), too_large);
        // What is not at least as large as the least number is not computed.
        let atom = Formula::Atom(Atom::at_least_zero(least.clone())).negated();
        assert!(cases(&atom, 0).is_err());
        let atom = Formula::Atom(Atom::zero(least)).negated();
        assert!(cases(&atom, 0).is_err());
    }

    #[test]
    fn sums_and_products_are_those_of_their_parts() {
        let (x, y) = (Poly::var(IntVar(0)), Poly::var(IntVar(1)));
        for count in 0..6 {
            let parts: Vec<Poly> = (0..count).map(|part| if part % 2 == 0 { x.clone() } else { y.clone() }).collect();
            let expected = Poly::linear([(IntVar(0), (count + 1) / 2), (IntVar(1), count / 2)], 0).expect("small");
            assert_eq!(sum(parts, 0).expect("small"), expected);
        }
        let huge = Poly::constant(i128::MAX);
        assert_eq!(sum(vec![x.clone(), huge.clone(), huge], 5).map_err(|fault| fault.at), Err(5));
        let long =
            |from: u32, terms: u32| Poly::linear((from..from + terms).map(|var| (IntVar(var), 1)), 0).expect("small");
        assert_eq!(product(&long(0, 8), &long(100, 8), 0).map(|poly| poly.terms().len()).ok(), Some(64));
        assert_eq!(product(&long(0, 64), &long(100, 65), 5).map_err(|fault| fault.at), Err(5));
        assert_eq!(product(&x, &y, 0).ok(), x.mul(&y));
    }

    #[test]
    fn as_many_cases_as_are_allowed_are_fine() {
        let different = |var| compare(Comparison::Different, &Poly::var(IntVar(var)), &Poly::zero(), 0).expect("small");
        let some = |count| Formula::Any((0..count).map(different).collect());
        assert_eq!(cases(&some(256), 0).expect("512 cases").len(), 512);
        assert!(cases(&some(257), 0).is_err());
        assert!(Formula::always().is_always());
        assert!(!Formula::never().is_always() && !some(1).is_always());
        assert!(!Formula::All(vec![Formula::always()]).is_always());
    }

    /// What is left of the work that may be done decides whether a formula is expanded.
    #[test]
    fn work_is_counted() {
        let different = || compare(Comparison::Different, &Poly::var(IntVar(0)), &Poly::zero(), 0).expect("small");
        let positive = || Formula::Atom(Atom::at_least_zero(Poly::var(IntVar(0))));
        let cost = |formula: Formula| {
            let done = |left: &usize| Expansion { at: 0, work: MOST_WORK - left }.expand(&formula, true).is_ok();
            (0..100).find(done)
        };
        // One for each part, and one for each case that is made of two.
        assert_eq!(cost(positive()), Some(1));
        assert_eq!(cost(different()), Some(2));
        assert_eq!(cost(Formula::Any(vec![different(), different()])), Some(5));
        assert_eq!(cost(Formula::All(vec![positive()])), Some(3));
        assert_eq!(cost(Formula::All(vec![different(), positive()])), Some(8));
        assert_eq!(cost(Formula::All(vec![different(), different()])), Some(11));
    }
}
