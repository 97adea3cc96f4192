//! A source file with its mutants in it.

use std::ops::Range;

use super::find::{ACTIVE, Mutant, NUMBER};

/// The new text, and where each mutant is in it.
pub struct Rewritten {
    pub text: String,
    /// What was written for mutants: the piece of the new text, and the mutant's number.
    pub written: Vec<(Range<usize>, u32)>,
    /// All that a mutant is around, from its first piece to its last.
    pub extents: Vec<(Range<usize>, u32)>,
}

struct Piece<'m> {
    at: usize,
    /// Closing pieces come before opening ones, the innermost first; opening ones the outermost first.
    order: (u8, isize, isize),
    text: &'m str,
    number: u32,
}

/// Writes the mutants into the source. Each has its own number.
pub fn rewrite(source: &str, mutants: &[(u32, &Mutant)]) -> Rewritten {
    let mut pieces = Vec::new();
    let wraps = mutants.iter().flat_map(|(number, mutant)| mutant.wraps.iter().map(|wrap| (*number, wrap)));
    for (sequence, (number, wrap)) in wraps.enumerate() {
        let (start, end, sequence) = (wrap.at.start, wrap.at.end, sequence as isize);
        let mut piece = |at, order, text| pieces.push(Piece { at, order, text, number });
        if start < end {
            piece(end, (0, -(start as isize), -sequence), wrap.after.as_str());
        }
        piece(start, (1, -(end as isize), sequence), wrap.before.as_str());
    }
    pieces.sort_by_key(|piece| (piece.at, piece.order));

    let mut rewritten = Rewritten { text: String::new(), written: Vec::new(), extents: Vec::new() };
    let mut copied = 0;
    for piece in pieces {
        rewritten.text.push_str(&source[copied..piece.at]);
        copied = piece.at;
        let start = rewritten.text.len();
        let active = format!("::mutant::active({})", piece.number);
        rewritten.text.push_str(&piece.text.replace(ACTIVE, &active).replace(NUMBER, &piece.number.to_string()));
        rewritten.written.push((start..rewritten.text.len(), piece.number));
    }
    rewritten.text.push_str(&source[copied..]);
    for (number, _) in mutants {
        let mut own = rewritten.written.iter().filter(|(_, other)| other == number).map(|(range, _)| range);
        if let Some(first) = own.next() {
            let end = own.map(|range| range.end).fold(first.end, usize::max);
            rewritten.extents.push((first.start..end, *number));
        }
    }
    rewritten
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::find;

    /// The source with only those mutants that are described so.
    fn with(source: &str, what: &str) -> String {
        let found = find::mutants(source).expect("it is Rust");
        let chosen: Vec<(u32, &Mutant)> = (0..).zip(&found).filter(|(_, mutant)| mutant.what.contains(what)).collect();
        let all: Vec<&String> = found.iter().map(|mutant| &mutant.what).collect();
        assert!(!chosen.is_empty(), "{all:?}");
        let chosen: Vec<(u32, &Mutant)> = (1..).zip(chosen.into_iter().map(|(_, mutant)| mutant)).collect();
        rewrite(source, &chosen).text.replace("::mutant::", "")
    }

    #[test]
    fn comparisons() {
        let source = "fn f(a: u8) -> bool { a == b }";
        assert_eq!(with(source, "negated"), "fn f(a: u8) -> bool { (active(1) != (a == b)) }");
        let source = "fn f(a: u8) -> bool { a < b }";
        assert_eq!(with(source, "border"), "fn f(a: u8) -> bool { lt(1, &(a) /*<*/, &(b)) }");
    }

    #[test]
    fn connectives() {
        let source = "fn f() -> bool { a() && b }";
        let expected = "fn f() -> bool { (active(1) != ((active(1) != (a())) && (active(1) != (b)))) }";
        assert_eq!(with(source, "with `||`"), expected);
        let nested = with("fn f() -> bool { a || b || c }", "with `&&`");
        assert_eq!(nested.matches('(').count(), nested.matches(')').count());
        assert!(syn::parse_file(&nested).is_ok(), "{nested}");
    }

    #[test]
    fn names_bound_by_conditions_stay_bound() {
        let found = find::mutants("fn f() { if let Some(x) = y && x == 1 { g(); } }").expect("it is Rust");
        assert!(found.iter().all(|mutant| !mutant.what.contains("with `||`")), "{found:?}");
        assert!(found.iter().any(|mutant| mutant.what == "`x == 1` negated"), "{found:?}");
    }

    #[test]
    fn statements_and_guards() {
        let source = "fn f() { check(x)?; }";
        assert_eq!(with(source, "left out"), "fn f() { if !active(1) { check(x)?; } }");
        let source = "fn f(x: u8) { match x { y if p(y) => (), _ => () } }";
        let expected = "fn f(x: u8) { match x { y if (active(1) || (p(y))) => (), _ => () } }";
        assert_eq!(with(source, "always true"), expected);
    }

    #[test]
    fn bodies_and_numbers() {
        let source = "fn f() -> Result<(), E> { g() }";
        assert_eq!(with(source, "does `Ok(())`"), "fn f() -> Result<(), E> { if active(1) { return Ok(()); } g() }");
        assert_eq!(with("fn f() -> T { x + 1 }", "with `-`"), "fn f() -> T { add(1, (x) /*+*/, (1)) }");
        assert_eq!(with("fn f() -> T { g(1) }", "one less"), "fn f() -> T { g(less(1, 1)) }");
    }

    #[test]
    fn quantifiers() {
        let expected = "fn f() -> bool { (active(1) != (x.all(|y| (active(1) != (p(y)))))) }";
        assert_eq!(with("fn f() -> bool { x.all(|y| p(y)) }", "with `any`"), expected);
    }

    #[test]
    fn what_is_not_computed_in_the_product_has_no_mutants() {
        let source = "
            const A: usize = 1 + 2;
            const fn f() -> bool { true }
            static B: [u8; 3] = [0; 3];
            #[cfg(test)] mod tests { fn f() -> bool { 1 == 2 } }
            #[test] fn t() { g(); }
            impl fmt::Display for T { fn fmt(&self) -> bool { 1 == 2 } }
        ";
        assert_eq!(find::mutants(source).expect("it is Rust"), []);
    }

    #[test]
    fn all_mutants_together_are_still_rust() {
        let source = include_str!("find.rs");
        let found = find::mutants(source).expect("it is Rust");
        let numbered: Vec<(u32, &Mutant)> = (1..).zip(&found).collect();
        let rewritten = rewrite(source, &numbered);
        assert!(syn::parse_file(&rewritten.text).is_ok(), "{}", rewritten.text);
        assert_eq!(rewritten.extents.len(), found.len());
    }
}
