//! Walking terms: subterms, free variables, substitution, evaluation.
//!
//! A term is built after its arguments, so indices grow from arguments to results: the subterms in the order of their
//! indices are in post-order, and no walk needs recursion, however deep the term is.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::pool::Terms;
use crate::term::{Func, Node, Term};
use crate::value::Value;

impl Terms {
    /// All subterms of the roots, each once, arguments before results.
    pub fn subterms(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut open: Vec<Term> = roots.into_iter().collect();
        let mut all = Vec::new();
        while let Some(term) = open.pop() {
            if seen.insert(term) {
                all.push(term);
                open.extend(self.node(term).children());
            }
        }
        all.sort_unstable();
        all
    }

    /// The variables of the roots, each once, in the order of their first mention.
    pub fn free_vars(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let mut subterms = self.subterms(roots);
        subterms.retain(|&term| self.as_var(term).is_some());
        subterms
    }

    /// The functions and relations (not the variables) applied in the roots, each once, in the order of declaration.
    pub fn applied(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Func> {
        let mut funcs: Vec<Func> = self
            .subterms(roots)
            .into_iter()
            .filter_map(|term| {
                let Node::Apply(func, args) = self.node(term) else { return None };
                (!args.is_empty()).then_some(*func)
            })
            .collect();
        funcs.sort_unstable();
        funcs.dedup();
        funcs
    }

    /// Replaces subterms simultaneously, the outermost first, and simplifies on the way up.
    pub fn substitute(&self, term: Term, replace: &FxHashMap<Term, Term>) -> Term {
        self.substituted([term], replace)[&term]
    }

    /// … in several terms at once: what each of their subterms becomes.
    pub fn substituted(
        &self,
        roots: impl IntoIterator<Item = Term>,
        replace: &FxHashMap<Term, Term>,
    ) -> FxHashMap<Term, Term> {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for at in self.subterms(roots) {
            let new = match replace.get(&at) {
                Some(&new) => new,
                None => self.rebuild(at, |child| done[&child]),
            };
            done.insert(at, new);
        }
        done
    }

    /// The same node over other arguments, through the constructors.
    pub(crate) fn rebuild(&self, term: Term, map: impl Fn(Term) -> Term) -> Term {
        let all = |args: &[Term]| args.iter().map(|&arg| map(arg)).collect::<Vec<_>>();
        match self.node(term) {
            Node::Bool(_) | Node::Int(_) | Node::Bv { .. } => term,
            Node::Apply(func, args) => self.apply(*func, &all(args)),
            Node::Not(a) => self.not(map(*a)),
            Node::And(args) => self.and(all(args)),
            Node::Or(args) => self.or(all(args)),
            Node::Eq(a, b) => self.eq(map(*a), map(*b)),
            Node::Ite(a, b, c) => self.ite(map(*a), map(*b), map(*c)),
            Node::Add(args) => self.add(all(args)),
            Node::Mul(a, b) => self.mul(map(*a), map(*b)),
            Node::Div(a, b) => self.div(map(*a), map(*b)),
            Node::Mod(a, b) => self.modulo(map(*a), map(*b)),
            Node::Le(a, b) => self.le(map(*a), map(*b)),
            Node::Lt(a, b) => self.lt(map(*a), map(*b)),
            Node::BvNot(a) => self.bv_not(map(*a)),
            Node::BvNeg(a) => self.bv_neg(map(*a)),
            Node::BvBin(op, a, b) => self.bv_bin(*op, map(*a), map(*b)),
            Node::BvCmp(op, a, b) => self.bv_cmp(*op, map(*a), map(*b)),
            Node::Extract { high, low, arg } => self.extract(*high, *low, map(*arg)),
            Node::Concat(a, b) => self.concat(map(*a), map(*b)),
            Node::ZeroExtend { arg, .. } => self.zero_extend(self.width(term), map(*arg)),
            Node::SignExtend { arg, .. } => self.sign_extend(self.width(term), map(*arg)),
            Node::BvToInt { signed, arg } => self.bv_to_int(*signed, map(*arg)),
            Node::IntToBv { width, arg } => self.int_to_bv(*width, map(*arg)),
            Node::Select(a, b) => self.select(map(*a), map(*b)),
            Node::Store(a, b, c) => self.store(map(*a), map(*b), map(*c)),
            Node::ConstArray { index, value } => self.const_array(*index, map(*value)),
        }
    }

    /// The value of a term when its variables have the given ones. `None` when that leaves something open: a variable
    /// without value, a function, an array that does not reduce, a division by zero, a number that does not fit.
    pub fn eval(&self, term: Term, assignment: &FxHashMap<Term, Value>) -> Option<Value> {
        let replace = assignment.iter().map(|(&var, &value)| (var, self.value(value))).collect();
        self.as_value(self.substitute(term, &replace))
    }

    /// Whether a formula is a literal: a Boolean variable or the negation of one.
    pub fn is_literal(&self, term: Term) -> bool {
        let atom = if let Node::Not(inner) = *self.node(term) { inner } else { term };
        self.as_var(atom).is_some()
    }

    /// A linear form, `constant + Σ factor·variable` by variable; `None` for anything else and for what does not fit.
    pub fn as_linear(&self, term: Term) -> Option<(Vec<(Term, i128)>, i128)> {
        let parts: &[Term] = if let Node::Add(args) = self.node(term) { args } else { std::slice::from_ref(&term) };
        let mut sum = Vec::with_capacity(parts.len());
        let mut constant = 0i128;
        for &part in parts {
            match *self.node(part) {
                Node::Int(value) => constant = constant.checked_add(value)?,
                Node::Mul(a, b) if self.as_var(b).is_some() => sum.push((b, self.as_int(a)?)),
                _ if self.as_var(part).is_some() => sum.push((part, 1)),
                // Any other term is not linear.
                _ => return None,
            }
        }
        Some((sum, constant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{BvOp, Scalar, Sort};

    #[test]
    fn substitution_is_simultaneous() {
        let t = Terms::new();
        let (x, y) = (t.var("x", Sort::Int), t.var("y", Sort::Int));
        let swap = FxHashMap::from_iter([(x, y), (y, x)]);
        assert_eq!(t.substitute(t.sub(x, y), &swap), t.sub(y, x));
    }

    #[test]
    fn evaluation_reads_through_arrays() {
        let t = Terms::new();
        let (i, j) = (t.var("i", Sort::Int), t.var("j", Sort::Int));
        let zeros = t.const_array(Scalar::Int, t.bv(8, 0));
        let array = t.store(t.store(zeros, i, t.bv(8, 7)), j, t.bv(8, 9));
        let read = t.bv_bin(BvOp::Add, t.select(array, i), t.bv(8, 1));
        let at = |a: i128, b: i128| t.eval(read, &FxHashMap::from_iter([(i, Value::Int(a)), (j, Value::Int(b))]));
        assert_eq!(at(1, 2), Some(Value::Bv { width: 8, value: 8 }));
        assert_eq!(at(1, 1), Some(Value::Bv { width: 8, value: 10 }));
    }

    #[test]
    fn deep_terms_need_no_stack() {
        let t = Terms::new();
        let c = t.var("c", Sort::Bool);
        let mut deep = t.var("x", Sort::Int);
        for k in 0..20_000 {
            deep = t.ite(c, t.int(k), t.modulo(deep, t.int(1_000_003 + k)));
        }
        assert_eq!(t.free_vars([deep]).len(), 2);
        assert_eq!(t.eval(deep, &FxHashMap::from_iter([(c, Value::Bool(true))])), Some(Value::Int(19_999)));
    }

    #[test]
    fn linear_forms() {
        let t = Terms::new();
        let (x, y) = (t.var("x", Sort::Int), t.var("y", Sort::Int));
        let form = t.add([t.mul(t.int(3), t.sub(x, y)), y, t.int(4)]);
        assert_eq!(t.as_linear(form), Some((vec![(x, 3), (y, -2)], 4)));
        assert_eq!(t.as_linear(t.mul(x, y)), None);
    }
}
