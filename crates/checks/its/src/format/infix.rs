//! Infix arithmetic and formulas, by the strength of operators.

use super::error::Fault;
use super::formula::{Comparison, DEEPEST, Formula, compare, product};
use super::rules::Variables;
use super::sexp::shortened;
use super::tokens::{Operator, Token, Tokens};
use crate::system::Poly;

pub(super) struct Expressions<'r, 't> {
    tokens: &'r mut Tokens<'t>,
    variables: &'r mut Variables,
    depth: usize,
}

/// A parenthesis shows only at its end what it is around.
enum Value {
    Term(Poly),
    Formula(Formula),
}

/// How strongly an operator binds its operands.
type Strength = u8;

const COMPARISON: Strength = 3;
const PRODUCT: Strength = 5;

impl Operator {
    /// As one with two operands.
    fn strength(self) -> Option<Strength> {
        match self {
            Operator::Or => Some(1),
            Operator::And => Some(2),
            Operator::Equal | Operator::Different => Some(COMPARISON),
            Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast => Some(COMPARISON),
            Operator::Plus | Operator::Minus => Some(4),
            Operator::Times => Some(PRODUCT),
            Operator::Power => Some(6),
            Operator::Not => None,
        }
    }
}

impl<'r, 't> Expressions<'r, 't> {
    pub fn new(tokens: &'r mut Tokens<'t>, variables: &'r mut Variables) -> Expressions<'r, 't> {
        Expressions { tokens, variables, depth: 0 }
    }

    pub fn formula(&mut self) -> Result<Formula, Fault> {
        let at = self.tokens.at()?;
        as_formula(self.stronger_than(0)?, at)
    }

    pub fn term(&mut self) -> Result<Poly, Fault> {
        let at = self.tokens.at()?;
        as_term(self.stronger_than(0)?, at)
    }

    /// The longest expression whose operators bind more strongly; operators of one strength associate to the left.
    fn stronger_than(&mut self, least: Strength) -> Result<Value, Fault> {
        let start = self.tokens.at()?;
        if self.depth == DEEPEST {
            return Err(Fault::new(start, format!("this is nested more than {DEEPEST} levels deep")));
        }
        self.depth += 1;
        let mut left = self.operand()?;
        while let Token::Operator(operator) = self.tokens.peek()? {
            let Some(strength) = operator.strength().filter(|strength| *strength > least) else { break };
            self.tokens.take()?;
            let at = self.tokens.at()?;
            let right = self.stronger_than(strength)?;
            left = combine(operator, (left, start), (right, at))?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self) -> Result<Value, Fault> {
        let at = self.tokens.at()?;
        match self.tokens.take()? {
            Token::Name("true" | "TRUE") => Ok(Value::Formula(Formula::always())),
            Token::Name("false" | "FALSE") => Ok(Value::Formula(Formula::never())),
            Token::Name(name) => Ok(Value::Term(Poly::var(self.variables.declare(name, at)?))),
            Token::Number(digits) => match digits.parse() {
                Ok(number) => Ok(Value::Term(Poly::constant(number))),
                Err(_) => Err(Fault::new(at, format!("the number {} does not fit 128 bits", shortened(digits)))),
            },
            Token::Open => {
                let value = self.stronger_than(0)?;
                self.tokens.expect(Token::Close)?;
                Ok(value)
            }
            // -x·y is (-x)·y, which is the same, but -x² is -(x²).
            Token::Operator(Operator::Minus) => {
                let inner = as_term(self.stronger_than(PRODUCT)?, at)?;
                Ok(Value::Term(inner.neg().ok_or_else(|| Fault::arithmetic(at))?))
            }
            Token::Operator(Operator::Not) => {
                Ok(Value::Formula(as_formula(self.stronger_than(COMPARISON - 1)?, at)?.negated()))
            }
            Token::Close | Token::OpenBracket | Token::CloseBracket | Token::Comma => Err(no_operand(at)),
            Token::Arrow | Token::If | Token::Operator(_) | Token::End => Err(no_operand(at)),
        }
    }
}

fn no_operand(at: usize) -> Fault {
    Fault::new(at, "a term or a formula is expected here")
}

fn as_term(value: Value, at: usize) -> Result<Poly, Fault> {
    match value {
        Value::Term(poly) => Ok(poly),
        Value::Formula(_) => Err(Fault::new(at, "a term is expected here, not a formula")),
    }
}

fn as_formula(value: Value, at: usize) -> Result<Formula, Fault> {
    match value {
        Value::Formula(formula) => Ok(formula),
        Value::Term(_) => Err(Fault::new(at, "a formula is expected here, not a term")),
    }
}

/// Operands come with where they start.
fn combine(operator: Operator, left: (Value, usize), right: (Value, usize)) -> Result<Value, Fault> {
    match operator {
        Operator::Or => {
            let (left, right) = (as_formula(left.0, left.1)?, as_formula(right.0, right.1)?);
            Ok(Value::Formula(match left {
                // Chains stay flat: they may be long, and what follows recurses.
                Formula::Any(parts) => Formula::Any(extended(parts, right)),
                other => Formula::Any(vec![other, right]),
            }))
        }
        Operator::And => {
            let (left, right) = (as_formula(left.0, left.1)?, as_formula(right.0, right.1)?);
            Ok(Value::Formula(match left {
                Formula::All(parts) => Formula::All(extended(parts, right)),
                other => Formula::All(vec![other, right]),
            }))
        }
        Operator::Equal => comparison(Comparison::Equal, left, right),
        Operator::Different => comparison(Comparison::Different, left, right),
        Operator::Less => comparison(Comparison::Less, left, right),
        Operator::AtMost => comparison(Comparison::AtMost, left, right),
        Operator::Greater => comparison(Comparison::Greater, left, right),
        Operator::AtLeast => comparison(Comparison::AtLeast, left, right),
        Operator::Plus => arithmetic(left, right, |a, b, at| a.add(b).ok_or_else(|| Fault::arithmetic(at))),
        Operator::Minus => arithmetic(left, right, |a, b, at| a.sub(b).ok_or_else(|| Fault::arithmetic(at))),
        Operator::Times => arithmetic(left, right, product),
        Operator::Power => arithmetic(left, right, power),
        // It has one operand.
        Operator::Not => Err(no_operand(right.1)),
    }
}

fn extended(mut parts: Vec<Formula>, next: Formula) -> Vec<Formula> {
    parts.push(next);
    parts
}

fn comparison(comparison: Comparison, left: (Value, usize), right: (Value, usize)) -> Result<Value, Fault> {
    let at = left.1;
    Ok(Value::Formula(compare(comparison, &as_term(left.0, at)?, &as_term(right.0, right.1)?, at)?))
}

fn arithmetic(
    left: (Value, usize),
    right: (Value, usize),
    operation: impl FnOnce(&Poly, &Poly, usize) -> Result<Poly, Fault>,
) -> Result<Value, Fault> {
    let at = right.1;
    Ok(Value::Term(operation(&as_term(left.0, left.1)?, &as_term(right.0, at)?, at)?))
}

/// Of constants too: what does not fit is noticed long before the loop gets long, but for 0, 1 and -1.
fn power(base: &Poly, exponent: &Poly, at: usize) -> Result<Poly, Fault> {
    let exponent = exponent.as_constant().and_then(|exponent| u8::try_from(exponent).ok());
    let exponent = exponent.ok_or_else(|| Fault::new(at, "an exponent is a constant from 0 to 255"))?;
    (0..exponent).try_fold(Poly::constant(1), |power, _| product(&power, base, at))
}
