//! Z3's terms as ours: values of models, invariants and interpolants.
//!
//! Not everything can come back: quantifiers, reals and numbers beyond what a constant holds are `Undecodable`, which
//! makes the answer that needed them "unknown".

use rustc_hash::FxHashMap;
use z3_sys::*;

use super::Context;
use crate::pool::Terms;
use crate::term::{BvCmp, BvOp, Scalar, Sort, Term};
use crate::value::{MAX_BV_WIDTH, Value};

/// What could not be read, in Z3's words.
#[derive(Debug)]
pub(crate) struct Undecodable(pub(crate) String);

/// Reads a term; bound variable `i` becomes `bound[i]`. Symbols are found again by name.
pub(crate) fn decode(ctx: &Context, terms: &Terms, ast: Z3_ast, bound: &[Term]) -> Result<Term, Undecodable> {
    let mut done: FxHashMap<Z3_ast, Term> = FxHashMap::default();
    let mut open = vec![ast];
    while let Some(&at) = open.last() {
        if done.contains_key(&at) {
            open.pop();
            continue;
        }
        // SAFETY: `at` is `ast`, which the caller holds, or a subterm of it.
        let kind = unsafe { Z3_get_ast_kind(ctx.raw(), at) };
        let args = if kind == AstKind::App { arguments(ctx, at) } else { Vec::new() };
        let missing: Vec<Z3_ast> = args.iter().copied().filter(|arg| !done.contains_key(arg)).collect();
        if !missing.is_empty() {
            open.extend(missing);
            continue;
        }
        let term = match kind {
            AstKind::Numeral => decode_value(ctx, at).map(|value| terms.value(value)),
            AstKind::Var => {
                // SAFETY: `at` is a bound variable.
                let index = unsafe { Z3_get_index_value(ctx.raw(), at) };
                bound.get(index as usize).copied()
            }
            AstKind::App => {
                let args: Vec<Term> = args.iter().map(|arg| done[arg]).collect();
                application(ctx, terms, at, &args)
            }
            AstKind::Quantifier | AstKind::Sort | AstKind::FuncDecl | AstKind::Unknown => None,
        };
        done.insert(at, term.ok_or_else(|| undecodable(ctx, at))?);
        open.pop();
    }
    Ok(done[&ast])
}

fn undecodable(ctx: &Context, ast: Z3_ast) -> Undecodable {
    // SAFETY: `ast` is a live term of the context; the text is copied at once.
    let text = unsafe { ctx.text(Z3_ast_to_string(ctx.raw(), ast)) };
    Undecodable(text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect())
}

fn arguments(ctx: &Context, ast: Z3_ast) -> Vec<Z3_ast> {
    // SAFETY: `ast` is an application, and every index is below its arity.
    unsafe {
        let app = ctx.made(Z3_to_app(ctx.raw(), ast));
        (0..Z3_get_app_num_args(ctx.raw(), app)).map(|i| ctx.made(Z3_get_app_arg(ctx.raw(), app, i))).collect()
    }
}

/// The sort of a Z3 term, if we have it.
fn sort_of(ctx: &Context, ast: Z3_ast) -> Option<Sort> {
    // SAFETY: every live term has a sort.
    decode_sort(ctx, unsafe { ctx.made(Z3_get_sort(ctx.raw(), ast)) })
}

fn decode_sort(ctx: &Context, sort: Z3_sort) -> Option<Sort> {
    // SAFETY: `sort` is a live sort of the context, and each question fits its kind.
    unsafe {
        match Z3_get_sort_kind(ctx.raw(), sort) {
            SortKind::Bool => Some(Sort::Bool),
            SortKind::Int => Some(Sort::Int),
            SortKind::Bv => Some(Sort::BitVec(Z3_get_bv_sort_size(ctx.raw(), sort))),
            SortKind::Array => {
                let scalar = |part| decode_sort(ctx, part)?.as_scalar();
                let index = scalar(ctx.made(Z3_get_array_sort_domain(ctx.raw(), sort)))?;
                let element = scalar(ctx.made(Z3_get_array_sort_range(ctx.raw(), sort)))?;
                Some(Sort::Array { index, element })
            }
            // Any other sort of Z3's has no counterpart here.
            _ => None,
        }
    }
}

/// Reads a constant of a scalar sort; `None` when it is none or does not fit.
pub(crate) fn decode_value(ctx: &Context, ast: Z3_ast) -> Option<Value> {
    match sort_of(ctx, ast)? {
        // SAFETY: `ast` is a live Boolean term.
        Sort::Bool => match unsafe { Z3_get_bool_value(ctx.raw(), ast) } {
            Z3_L_TRUE => Some(Value::Bool(true)),
            Z3_L_FALSE => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::Int => numeral(ctx, ast)?.parse().ok().map(Value::Int),
        Sort::BitVec(width) if width <= MAX_BV_WIDTH => {
            numeral(ctx, ast)?.parse().ok().map(|value| Value::Bv { width, value })
        }
        Sort::BitVec(_) | Sort::Array { .. } => None,
    }
}

fn numeral(ctx: &Context, ast: Z3_ast) -> Option<String> {
    // SAFETY: digits are asked of numerals only, and copied at once.
    unsafe { Z3_is_numeral_ast(ctx.raw(), ast).then(|| ctx.text(Z3_get_numeral_string(ctx.raw(), ast))) }
}

/// An application whose arguments are read already; `None` for operators that have no counterpart here.
fn application(ctx: &Context, terms: &Terms, ast: Z3_ast, args: &[Term]) -> Option<Term> {
    let c = ctx.raw();
    // SAFETY: `ast` is an application, so it has a declaration, and every declaration has a kind.
    let (decl, kind) = unsafe {
        let decl = ctx.made(Z3_get_app_decl(c, ctx.made(Z3_to_app(c, ast))));
        (decl, Z3_get_decl_kind(c, decl))
    };
    // SAFETY: asked only of the operators that have that parameter.
    let parameter = |i| unsafe { Z3_get_decl_int_parameter(c, decl, i) } as u32;
    let t = terms;
    let is_int = || args.iter().all(|&arg| t.sort(arg) == Sort::Int);
    Some(match (kind, args) {
        (DeclKind::True, []) => t.tt(),
        (DeclKind::False, []) => t.ff(),
        (DeclKind::Anum | DeclKind::Bnum, []) => t.value(decode_value(ctx, ast)?),
        (DeclKind::Not, [a]) => t.not(*a),
        (DeclKind::And, _) => t.and(args.iter().copied()),
        (DeclKind::Or, _) => t.or(args.iter().copied()),
        (DeclKind::Implies, [a, b]) => t.implies(*a, *b),
        (DeclKind::Xor, [a, b]) => t.ne(*a, *b),
        (DeclKind::Eq | DeclKind::Iff, [a, b]) => t.eq(*a, *b),
        (DeclKind::Distinct, _) => t.distinct(args),
        (DeclKind::Ite, [a, b, c]) => t.ite(*a, *b, *c),
        (DeclKind::Le, [a, b]) if is_int() => t.le(*a, *b),
        (DeclKind::Lt, [a, b]) if is_int() => t.lt(*a, *b),
        (DeclKind::Ge, [a, b]) if is_int() => t.ge(*a, *b),
        (DeclKind::Gt, [a, b]) if is_int() => t.gt(*a, *b),
        (DeclKind::Add, _) if is_int() => t.add(args.iter().copied()),
        (DeclKind::Sub, [first, rest @ ..]) if is_int() => rest.iter().fold(*first, |sum, &arg| t.sub(sum, arg)),
        (DeclKind::Uminus, [a]) if is_int() => t.neg(*a),
        (DeclKind::Mul, [first, rest @ ..]) if is_int() => rest.iter().fold(*first, |sum, &arg| t.mul(sum, arg)),
        (DeclKind::Idiv, [a, b]) => t.div(*a, *b),
        (DeclKind::Mod, [a, b]) => t.modulo(*a, *b),
        (DeclKind::Bneg, [a]) => t.bv_neg(*a),
        (DeclKind::Bnot, [a]) => t.bv_not(*a),
        (DeclKind::Concat, [first, rest @ ..]) => rest.iter().fold(*first, |sum, &arg| t.concat(sum, arg)),
        (DeclKind::Extract, [a]) => t.extract(parameter(0), parameter(1), *a),
        (DeclKind::ZeroExt, [a]) => t.zero_extend(t.width(*a) + parameter(0), *a),
        (DeclKind::SignExt, [a]) => t.sign_extend(t.width(*a) + parameter(0), *a),
        (DeclKind::Bit2bool, [a]) => t.eq(t.extract(parameter(0), parameter(0), *a), t.bv(1, 1)),
        (DeclKind::Bv2int, [a]) => t.bv_to_int(false, *a),
        (DeclKind::Sbv2int, [a]) => t.bv_to_int(true, *a),
        (DeclKind::Int2bv, [a]) => t.int_to_bv(parameter(0), *a),
        (DeclKind::Select, [a, i]) => t.select(*a, *i),
        (DeclKind::Store, [a, i, v]) => t.store(*a, *i, *v),
        (DeclKind::ConstArray, [v]) => t.const_array(index_sort(ctx, ast)?, *v),
        (DeclKind::Uninterpreted, _) => symbol(ctx, terms, ast, decl, args)?,
        (_, [a, b]) if comparison(kind).is_some() => {
            let (op, swapped) = comparison(kind)?;
            if swapped { t.bv_cmp(op, *b, *a) } else { t.bv_cmp(op, *a, *b) }
        }
        (_, [first, rest @ ..]) if !rest.is_empty() => {
            let op = operator(kind)?;
            rest.iter().fold(*first, |sum, &arg| t.bv_bin(op, sum, arg))
        }
        // Any other operator of Z3's has no counterpart here.
        _ => return None,
    })
}

fn index_sort(ctx: &Context, array: Z3_ast) -> Option<Scalar> {
    match sort_of(ctx, array)? {
        Sort::Array { index, .. } => Some(index),
        Sort::Bool | Sort::Int | Sort::BitVec(_) => None,
    }
}

/// A variable, function or relation. One that Z3 invented is declared on the way.
fn symbol(ctx: &Context, terms: &Terms, ast: Z3_ast, decl: Z3_func_decl, args: &[Term]) -> Option<Term> {
    // SAFETY: `decl` is a live declaration; string symbols are copied at once.
    let name = unsafe {
        let symbol = ctx.made(Z3_get_decl_name(ctx.raw(), decl));
        match Z3_get_symbol_kind(ctx.raw(), symbol) {
            SymbolKind::String => ctx.text(Z3_get_symbol_string(ctx.raw(), symbol)),
            SymbolKind::Int => format!("k!{}", Z3_get_symbol_int(ctx.raw(), symbol)),
        }
    };
    let params: Vec<Sort> = args.iter().map(|&arg| terms.sort(arg)).collect();
    Some(terms.apply(terms.declare(&name, &params, sort_of(ctx, ast)?), args))
}

/// The comparison, and whether its arguments change places.
fn comparison(kind: DeclKind) -> Option<(BvCmp, bool)> {
    match kind {
        DeclKind::Ult => Some((BvCmp::Ult, false)),
        DeclKind::Uleq => Some((BvCmp::Ule, false)),
        DeclKind::Ugt => Some((BvCmp::Ult, true)),
        DeclKind::Ugeq => Some((BvCmp::Ule, true)),
        DeclKind::Slt => Some((BvCmp::Slt, false)),
        DeclKind::Sleq => Some((BvCmp::Sle, false)),
        DeclKind::Sgt => Some((BvCmp::Slt, true)),
        DeclKind::Sgeq => Some((BvCmp::Sle, true)),
        // Any other operator compares no bit-vectors.
        _ => None,
    }
}

/// The `…I` forms are Z3's division where the divisor is known not to be zero.
fn operator(kind: DeclKind) -> Option<BvOp> {
    match kind {
        DeclKind::Badd => Some(BvOp::Add),
        DeclKind::Bsub => Some(BvOp::Sub),
        DeclKind::Bmul => Some(BvOp::Mul),
        DeclKind::Budiv | DeclKind::BudivI => Some(BvOp::UDiv),
        DeclKind::Burem | DeclKind::BuremI => Some(BvOp::URem),
        DeclKind::Bsdiv | DeclKind::BsdivI => Some(BvOp::SDiv),
        DeclKind::Bsrem | DeclKind::BsremI => Some(BvOp::SRem),
        DeclKind::Band => Some(BvOp::And),
        DeclKind::Bor => Some(BvOp::Or),
        DeclKind::Bxor => Some(BvOp::Xor),
        DeclKind::Bshl => Some(BvOp::Shl),
        DeclKind::Blshr => Some(BvOp::LShr),
        DeclKind::Bashr => Some(BvOp::AShr),
        // Any other operator has no counterpart here.
        _ => None,
    }
}
