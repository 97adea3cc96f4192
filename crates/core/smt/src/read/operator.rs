//! Operators by their names.

use super::term::{Bad, bad};
use crate::pool::Terms;
use crate::term::{BvCmp, BvOp, Sort, Term};
use crate::value::MAX_BV_WIDTH;

/// Widths that results may have: nothing the text says makes a term that takes long to write down.
const MOST_WIDTH: u32 = 1 << 16;

/// An operator applied to arguments.
pub(super) fn apply(t: &Terms, operator: &str, args: &[Term]) -> Result<Term, Bad> {
    let sorts: Vec<Sort> = args.iter().map(|arg| t.sort(*arg)).collect();
    let all = |sort: Sort| {
        if sorts.iter().all(|other| *other == sort) { Ok(()) } else { bad(format!("arguments of `{operator}`")) }
    };
    match operator {
        "and" | "or" | "not" | "=>" | "xor" => {
            all(Sort::Bool)?;
            truth(t, operator, args)
        }
        "=" | "distinct" => {
            let [first, rest @ ..] = &sorts[..] else { return bad("an equation of nothing") };
            if rest.iter().any(|sort| sort != first) {
                return bad(format!("arguments of `{operator}`"));
            }
            if operator == "=" { chain(args, |a, b| t.eq(a, b), t) } else { Ok(t.distinct(args)) }
        }
        "ite" => match args {
            [cond, a, b] if sorts[0] == Sort::Bool && sorts[1] == sorts[2] => Ok(t.ite(*cond, *a, *b)),
            _ => bad("arguments of `ite`"),
        },
        "+" | "-" | "*" | "div" | "mod" | "<=" | "<" | ">=" | ">" | "abs" => {
            all(Sort::Int)?;
            number(t, operator, args)
        }
        "select" => match (args, &sorts[..]) {
            ([array, index], [Sort::Array { index: of, .. }, at]) if Sort::from(*of) == *at => {
                Ok(t.select(*array, *index))
            }
            // Any other form is refused.
            _ => bad("arguments of `select`"),
        },
        "store" => match (args, &sorts[..]) {
            ([array, index, value], [Sort::Array { index: of, element }, at, new])
                if Sort::from(*of) == *at && Sort::from(*element) == *new =>
            {
                Ok(t.store(*array, *index, *value))
            }
            // Any other form is refused.
            _ => bad("arguments of `store`"),
        },
        _ => bits(t, operator, args, &sorts),
    }
}

fn truth(t: &Terms, operator: &str, args: &[Term]) -> Result<Term, Bad> {
    match (operator, args) {
        ("and", _) => Ok(t.and(args.iter().copied())),
        ("or", _) => Ok(t.or(args.iter().copied())),
        ("not", [a]) => Ok(t.not(*a)),
        ("=>", [premises @ .., last]) => Ok(premises.iter().rev().fold(*last, |rest, at| t.implies(*at, rest))),
        ("xor", [first, rest @ ..]) => Ok(rest.iter().fold(*first, |sum, at| t.ne(sum, *at))),
        _ => bad(format!("arguments of `{operator}`")),
    }
}

fn number(t: &Terms, operator: &str, args: &[Term]) -> Result<Term, Bad> {
    match (operator, args) {
        ("+", [_, ..]) => Ok(t.add(args.iter().copied())),
        ("-", [a]) => Ok(t.neg(*a)),
        ("-", [first, rest @ ..]) => Ok(rest.iter().fold(*first, |sum, at| t.sub(sum, *at))),
        ("*", [first, rest @ ..]) => Ok(rest.iter().fold(*first, |product, at| t.mul(product, *at))),
        ("div", [a, b]) => Ok(t.div(*a, *b)),
        ("mod", [a, b]) => Ok(t.modulo(*a, *b)),
        ("abs", [a]) => Ok(t.ite(t.lt(*a, t.int(0)), t.neg(*a), *a)),
        ("<=", _) => chain(args, |a, b| t.le(a, b), t),
        ("<", _) => chain(args, |a, b| t.lt(a, b), t),
        (">=", _) => chain(args, |a, b| t.ge(a, b), t),
        (">", _) => chain(args, |a, b| t.gt(a, b), t),
        _ => bad(format!("arguments of `{operator}`")),
    }
}

fn chain(args: &[Term], relation: impl Fn(Term, Term) -> Term, t: &Terms) -> Result<Term, Bad> {
    if args.len() < 2 {
        return bad("a comparison of one term");
    }
    Ok(t.and(args.windows(2).map(|pair| relation(pair[0], pair[1]))))
}

fn bits(t: &Terms, operator: &str, args: &[Term], sorts: &[Sort]) -> Result<Term, Bad> {
    let width = |sort: &Sort| if let Sort::BitVec(width) = sort { Some(*width) } else { None };
    let widths: Option<Vec<u32>> = sorts.iter().map(width).collect();
    let Some(widths) = widths else { return bad(format!("unknown operator `{operator}`, or its arguments")) };
    let alike = widths.windows(2).all(|pair| pair[0] == pair[1]);
    let binary = |op: BvOp| match args {
        [first, rest @ ..] if alike && !rest.is_empty() => {
            Ok(rest.iter().fold(*first, |sum, at| t.bv_bin(op, sum, *at)))
        }
        _ => bad(format!("arguments of `{operator}`")),
    };
    let compared = |op: BvCmp, swap: bool| match args {
        [a, b] if alike => Ok(if swap { t.bv_cmp(op, *b, *a) } else { t.bv_cmp(op, *a, *b) }),
        _ => bad(format!("arguments of `{operator}`")),
    };
    match operator {
        "bvadd" => binary(BvOp::Add),
        "bvsub" => binary(BvOp::Sub),
        "bvmul" => binary(BvOp::Mul),
        "bvudiv" => binary(BvOp::UDiv),
        "bvurem" => binary(BvOp::URem),
        "bvsdiv" => binary(BvOp::SDiv),
        "bvsrem" => binary(BvOp::SRem),
        "bvand" => binary(BvOp::And),
        "bvor" => binary(BvOp::Or),
        "bvxor" => binary(BvOp::Xor),
        "bvshl" => binary(BvOp::Shl),
        "bvlshr" => binary(BvOp::LShr),
        "bvashr" => binary(BvOp::AShr),
        "bvult" => compared(BvCmp::Ult, false),
        "bvule" => compared(BvCmp::Ule, false),
        "bvslt" => compared(BvCmp::Slt, false),
        "bvsle" => compared(BvCmp::Sle, false),
        "bvugt" => compared(BvCmp::Ult, true),
        "bvuge" => compared(BvCmp::Ule, true),
        "bvsgt" => compared(BvCmp::Slt, true),
        "bvsge" => compared(BvCmp::Sle, true),
        "concat" => match args {
            [a, b] if widths.iter().sum::<u32>() <= MOST_WIDTH => Ok(t.concat(*a, *b)),
            _ => bad("arguments of `concat`"),
        },
        "bvnot" | "bvneg" | "ubv_to_int" | "sbv_to_int" | "bv2nat" => match args {
            [a] => Ok(match operator {
                "bvnot" => t.bv_not(*a),
                "bvneg" => t.bv_neg(*a),
                _ => t.bv_to_int(operator == "sbv_to_int", *a),
            }),
            _ => bad(format!("arguments of `{operator}`")),
        },
        _ => bad(format!("unknown operator `{operator}`")),
    }
}

/// An operator with numbers in its name, such as `(_ extract 7 0)`.
pub(super) fn apply_indexed(t: &Terms, operator: &str, numbers: &[u32], args: &[Term]) -> Result<Term, Bad> {
    let [arg] = *args else { return bad(format!("arguments of `{operator}`")) };
    let wrong = || bad(format!("`{operator}` of such an argument"));
    if operator == "int_to_bv" || operator == "int2bv" {
        return match (numbers, t.sort(arg)) {
            ([width @ 1..=MOST_WIDTH], Sort::Int) => Ok(t.int_to_bv(*width, arg)),
            // Any other form is refused.
            _ => wrong(),
        };
    }
    let Sort::BitVec(width) = t.sort(arg) else { return wrong() };
    match (operator, numbers) {
        ("extract", [high, low]) if low <= high && *high < width => Ok(t.extract(*high, *low, arg)),
        ("zero_extend", [by]) if *by <= MOST_WIDTH && width + by <= MOST_WIDTH => Ok(t.zero_extend(width + by, arg)),
        ("sign_extend", [by]) if *by <= MOST_WIDTH && width + by <= MOST_WIDTH => Ok(t.sign_extend(width + by, arg)),
        _ => wrong(),
    }
}

/// `#x…`, `#b…` and `(_ bvN W)`.
pub(super) fn bit_constant(t: &Terms, width: u32, value: u128) -> Result<Term, Bad> {
    let fits = width >= MAX_BV_WIDTH || value >> width == 0;
    if (1..=MOST_WIDTH).contains(&width) && fits { Ok(t.bv(width, value)) } else { bad("a constant of bits") }
}
