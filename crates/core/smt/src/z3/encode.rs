//! Our terms as Z3 terms.
//!
//! Every term is translated once per context: terms never change, so the cache never goes stale, whatever is pushed,
//! popped or asserted.

use std::ffi::CString;

use z3_sys::*;

use super::Context;
use crate::pool::Terms;
use crate::term::{BvCmp, BvOp, Func, Node, Sort, Term};

#[derive(Debug, Default)]
pub(crate) struct Encoder {
    terms: Vec<Option<Z3_ast>>,
    funcs: Vec<Option<Z3_func_decl>>,
}

impl Encoder {
    /// The Z3 term; it lives as long as the context.
    pub(crate) fn term(&mut self, ctx: &Context, terms: &Terms, term: Term) -> Z3_ast {
        if let Some(done) = self.known(term) {
            return done;
        }
        // Depth first with an explicit stack: arguments that are known already are not walked again.
        let mut open = vec![term];
        while let Some(&at) = open.last() {
            if self.known(at).is_some() {
                open.pop();
                continue;
            }
            let before = open.len();
            open.extend(terms.node(at).children().filter(|&child| self.known(child).is_none()));
            if open.len() == before {
                let ast = ctx.keep(self.node(ctx, terms, at));
                let index = at.0 as usize;
                if self.terms.len() <= index {
                    self.terms.resize(index + 1, None);
                }
                self.terms[index] = Some(ast);
                open.pop();
            }
        }
        self.known(term).expect("invariant: the walk ends with its root")
    }

    fn known(&self, term: Term) -> Option<Z3_ast> {
        self.terms.get(term.0 as usize).copied().flatten()
    }

    /// One node whose arguments are translated already.
    fn node(&mut self, ctx: &Context, terms: &Terms, term: Term) -> Z3_ast {
        let c = ctx.raw();
        let known = |term: Term| self.known(term).expect("invariant: arguments come first");
        let all = |args: &[Term]| args.iter().map(|&arg| known(arg)).collect::<Vec<_>>();
        // SAFETY: every argument is a live term of this context, and the constructors of `Terms` have checked sorts;
        // slices are passed with their own lengths.
        let made = unsafe {
            match terms.node(term) {
                Node::Bool(true) => Z3_mk_true(c),
                Node::Bool(false) => Z3_mk_false(c),
                Node::Int(value) => numeral(ctx, &value.to_string(), Sort::Int),
                Node::Bv { width, value } => numeral(ctx, &value.to_string(), Sort::BitVec(*width)),
                Node::Apply(func, args) => {
                    let args = all(args);
                    let func = self.func(ctx, terms, *func);
                    Z3_mk_app(c, func, args.len() as u32, args.as_ptr())
                }
                Node::Not(a) => Z3_mk_not(c, known(*a)),
                Node::And(args) => Z3_mk_and(c, args.len() as u32, all(args).as_ptr()),
                Node::Or(args) => Z3_mk_or(c, args.len() as u32, all(args).as_ptr()),
                Node::Eq(a, b) => Z3_mk_eq(c, known(*a), known(*b)),
                Node::Ite(a, x, y) => Z3_mk_ite(c, known(*a), known(*x), known(*y)),
                Node::Add(args) => Z3_mk_add(c, args.len() as u32, all(args).as_ptr()),
                Node::Mul(a, b) => Z3_mk_mul(c, 2, [known(*a), known(*b)].as_ptr()),
                Node::Div(a, b) => Z3_mk_div(c, known(*a), known(*b)),
                Node::Mod(a, b) => Z3_mk_mod(c, known(*a), known(*b)),
                Node::Le(a, b) => Z3_mk_le(c, known(*a), known(*b)),
                Node::Lt(a, b) => Z3_mk_lt(c, known(*a), known(*b)),
                Node::BvNot(a) => Z3_mk_bvnot(c, known(*a)),
                Node::BvNeg(a) => Z3_mk_bvneg(c, known(*a)),
                Node::BvBin(op, a, b) => bv_operator(*op)(c, known(*a), known(*b)),
                Node::BvCmp(op, a, b) => bv_comparison(*op)(c, known(*a), known(*b)),
                Node::Extract { high, low, arg } => Z3_mk_extract(c, *high, *low, known(*arg)),
                Node::Concat(a, b) => Z3_mk_concat(c, known(*a), known(*b)),
                Node::ZeroExtend { by, arg } => Z3_mk_zero_ext(c, *by, known(*arg)),
                Node::SignExtend { by, arg } => Z3_mk_sign_ext(c, *by, known(*arg)),
                Node::BvToInt { signed, arg } => Z3_mk_bv2int(c, known(*arg), *signed),
                Node::IntToBv { width, arg } => Z3_mk_int2bv(c, *width, known(*arg)),
                Node::Select(a, i) => Z3_mk_select(c, known(*a), known(*i)),
                Node::Store(a, i, v) => Z3_mk_store(c, known(*a), known(*i), known(*v)),
                Node::ConstArray { index, value } => Z3_mk_const_array(c, ctx.sort(Sort::from(*index)), known(*value)),
            }
        };
        ctx.made(made)
    }

    pub(crate) fn func(&mut self, ctx: &Context, terms: &Terms, func: Func) -> Z3_func_decl {
        let index = func.0 as usize;
        if let Some(&Some(done)) = self.funcs.get(index) {
            return done;
        }
        let params: Vec<Z3_sort> = terms.params(func).iter().map(|&param| ctx.sort(param)).collect();
        let result = ctx.sort(terms.result(func));
        let name = ctx.symbol(terms.name(func));
        // SAFETY: sorts and symbol belong to this context; the declaration is kept until the context is gone.
        let declared = unsafe {
            let declared = ctx.made(Z3_mk_func_decl(ctx.raw(), name, params.len() as u32, params.as_ptr(), result));
            ctx.keep(ctx.made(Z3_func_decl_to_ast(ctx.raw(), declared)));
            declared
        };
        if self.funcs.len() <= index {
            self.funcs.resize(index + 1, None);
        }
        self.funcs[index] = Some(declared);
        declared
    }
}

fn numeral(ctx: &Context, digits: &str, of: Sort) -> Option<Z3_ast> {
    let digits = CString::new(digits).expect("digits hold no zero byte");
    // SAFETY: Z3 copies the digits; the sort belongs to this context.
    unsafe { Z3_mk_numeral(ctx.raw(), digits.as_ptr(), ctx.sort(of)) }
}

type Binary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;

fn bv_operator(op: BvOp) -> Binary {
    match op {
        BvOp::Add => Z3_mk_bvadd,
        BvOp::Sub => Z3_mk_bvsub,
        BvOp::Mul => Z3_mk_bvmul,
        BvOp::UDiv => Z3_mk_bvudiv,
        BvOp::URem => Z3_mk_bvurem,
        BvOp::SDiv => Z3_mk_bvsdiv,
        BvOp::SRem => Z3_mk_bvsrem,
        BvOp::And => Z3_mk_bvand,
        BvOp::Or => Z3_mk_bvor,
        BvOp::Xor => Z3_mk_bvxor,
        BvOp::Shl => Z3_mk_bvshl,
        BvOp::LShr => Z3_mk_bvlshr,
        BvOp::AShr => Z3_mk_bvashr,
    }
}

fn bv_comparison(op: BvCmp) -> Binary {
    match op {
        BvCmp::Ult => Z3_mk_bvult,
        BvCmp::Ule => Z3_mk_bvule,
        BvCmp::Slt => Z3_mk_bvslt,
        BvCmp::Sle => Z3_mk_bvsle,
    }
}
