//! Terms and Horn systems as SMT-LIB 2.6 text, for people and for other solvers.
//!
//! Shared subterms are printed once, bound by `let`: the text grows with the number of nodes, not of paths.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::pool::Terms;
use crate::term::{BvCmp, BvOp, Func, Node, Sort, Term};
use crate::value::MAX_BV_WIDTH;

impl Terms {
    /// One term. Variables are printed by name; declarations are [`Terms::to_script`]'s.
    pub fn to_smtlib(&self, term: Term) -> String {
        let mut out = String::new();
        write_term(self, &mut out, term);
        out
    }

    /// One term, with other names for some variables, which must be plain symbols.
    pub fn to_named_smtlib(&self, term: Term, names: &[(String, Term)]) -> String {
        let mut out = String::new();
        write_named(self, &mut out, term, names.iter().map(|(name, term)| (*term, name.clone())).collect());
        out
    }

    /// A script that asks whether the formulas have a common model.
    pub fn to_script(&self, formulas: &[Term]) -> String {
        let mut out = String::new();
        for variable in self.free_vars(formulas.iter().copied()) {
            let func = self.as_var(variable).expect("a free variable is a variable");
            write_declaration(self, &mut out, func);
        }
        for func in self.applied(formulas.iter().copied()) {
            write_declaration(self, &mut out, func);
        }
        for &formula in formulas {
            out.push_str("(assert ");
            write_term(self, &mut out, formula);
            out.push_str(")\n");
        }
        out.push_str("(check-sat)\n");
        out
    }
}

pub(crate) fn write_declaration(terms: &Terms, out: &mut String, func: Func) {
    let params: Vec<String> = terms.params(func).iter().map(Sort::to_string).collect();
    put(out, format_args!("(declare-fun {} ({}) {})\n", quote(terms.name(func)), params.join(" "), terms.result(func)));
}

/// Names with a meaning of their own, besides all that start with `bv`.
const RESERVED: &[&str] = &[
    "!", "_", "abs", "and", "as", "concat", "const", "distinct", "div", "exists", "extract", "false", "forall",
    "is_int", "ite", "let", "map", "match", "mod", "not", "or", "par", "repeat", "select", "store", "to_int",
    "to_real", "true", "xor",
];

/// A symbol: marked by `!` when SMT-LIB has its name, between bars unless it is a plain one.
pub fn quote(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if RESERVED.contains(&name) || name.starts_with("bv") {
        format!("{name}!")
    } else if !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        name.to_string()
    } else {
        format!("|{}|", name.replace(['|', '\\'], "_"))
    }
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string cannot fail");
}

/// What is left to print, last first.
enum Piece {
    Term(Term),
    Close,
}

pub(crate) fn write_term(terms: &Terms, out: &mut String, root: Term) {
    write_named(terms, out, root, FxHashMap::default());
}

fn write_named(terms: &Terms, out: &mut String, root: Term, mut names: FxHashMap<Term, String>) {
    let shared = shared_subterms(terms, root);
    for (index, &term) in shared.iter().enumerate() {
        let name = format!("?{index}");
        put(out, format_args!("(let (({name} "));
        write_tree(terms, out, term, &names);
        out.push_str(")) ");
        names.insert(term, name);
    }
    write_tree(terms, out, root, &names);
    out.extend(shared.iter().map(|_| ')'));
}

/// Compound subterms with more than one parent, arguments before results.
fn shared_subterms(terms: &Terms, root: Term) -> Vec<Term> {
    let subterms = terms.subterms([root]);
    let mut seen = FxHashSet::default();
    let mut shared = FxHashSet::default();
    for child in subterms.iter().flat_map(|&term| terms.node(term).children()) {
        if !seen.insert(child) {
            shared.insert(child);
        }
    }
    let is_compound = |&term: &Term| terms.node(term).children().next().is_some();
    subterms.into_iter().filter(|term| shared.contains(term)).filter(is_compound).collect()
}

fn write_tree(terms: &Terms, out: &mut String, root: Term, names: &FxHashMap<Term, String>) {
    let mut open = vec![Piece::Term(root)];
    while let Some(piece) = open.pop() {
        match piece {
            Piece::Close => out.push(')'),
            Piece::Term(term) => {
                if !out.ends_with([' ', '(']) && !out.is_empty() {
                    out.push(' ');
                }
                if let Some(name) = names.get(&term) {
                    out.push_str(name);
                    continue;
                }
                let node = terms.node(term);
                let (head, is_leaf) = head(terms, term);
                if is_leaf {
                    out.push_str(&head);
                } else {
                    put(out, format_args!("({head}"));
                    open.push(Piece::Close);
                    open.extend(node.children().rev().map(Piece::Term));
                }
            }
        }
    }
}

/// The operator of a node, or all of a leaf.
fn head(terms: &Terms, term: Term) -> (String, bool) {
    let operator = match terms.node(term) {
        Node::Bool(value) => return (value.to_string(), true),
        Node::Int(value) if *value < 0 => return (format!("(- {})", value.unsigned_abs()), true),
        Node::Int(value) => return (value.to_string(), true),
        Node::Bv { width, value } => return (bits(*width, *value), true),
        Node::Apply(func, args) => return (quote(terms.name(*func)), args.is_empty()),
        Node::Not(_) => "not",
        Node::And(_) => "and",
        Node::Or(_) => "or",
        Node::Eq(..) => "=",
        Node::Ite(..) => "ite",
        Node::Add(_) => "+",
        Node::Mul(..) => "*",
        Node::Div(..) => "div",
        Node::Mod(..) => "mod",
        Node::Le(..) => "<=",
        Node::Lt(..) => "<",
        Node::BvNot(_) => "bvnot",
        Node::BvNeg(_) => "bvneg",
        Node::BvBin(op, ..) => bv_operator(*op),
        Node::BvCmp(op, ..) => bv_comparison(*op),
        Node::Extract { high, low, .. } => return (format!("(_ extract {high} {low})"), false),
        Node::Concat(..) => "concat",
        Node::ZeroExtend { by, .. } => return (format!("(_ zero_extend {by})"), false),
        Node::SignExtend { by, .. } => return (format!("(_ sign_extend {by})"), false),
        Node::BvToInt { signed: false, .. } => "ubv_to_int",
        Node::BvToInt { signed: true, .. } => "sbv_to_int",
        Node::IntToBv { width, .. } => return (format!("(_ int_to_bv {width})"), false),
        Node::Select(..) => "select",
        Node::Store(..) => "store",
        Node::ConstArray { .. } => return (format!("(as const {})", terms.sort(term)), false),
    };
    (operator.to_string(), false)
}

fn bits(width: u32, value: u128) -> String {
    if width <= MAX_BV_WIDTH && width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = width as usize / 4)
    } else {
        format!("(_ bv{value} {width})")
    }
}

fn bv_operator(op: BvOp) -> &'static str {
    match op {
        BvOp::Add => "bvadd",
        BvOp::Sub => "bvsub",
        BvOp::Mul => "bvmul",
        BvOp::UDiv => "bvudiv",
        BvOp::URem => "bvurem",
        BvOp::SDiv => "bvsdiv",
        BvOp::SRem => "bvsrem",
        BvOp::And => "bvand",
        BvOp::Or => "bvor",
        BvOp::Xor => "bvxor",
        BvOp::Shl => "bvshl",
        BvOp::LShr => "bvlshr",
        BvOp::AShr => "bvashr",
    }
}

fn bv_comparison(op: BvCmp) -> &'static str {
    match op {
        BvCmp::Ult => "bvult",
        BvCmp::Ule => "bvule",
        BvCmp::Slt => "bvslt",
        BvCmp::Sle => "bvsle",
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;

    use expect_test::expect;
    use z3_sys::*;

    use super::*;
    use crate::session::Session;
    use crate::solver::Solver;
    use crate::term::Scalar;
    use crate::z3::decode;

    /// The assertions of a script, as Z3 reads them.
    fn parse(session: &Session, script: &str) -> Vec<Term> {
        let script = CString::new(script).expect("scripts hold no zero byte");
        let ctx = session.ctx();
        let c = ctx.raw();
        // SAFETY: no sorts or declarations are handed over; the vector is counted while it is read.
        unsafe {
            let none = (std::ptr::null(), std::ptr::null(), std::ptr::null(), std::ptr::null());
            let parsed = Z3_parse_smtlib2_string(c, script.as_ptr(), 0, none.0, none.1, 0, none.2, none.3);
            assert_eq!(Z3_get_error_code(c), ErrorCode::Ok, "{}", ctx.error());
            let parsed = ctx.made(parsed);
            Z3_ast_vector_inc_ref(c, parsed);
            let asts = (0..Z3_ast_vector_size(c, parsed)).map(|i| ctx.made(Z3_ast_vector_get(c, parsed, i)));
            let read = asts.map(|ast| decode(ctx, session.terms(), ast, &[]).expect("it was ours")).collect();
            Z3_ast_vector_dec_ref(c, parsed);
            read
        }
    }

    /// Formulas with every operator in them.
    fn everything(t: &Terms) -> Vec<Term> {
        let (x, y) = (t.var("x", Sort::Int), t.var("p->next", Sort::Int));
        let (v, w, c) = (t.var("v", Sort::BitVec(32)), t.var("w", Sort::BitVec(7)), t.var("a flag", Sort::Bool));
        let memory = t.var("memory", Sort::array(Scalar::BitVec(32), Scalar::Int));
        let f = t.declare("f", &[Sort::Int, Sort::Bool], Sort::BitVec(7));
        use BvOp::*;
        let operators = [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr];
        let chained = operators.into_iter().fold(v, |sum, op| t.bv_bin(op, sum, t.bv_not(v)));
        let compared = [BvCmp::Ult, BvCmp::Ule, BvCmp::Slt, BvCmp::Sle].map(|op| t.bv_cmp(op, chained, v));
        vec![
            t.or([t.not(c), t.and([c, t.le(x, y)]), t.lt(t.mul(x, y), t.add([x, t.int(-3)]))]),
            t.eq(t.div(x, y), t.modulo(t.mul(t.int(2), y), t.int(i128::MAX))),
            t.eq(t.ite(c, x, y), t.select(memory, v)),
            t.and(compared),
            t.eq(t.bv_neg(w), t.apply(f, &[x, c])),
            t.eq(t.concat(t.extract(4, 1, w), w), t.extract(20, 10, v)),
            t.eq(t.zero_extend(32, w), t.bv_bin(Sub, t.sign_extend(32, w), t.bv(32, 0xdead_beef))),
            t.lt(t.bv_to_int(true, v), t.bv_to_int(false, w)),
            t.eq(t.int_to_bv(7, x), t.bv(7, 5)),
            t.eq(memory, t.store(t.const_array(Scalar::BitVec(32), t.int(0)), v, y)),
            t.eq(t.var("wide", Sort::BitVec(200)), t.zero_extend(200, w)),
        ]
    }

    #[test]
    fn what_is_printed_means_what_was_meant() {
        let t = Terms::new();
        let formulas = everything(&t);
        let session = Session::new(&t).expect("the solver is there");
        let read = parse(&session, &t.to_script(&formulas));
        assert_eq!(read.len(), formulas.len());
        let mut solver = Solver::new(&session);
        for (&read, &meant) in read.iter().zip(&formulas) {
            let same = read == meant || solver.proves(t.eq(read, meant));
            assert!(same, "{}\n{}", t.to_smtlib(meant), t.to_smtlib(read));
        }
    }

    /// Our own reader, of one term at a time.
    #[test]
    fn what_is_printed_is_read_again() {
        let t = Terms::new();
        for meant in everything(&t).into_iter().filter(|term| t.applied([*term]).is_empty()) {
            let variables = t.free_vars([meant]);
            let names: Vec<String> =
                variables.iter().map(|term| quote(t.name(t.as_var(*term).expect("a variable")))).collect();
            let bound: Vec<(&str, Term)> =
                names.iter().map(|name| name.trim_matches('|')).zip(variables.iter().copied()).collect();
            let text = t.to_smtlib(meant);
            assert_eq!(t.from_smtlib(&text, &bound, Sort::Bool), Ok(meant), "{text}");
        }
    }

    #[test]
    fn what_is_no_term_is_refused() {
        let t = Terms::new();
        let x = t.var("x", Sort::Int);
        let deep = format!("{}x{}", "(- ".repeat(5_000), ")".repeat(5_000));
        let [unclosed, closed] = [0, 150_000].map(|closed| format!("{}{}", "(".repeat(150_000), ")".repeat(closed)));
        let texts = [
            "",
            "x",
            "y",
            "(",
            ")",
            "(and x)",
            "(+ x true)",
            "(select x x)",
            "(= x)",
            "((_ extract 3 0) x)",
            "()",
            "(let ((x)) x)",
            "(let x)",
            "#x",
            "#xfffffffffffffffffffffffffffffffffffff",
            "(_ bv1 0)",
            "(_ bv9 3)",
            "((as const Int) x)",
            "((as const (Array Int Int)) true)",
            "true true",
            "(ite x x x)",
            "99999999999999999999999999999999999999999",
            "|x",
            "\"",
            "(not)",
            "(=> )",
            "(store x x x)",
            "(concat x x)",
            "((_ int_to_bv 0) x)",
            "((_ zero_extend 4294967295) #x1)",
            &deep,
            &unclosed,
            &closed,
        ];
        for text in texts {
            let read = t.from_smtlib(text, &[("x", x)], Sort::Bool);
            assert!(read.is_err(), "{}: {read:?}", text.chars().take(40).collect::<String>());
        }
    }

    #[test]
    fn shared_terms_are_printed_once() {
        let t = Terms::new();
        let x = t.var("x", Sort::Int);
        let mut square = t.add([x, t.int(1)]);
        for _ in 0..3 {
            square = t.mul(square, square);
        }
        expect![["(let ((?0 (+ x 1))) (let ((?1 (* ?0 ?0))) (let ((?2 (* ?1 ?1))) (* ?2 ?2))))"]]
            .assert_eq(&t.to_smtlib(square));
    }

    #[test]
    fn symbols_are_quoted_when_they_must_be() {
        let quoted = ["x", "x1!2", "p->next", "a b", "1x", "true", "", "a|b"].map(quote);
        assert_eq!(quoted, ["x", "x1!2", "p->next", "|a b|", "|1x|", "true!", "||", "|a_b|"]);
    }
}
