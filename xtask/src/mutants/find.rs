//! The mutants of a source file: where they are and what has to be written around what is there.
//!
//! Every mutant is made of text before and after pieces of the source, never of changes to it: what is written around a
//! piece gives it another meaning only while the mutant is active. So all of them are compiled at once, and one at a time
//! is chosen when a test runs. A mutant that does not compile after all is found by the compiler and left out.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, ItemFn, Lit, Signature, Stmt, UnOp};

use super::bodies;

/// Stands for `active(NUMBER)` in what is written around the source.
pub const ACTIVE: &str = "\u{1}";
/// Stands for the number itself.
pub const NUMBER: &str = "\u{2}";

/// What is written before and after a piece of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrap {
    pub at: Range<usize>,
    pub before: String,
    pub after: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What it does, for people.
    pub what: String,
    pub wraps: Vec<Wrap>,
}

/// All mutants of a file, in the order of the source.
pub fn mutants(source: &str) -> syn::Result<Vec<Mutant>> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder { source, found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'s> {
    source: &'s str,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn add(&mut self, node: &impl Spanned, change: &str, wraps: Vec<Wrap>) {
        let shown = short(&self.source[node.span().byte_range()]);
        let (line, column) = place(node);
        self.found.push(Mutant { line, column, what: format!("`{shown}` {change}"), wraps });
    }

    /// A mutant that writes around one piece.
    fn wrap(&mut self, node: &impl Spanned, change: &str, before: &str, after: &str) {
        self.add(node, change, vec![around(node, before, after)]);
    }

    /// A condition that is the opposite while the mutant is active.
    fn negate(&mut self, condition: &Expr) {
        self.wrap(condition, "negated", &format!("({ACTIVE} != ("), "))");
    }

    fn function(&mut self, attributes: &[Attribute], sig: &Signature, block: &Block) -> bool {
        if sig.constness.is_some() || for_tests(attributes) {
            return false;
        }
        let inside = block.brace_token.span.open().byte_range().end;
        for value in bodies::values(&sig.output) {
            let before = format!(" if {ACTIVE} {{ return {value}; }}");
            let wraps = vec![Wrap { at: inside..inside, before, after: String::new() }];
            let result = if value.is_empty() { "nothing".to_string() } else { format!("`{value}` at once") };
            let what = format!("`fn {}` does {result}", sig.ident);
            let (line, column) = place(sig);
            self.found.push(Mutant { line, column, what, wraps });
        }
        true
    }

    fn binary(&mut self, whole: &syn::ExprBinary) {
        match whole.op {
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                self.negate(&Expr::Binary(whole.clone()));
                let call = match whole.op {
                    BinOp::Lt(_) => "lt",
                    BinOp::Le(_) => "le",
                    BinOp::Gt(_) => "gt",
                    _ => "ge",
                };
                self.between(whole, call, "&(", "with the other kind of border");
            }
            BinOp::Eq(_) | BinOp::Ne(_) => self.negate(&Expr::Binary(whole.clone())),
            BinOp::Add(_) => self.between(whole, "add", "(", "with `-`"),
            BinOp::Sub(_) => self.between(whole, "sub", "(", "with `+`"),
            BinOp::And(_) | BinOp::Or(_) if !has_let(&Expr::Binary(whole.clone())) => {
                // While active, De Morgan: not (not a and not b).
                let flip = format!("({ACTIVE} != (");
                let wraps = vec![
                    around(whole, &flip, "))"),
                    around(&whole.left, &flip, "))"),
                    around(&whole.right, &flip, "))"),
                ];
                let other = if matches!(whole.op, BinOp::And(_)) { "`||`" } else { "`&&`" };
                self.add(whole, &format!("with {other}"), wraps);
            }
            _ => {}
        }
    }

    /// The operator becomes a call. It stays in the text, in a comment.
    fn between(&mut self, whole: &syn::ExprBinary, call: &str, open: &str, change: &str) {
        let wraps = vec![
            around(whole, &format!("::mutant::{call}({NUMBER}, "), ")"),
            around(&whole.left, open, ")"),
            around(&whole.op, "/*", "*/,"),
            around(&whole.right, open, ")"),
        ];
        self.add(whole, change, wraps);
    }

    fn statement(&mut self, statement: &Stmt) {
        let deletable = match statement {
            Stmt::Expr(expr, Some(_)) => matches!(
                expr,
                Expr::Call(_)
                    | Expr::MethodCall(_)
                    | Expr::Try(_)
                    | Expr::Assign(_)
                    | Expr::Return(_)
                    | Expr::Continue(_)
                    | Expr::Binary(_)
            ),
            Stmt::Macro(call) => ["assert", "assert_eq", "assert_ne"].iter().any(|name| call.mac.path.is_ident(name)),
            Stmt::Local(_) | Stmt::Item(_) | Stmt::Expr(..) => false,
        };
        if deletable {
            self.wrap(statement, "left out", &format!("if !{ACTIVE} {{ "), " }");
        }
    }

    /// `all` as `any` and the other way round: not all are not.
    fn quantifier(&mut self, call: &syn::ExprMethodCall) {
        let other = match call.method.to_string().as_str() {
            "all" => "`any`",
            "any" => "`all`",
            _ => return,
        };
        if let (Some(Expr::Closure(closure)), 1) = (call.args.first(), call.args.len()) {
            let flip = format!("({ACTIVE} != (");
            let wraps = vec![around(call, &flip, "))"), around(&closure.body, &flip, "))")];
            self.add(call, &format!("with {other}"), wraps);
        }
    }

    fn number(&mut self, literal: &syn::LitInt) {
        self.wrap(literal, "one more", &format!("::mutant::more({NUMBER}, "), ")");
        if literal.base10_parse::<u128>().is_ok_and(|value| value > 0) {
            self.wrap(literal, "one less", &format!("::mutant::less({NUMBER}, "), ")");
        }
    }

    /// What decides by itself, and not by a comparison, which has mutants of its own.
    fn condition(&mut self, condition: &Expr) {
        if matches!(
            condition,
            Expr::Call(_) | Expr::MethodCall(_) | Expr::Path(_) | Expr::Field(_) | Expr::Macro(_) | Expr::Index(_)
        ) {
            self.negate(condition);
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Fn(ItemFn { attrs, sig, block, .. }) if !self.function(attrs, sig, block) => {}
            syn::Item::Mod(module) if for_tests(&module.attrs) => {}
            syn::Item::Impl(block) if for_tests(&block.attrs) || shows(block) => {}
            // Not computed when the program runs.
            syn::Item::Const(_) | syn::Item::Static(_) | syn::Item::Enum(_) | syn::Item::Macro(_) => {}
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
        if self.function(&method.attrs, &method.sig, &method.block) {
            visit::visit_impl_item_fn(self, method);
        }
    }

    fn visit_trait_item_fn(&mut self, method: &'ast syn::TraitItemFn) {
        if method.default.as_ref().is_some_and(|block| self.function(&method.attrs, &method.sig, block)) {
            visit::visit_trait_item_fn(self, method);
        }
    }

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_path(&mut self, _: &'ast syn::Path) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        // Of a pattern nothing is computed but its guard.
        if let syn::Pat::Guard(guarded) = pattern {
            if !has_let(&guarded.guard) {
                self.wrap(&guarded.guard, "as a guard is always true", &format!("({ACTIVE} || ("), "))");
                self.wrap(&guarded.guard, "as a guard is always false", &format!("(!{ACTIVE} && ("), "))");
            }
            self.visit_expr(&guarded.guard);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        self.statement(statement);
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Binary(binary) => self.binary(binary),
            Expr::MethodCall(call) => self.quantifier(call),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => self.negate(expr),
            Expr::If(branch) => self.condition(&branch.cond),
            Expr::While(each) => self.condition(&each.cond),
            Expr::Lit(syn::ExprLit { lit: Lit::Int(literal), .. }) => self.number(literal),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

fn place(node: &impl Spanned) -> (usize, usize) {
    let start = node.span().start();
    (start.line, start.column + 1)
}

fn around(node: &impl Spanned, before: &str, after: &str) -> Wrap {
    Wrap { at: node.span().byte_range(), before: before.to_string(), after: after.to_string() }
}

fn for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

/// Messages for people: nothing rests on them.
fn shows(block: &syn::ItemImpl) -> bool {
    let name = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    name.is_some_and(|segment| segment.ident == "Display" || segment.ident == "Debug")
}

/// Does the condition bind names? It then cannot be part of another expression.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

/// A piece of source in one short line.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
