//! Formulas as C expressions.

use chc::system::{Arg, What};
use smt::{BvCmp, BvOp, Node, Term};
use symex::number::Relation;
use symex::state::ObjectId;

use super::names::Names;
use crate::grounds::sum::{Quantity, Sum};
use crate::grounds::words::{Objects, code, compared};

/// A fact in C.
pub enum Fact {
    Plain(String),
    /// In words, since C has no implication.
    Conditional(String),
}

/// `None` if it speaks of something that has no name.
pub fn fact(names: &Names<'_, '_>, fact: Term) -> Option<Fact> {
    let chosen = names.chosen(fact);
    let writer = Writer { names, chosen: &chosen };
    let terms = &names.system.terms;
    if let Node::Or(parts) = terms.node(fact) {
        let is_equation = |part: &Term| matches!(terms.node(*part), Node::Eq(..));
        let is_index = |part: &Term| {
            let variables = terms.free_vars([*part]);
            let is_chosen = |arg: &Arg| matches!(arg.what, What::Chosen(_));
            variables.iter().any(|variable| names.arg(*variable).is_some_and(is_chosen))
        };
        let (mut conclusions, mut premises): (Vec<Term>, Vec<Term>) = parts.iter().copied().partition(is_equation);
        if conclusions.len() != 1 {
            (premises, conclusions) = parts.iter().copied().partition(is_index);
        }
        if !conclusions.is_empty() && !premises.is_empty() {
            let premise = writer.formula(terms.not(terms.or(premises)))?;
            let conclusion = writer.formula(terms.or(conclusions))?;
            return Some(Fact::Conditional(format!("if `{premise}` then `{conclusion}`")));
        }
    }
    writer.formula(fact).map(|text| Fact::Plain(format!("`{text}`")))
}

struct Writer<'a, 'n, 'm> {
    names: &'a Names<'n, 'm>,
    chosen: &'a [u8],
}

/// Sums of numbers that are all named.
struct NoObjects;

impl Objects for NoObjects {
    fn base(&self, _: ObjectId) -> Option<(String, i128, u64)> {
        None
    }

    fn name(&self, _: ObjectId) -> String {
        String::new()
    }
}

impl Writer<'_, '_, '_> {
    fn formula(&self, formula: Term) -> Option<String> {
        let terms = &self.names.system.terms;
        match terms.node(formula) {
            Node::Bool(value) => Some(i32::from(*value).to_string()),
            Node::And(parts) => self.joined(parts, " && "),
            Node::Or(parts) => self.joined(parts, " || "),
            Node::Eq(a, b) => self.equal(*a, *b, Relation::Zero),
            Node::Le(a, b) => self.compare(*b, *a, 0),
            Node::Lt(a, b) => self.compare(*b, *a, 1),
            Node::BvCmp(op, a, b) => self.compare_bits(*op, *a, *b),
            Node::Not(inner) => match terms.node(*inner) {
                Node::Eq(a, b) => self.equal(*a, *b, Relation::NotZero),
                Node::Le(a, b) => self.compare(*a, *b, 1),
                Node::Lt(a, b) => self.compare(*a, *b, 0),
                Node::BvCmp(BvCmp::Ule, a, b) => self.compare_bits(BvCmp::Ult, *b, *a),
                Node::BvCmp(BvCmp::Ult, a, b) => self.compare_bits(BvCmp::Ule, *b, *a),
                Node::BvCmp(BvCmp::Sle, a, b) => self.compare_bits(BvCmp::Slt, *b, *a),
                Node::BvCmp(BvCmp::Slt, a, b) => self.compare_bits(BvCmp::Sle, *b, *a),
                Node::Or(parts) => self.joined(&parts.iter().map(|part| terms.not(*part)).collect::<Vec<_>>(), " && "),
                Node::And(parts) => self.joined(&parts.iter().map(|part| terms.not(*part)).collect::<Vec<_>>(), " || "),
                // Any other formula is negated as a whole.
                _ => Some(format!("!({})", self.formula(*inner)?)),
            },
            Node::Ite(c, a, b) => {
                Some(format!("({} ? {} : {})", self.formula(*c)?, self.formula(*a)?, self.formula(*b)?))
            }
            // Any other truth is a variable.
            _ => self.names.name(formula, self.chosen),
        }
    }

    fn joined(&self, parts: &[Term], by: &str) -> Option<String> {
        let terms = &self.names.system.terms;
        let part = |part: &Term| {
            let text = self.formula(*part)?;
            let nested = matches!(terms.node(*part), Node::And(_) | Node::Or(_));
            Some(if nested { format!("({text})") } else { text })
        };
        let parts: Option<Vec<String>> = parts.iter().map(part).collect();
        Some(parts?.join(by))
    }

    /// `more - less >= least`.
    fn compare(&self, more: Term, less: Term, least: i128) -> Option<String> {
        let sum = self.sum(more)?.plus(&self.sum(less)?, -1)?.plus(&Sum::constant(least), -1)?;
        if let ([(Quantity::Value(name), 1)], -1) = (&sum.terms[..], sum.constant)
            && self.is_pointer(more, less)
        {
            return Some(format!("{name} != NULL"));
        }
        Some(bare(&compared(&sum, Relation::AtLeastZero, &NoObjects)))
    }

    fn equal(&self, a: Term, b: Term, relation: Relation) -> Option<String> {
        let terms = &self.names.system.terms;
        let sign = if relation == Relation::Zero { "==" } else { "!=" };
        if terms.sort(a) == smt::Sort::Bool {
            return Some(format!("({}) {sign} ({})", self.formula(a)?, self.formula(b)?));
        }
        if terms.sort(a) != smt::Sort::Int {
            return Some(format!("{} {sign} {}", self.number(a)?, self.number(b)?));
        }
        let sum = self.sum(a)?.plus(&self.sum(b)?, -1)?;
        if let Some(text) = self.pointer(a, b, &sum, sign) {
            return Some(text);
        }
        Some(bare(&compared(&sum, relation, &NoObjects)))
    }

    /// A pointer and the address that it is, or is not.
    fn pointer(&self, a: Term, b: Term, sum: &Sum, sign: &str) -> Option<String> {
        let [(Quantity::Value(name), factor @ (1 | -1))] = &sum.terms[..] else { return None };
        if !self.is_pointer(a, b) {
            return None;
        }
        let address = match sum.constant.checked_mul(-factor)? {
            0 => "NULL".to_string(),
            number => self.names.address(number)?,
        };
        Some(format!("{name} {sign} {address}"))
    }

    /// Is one pointer all that they speak of?
    fn is_pointer(&self, a: Term, b: Term) -> bool {
        matches!(self.names.system.terms.free_vars([a, b])[..], [only] if self.names.is_pointer(only))
    }

    fn compare_bits(&self, op: BvCmp, a: Term, b: Term) -> Option<String> {
        let (sign, is_signed) = match op {
            BvCmp::Ult => ("<", false),
            BvCmp::Ule => ("<=", false),
            BvCmp::Slt => ("<", true),
            BvCmp::Sle => ("<=", true),
        };
        let side = |term: Term| {
            let text = self.number(term)?;
            let is_number = matches!(self.names.system.terms.node(term), Node::Bv { .. });
            Some(if is_signed || is_number { text } else { format!("(unsigned){text}") })
        };
        Some(format!("{} {sign} {}", side(a)?, side(b)?))
    }

    /// The parts of an integer, each with a name.
    fn sum(&self, term: Term) -> Option<Sum> {
        let terms = &self.names.system.terms;
        match terms.node(term) {
            Node::Int(value) => Some(Sum::constant(*value)),
            Node::Add(parts) => parts.iter().try_fold(Sum::default(), |sum, part| sum.plus(&self.sum(*part)?, 1)),
            Node::Mul(a, b) if matches!(terms.node(*a), Node::Int(_)) => {
                let Node::Int(factor) = terms.node(*a) else { return None };
                Sum::default().plus(&self.sum(*b)?, *factor)
            }
            // Any other number is one part.
            _ => Some(Sum::of(Quantity::Value(self.atom(term)?))),
        }
    }

    /// A number, in brackets where it needs them.
    fn number(&self, term: Term) -> Option<String> {
        let terms = &self.names.system.terms;
        if terms.sort(term) != smt::Sort::Int {
            return self.atom(term);
        }
        let text = code(&self.sum(term)?, &NoObjects)?;
        Some(if text.contains(' ') { format!("({text})") } else { text })
    }

    fn atom(&self, term: Term) -> Option<String> {
        let terms = &self.names.system.terms;
        let binary = |a: Term, sign: &str, b: Term| Some(format!("({} {sign} {})", self.number(a)?, self.number(b)?));
        match terms.node(term) {
            Node::Bv { width, value } => Some(signed(*width, *value)),
            Node::Ite(c, a, b) => {
                Some(format!("({} ? {} : {})", self.formula(*c)?, self.number(*a)?, self.number(*b)?))
            }
            Node::Mul(a, b) => binary(*a, "*", *b),
            Node::Div(a, b) => binary(*a, "/", *b),
            Node::Mod(a, b) => binary(*a, "%", *b),
            Node::BvNot(a) => Some(format!("~{}", self.number(*a)?)),
            Node::BvNeg(a) => Some(format!("-{}", self.number(*a)?)),
            Node::BvBin(op, a, b) => binary(*a, sign(*op), *b),
            Node::ZeroExtend { arg, .. } | Node::SignExtend { arg, .. } => self.number(*arg),
            Node::BvToInt { arg, .. } | Node::IntToBv { arg, .. } => self.number(*arg),
            Node::Extract { high, low, arg } => {
                let (number, mask) = (self.number(*arg)?, 1u128.checked_shl(high - low + 1)?.wrapping_sub(1));
                Some(if *low == 0 { format!("({number} & {mask})") } else { format!("({number} >> {low} & {mask})") })
            }
            Node::Select(array, index) => self.names.element(*array, |offset, stride| {
                let distance = self.sum(*index)?.plus(&Sum::constant(i128::from(offset)), -1)?;
                code(&distance.divided(i128::from(stride))?, &NoObjects)
            }),
            Node::Apply(..) => self.names.name(term, self.chosen),
            // Any other term has no form in C.
            _ => None,
        }
    }
}

fn sign(op: BvOp) -> &'static str {
    match op {
        BvOp::Add => "+",
        BvOp::Sub => "-",
        BvOp::Mul => "*",
        BvOp::UDiv | BvOp::SDiv => "/",
        BvOp::URem | BvOp::SRem => "%",
        BvOp::And => "&",
        BvOp::Or => "|",
        BvOp::Xor => "^",
        BvOp::Shl => "<<",
        BvOp::LShr | BvOp::AShr => ">>",
    }
}

fn signed(width: u32, value: u128) -> String {
    let is_negative = width < 128 && width > 0 && value >> (width - 1) == 1;
    if is_negative { format!("-{}", (1u128 << width) - value) } else { value.to_string() }
}

/// Without its quotes.
fn bare(code: &str) -> String {
    code.trim_matches('`').to_string()
}
