//! Constructors of Boolean, integer, array and function terms.
//!
//! Guarantees: the result means what the name says, whatever was simplified on the way (tested against the solver in
//! `tests/laws.rs`). A constructor folds constants only when the result fits.

use crate::pool::Terms;
use crate::term::{Func, Node, Scalar, Sort, Term};
use crate::value::{self, Value};

impl Terms {
    pub fn bool(&self, value: bool) -> Term {
        self.intern(Node::Bool(value), Sort::Bool)
    }

    pub fn tt(&self) -> Term {
        self.bool(true)
    }

    pub fn ff(&self) -> Term {
        self.bool(false)
    }

    pub fn int(&self, value: impl Into<i128>) -> Term {
        self.intern(Node::Int(value.into()), Sort::Int)
    }

    /// The constant of a value.
    pub fn value(&self, value: Value) -> Term {
        match value {
            Value::Bool(b) => self.bool(b),
            Value::Int(i) => self.int(i),
            Value::Bv { width, value } => self.bv(width, value),
        }
    }

    /// The value of a constant; `None` for every other term.
    pub fn as_value(&self, term: Term) -> Option<Value> {
        match *self.node(term) {
            Node::Bool(b) => Some(Value::Bool(b)),
            Node::Int(i) => Some(Value::Int(i)),
            Node::Bv { width, value } => Some(Value::Bv { width, value }),
            // Any other term has a value only under an assignment.
            _ => None,
        }
    }

    pub(crate) fn as_int(&self, term: Term) -> Option<i128> {
        self.as_value(term).and_then(Value::as_int)
    }

    pub(crate) fn expect_sort(&self, term: Term, sort: Sort) {
        let found = self.sort(term);
        assert!(found == sort, "ill-sorted term: {found} where {sort} is needed");
    }

    pub fn not(&self, a: Term) -> Term {
        self.expect_sort(a, Sort::Bool);
        match *self.node(a) {
            Node::Bool(b) => self.bool(!b),
            Node::Not(inner) => inner,
            Node::Le(x, y) => self.intern(Node::Lt(y, x), Sort::Bool),
            Node::Lt(x, y) => self.intern(Node::Le(y, x), Sort::Bool),
            // Any other term stays as it is.
            _ => self.intern(Node::Not(a), Sort::Bool),
        }
    }

    /// True for no arguments.
    pub fn and(&self, args: impl IntoIterator<Item = Term>) -> Term {
        self.junction(true, args)
    }

    /// False for no arguments.
    pub fn or(&self, args: impl IntoIterator<Item = Term>) -> Term {
        self.junction(false, args)
    }

    /// Conjunction or disjunction; `neutral` is its neutral element. Nested ones are flattened, doubles dropped.
    fn junction(&self, neutral: bool, args: impl IntoIterator<Item = Term>) -> Term {
        let mut flat = Vec::new();
        for arg in args {
            self.expect_sort(arg, Sort::Bool);
            match self.node(arg) {
                Node::Bool(b) if *b == neutral => {}
                Node::Bool(_) => return arg,
                Node::And(inner) if neutral => flat.extend_from_slice(inner),
                Node::Or(inner) if !neutral => flat.extend_from_slice(inner),
                // Any other term stays as it is.
                _ => flat.push(arg),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let contradicts = |&a: &Term| matches!(self.node(a), Node::Not(b) if flat.binary_search(b).is_ok());
        if flat.iter().any(contradicts) {
            return self.bool(!neutral);
        }
        match *flat {
            [] => self.bool(neutral),
            [only] => only,
            [_, _, ..] if neutral => self.intern(Node::And(flat.into()), Sort::Bool),
            [_, _, ..] => self.intern(Node::Or(flat.into()), Sort::Bool),
        }
    }

    pub fn implies(&self, a: Term, b: Term) -> Term {
        self.or([self.not(a), b])
    }

    /// Equality of two terms of one sort; "if and only if" for Booleans.
    pub fn eq(&self, a: Term, b: Term) -> Term {
        self.expect_sort(b, self.sort(a));
        if a == b {
            return self.tt();
        }
        match (self.as_value(a), self.as_value(b)) {
            // Wide bit-vector constants are stored exactly too, so different constants differ.
            (Some(_), Some(_)) => self.ff(),
            (Some(Value::Bool(value)), None) => self.as_literal(b, value),
            (None, Some(Value::Bool(value))) => self.as_literal(a, value),
            (Some(Value::Int(_) | Value::Bv { .. }) | None, _) => self.intern(Node::Eq(a.min(b), a.max(b)), Sort::Bool),
        }
    }

    fn as_literal(&self, a: Term, positive: bool) -> Term {
        if positive { a } else { self.not(a) }
    }

    pub fn ne(&self, a: Term, b: Term) -> Term {
        self.not(self.eq(a, b))
    }

    /// Pairwise different.
    pub fn distinct(&self, args: &[Term]) -> Term {
        let pairs = args.iter().enumerate().flat_map(|(i, &a)| args[..i].iter().map(move |&b| (b, a)));
        self.and(pairs.map(|(a, b)| self.ne(a, b)))
    }

    pub fn ite(&self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.expect_sort(condition, Sort::Bool);
        self.expect_sort(otherwise, self.sort(then));
        match self.as_value(condition) {
            Some(Value::Bool(true)) => then,
            Some(Value::Bool(false)) => otherwise,
            _ if then == otherwise => then,
            _ if self.sort(then) == Sort::Bool
                && (self.as_value(then).is_some() || self.as_value(otherwise).is_some()) =>
            {
                self.and([self.implies(condition, then), self.or([condition, otherwise])])
            }
            Some(Value::Int(_) | Value::Bv { .. }) | None => {
                self.intern(Node::Ite(condition, then, otherwise), self.sort(then))
            }
        }
    }

    /// A sum; zero for no arguments. Collected by summand: `x + y - x` is `y`.
    pub fn add(&self, args: impl IntoIterator<Item = Term>) -> Term {
        let args: Vec<Term> = args.into_iter().collect();
        for &arg in &args {
            self.expect_sort(arg, Sort::Int);
        }
        match self.collect_sum(&args) {
            Some(term) => term,
            // A coefficient left i128: keep the sum as it came.
            None => self.raw_sum(args),
        }
    }

    fn raw_sum(&self, args: Vec<Term>) -> Term {
        match *args {
            [] => self.int(0),
            [only] => only,
            [_, _, ..] => self.intern(Node::Add(args.into()), Sort::Int),
        }
    }

    fn collect_sum(&self, args: &[Term]) -> Option<Term> {
        let mut constant = 0i128;
        let mut parts: Vec<(Term, i128)> = Vec::with_capacity(args.len());
        let mut take = |arg: Term| -> Option<()> {
            let (factor, rest) = self.as_scaled(arg);
            match rest {
                None => constant = constant.checked_add(factor)?,
                Some(rest) => parts.push((rest, factor)),
            }
            Some(())
        };
        for &arg in args {
            if let Node::Add(inner) = self.node(arg) {
                inner.iter().try_for_each(|&inner| take(inner))?;
            } else {
                take(arg)?;
            }
        }
        parts.sort_by_key(|&(term, _)| term);
        let mut sum: Vec<(Term, i128)> = Vec::with_capacity(parts.len());
        for (term, factor) in parts {
            match sum.last_mut() {
                Some((last, total)) if *last == term => *total = total.checked_add(factor)?,
                Some(_) | None => sum.push((term, factor)),
            }
        }
        let mut result: Vec<Term> =
            sum.into_iter().filter(|&(_, k)| k != 0).map(|(term, k)| self.scaled(k, term)).collect();
        if constant != 0 {
            result.push(self.int(constant));
        }
        Some(self.raw_sum(result))
    }

    /// A term as factor times rest; a constant is a factor without rest.
    fn as_scaled(&self, term: Term) -> (i128, Option<Term>) {
        match *self.node(term) {
            Node::Int(value) => (value, None),
            Node::Mul(a, b) => match self.as_int(a) {
                Some(factor) => (factor, Some(b)),
                None => (1, Some(term)),
            },
            // Any other term is once itself.
            _ => (1, Some(term)),
        }
    }

    /// `k * term` where `term` is no constant and no scaled term.
    fn scaled(&self, k: i128, term: Term) -> Term {
        if k == 1 { term } else { self.intern(Node::Mul(self.int(k), term), Sort::Int) }
    }

    pub fn sub(&self, a: Term, b: Term) -> Term {
        self.add([a, self.neg(b)])
    }

    pub fn neg(&self, a: Term) -> Term {
        self.mul(self.int(-1), a)
    }

    /// A product; linear when one side is a constant, and then distributed over a sum.
    pub fn mul(&self, a: Term, b: Term) -> Term {
        self.expect_sort(a, Sort::Int);
        self.expect_sort(b, Sort::Int);
        let raw = |a: Term, b: Term| self.intern(Node::Mul(a, b), Sort::Int);
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => x.checked_mul(y).map_or_else(|| raw(a, b), |product| self.int(product)),
            (Some(k), None) => self.scale(k, b).unwrap_or_else(|| raw(a, b)),
            (None, Some(k)) => self.scale(k, a).unwrap_or_else(|| raw(b, a)),
            (None, None) => raw(a.min(b), a.max(b)),
        }
    }

    /// `None` when a coefficient leaves i128.
    fn scale(&self, k: i128, term: Term) -> Option<Term> {
        if k == 0 {
            return Some(self.int(0));
        }
        if let Node::Add(args) = self.node(term) {
            let args: Option<Vec<Term>> = args.iter().map(|&arg| self.scale_one(k, arg)).collect();
            return Some(self.add(args?));
        }
        self.scale_one(k, term)
    }

    fn scale_one(&self, k: i128, term: Term) -> Option<Term> {
        let (factor, rest) = self.as_scaled(term);
        let factor = factor.checked_mul(k)?;
        Some(match rest {
            None => self.int(factor),
            Some(rest) => self.scaled(factor, rest),
        })
    }

    /// Quotient whose remainder is never negative, as in SMT-LIB (C rounds towards zero). By zero: any fixed value.
    pub fn div(&self, a: Term, b: Term) -> Term {
        self.division(a, b, Node::Div, value::int_div)
    }

    /// Remainder in `0..|b|`, as in SMT-LIB. By zero: any fixed value.
    pub fn modulo(&self, a: Term, b: Term) -> Term {
        self.division(a, b, Node::Mod, value::int_mod)
    }

    fn division(&self, a: Term, b: Term, node: fn(Term, Term) -> Node, fold: fn(i128, i128) -> Option<i128>) -> Term {
        self.expect_sort(a, Sort::Int);
        self.expect_sort(b, Sort::Int);
        let folded = self.as_int(a).zip(self.as_int(b)).and_then(|(x, y)| fold(x, y));
        folded.map_or_else(|| self.intern(node(a, b), Sort::Int), |value| self.int(value))
    }

    pub fn le(&self, a: Term, b: Term) -> Term {
        self.comparison(a, b, true)
    }

    pub fn lt(&self, a: Term, b: Term) -> Term {
        self.comparison(a, b, false)
    }

    pub fn ge(&self, a: Term, b: Term) -> Term {
        self.le(b, a)
    }

    pub fn gt(&self, a: Term, b: Term) -> Term {
        self.lt(b, a)
    }

    fn comparison(&self, a: Term, b: Term, or_equal: bool) -> Term {
        self.expect_sort(a, Sort::Int);
        self.expect_sort(b, Sort::Int);
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => self.bool(x < y || (or_equal && x == y)),
            _ if a == b => self.bool(or_equal),
            _ if or_equal => self.intern(Node::Le(a, b), Sort::Bool),
            (None, _) | (_, None) => self.intern(Node::Lt(a, b), Sort::Bool),
        }
    }

    /// A function or relation applied; for a variable, its term.
    pub fn apply(&self, func: Func, args: &[Term]) -> Term {
        assert!(args.len() == self.params(func).len(), "`{}` applied to {} arguments", self.name(func), args.len());
        for (&arg, &sort) in args.iter().zip(self.params(func)) {
            self.expect_sort(arg, sort);
        }
        self.intern(Node::Apply(func, args.into()), self.result(func))
    }

    /// The index and element sorts of an array term.
    fn array_sorts(&self, array: Term) -> (Scalar, Scalar) {
        match self.sort(array) {
            Sort::Array { index, element } => (index, element),
            other => panic!("ill-sorted term: {other} where an array is needed"),
        }
    }

    pub fn select(&self, array: Term, index: Term) -> Term {
        let (index_sort, element) = self.array_sorts(array);
        self.expect_sort(index, index_sort.into());
        let mut array = array;
        loop {
            match *self.node(array) {
                Node::Store(_, at, value) if at == index => return value,
                // Different constants are different places.
                Node::Store(inner, at, _) if self.as_value(at).is_some() && self.as_value(index).is_some() => {
                    array = inner;
                }
                Node::ConstArray { value, .. } => return value,
                // Any other array stays as it is.
                _ => return self.intern(Node::Select(array, index), element.into()),
            }
        }
    }

    pub fn store(&self, array: Term, index: Term, value: Term) -> Term {
        let (index_sort, element) = self.array_sorts(array);
        self.expect_sort(index, index_sort.into());
        self.expect_sort(value, element.into());
        self.intern(Node::Store(array, index, value), self.sort(array))
    }

    /// The array that holds `value` everywhere.
    pub fn const_array(&self, index: Scalar, value: Term) -> Term {
        let element = self.sort(value).as_scalar().expect("array elements are scalars");
        self.intern(Node::ConstArray { index, value }, Sort::Array { index, element })
    }
}
