//! Systems of Horn clauses in the format of the CHC competition.

use super::sexp::{Sexp, parse};
use super::term::{Bad, Reader, bad, sort};
use crate::horn::Horn;
use crate::pool::Terms;
use crate::term::{Node, Sort, Term};

impl Horn {
    /// Reads a script of the logic HORN: declarations of relations, and one assertion a clause.
    pub fn from_smtlib(terms: &Terms, text: &str) -> Result<Horn, String> {
        let mut horn = Horn::new(terms);
        let mut reader = Reader::new(terms);
        for command in parse(text)? {
            let Some([Sexp::Atom(name), args @ ..]) = command.list() else { return bad(format!("{command}")) };
            match (name.as_str(), args) {
                ("set-logic" | "set-info" | "set-option" | "check-sat" | "get-model" | "get-proof" | "exit", _) => {}
                ("declare-fun", [Sexp::Atom(name), Sexp::List(params), result]) => {
                    let params = params.iter().map(sort).collect::<Result<Vec<_>, _>>()?;
                    declare(&mut horn, &mut reader, name, &params, result)?;
                }
                ("declare-const", [Sexp::Atom(name), result]) => declare(&mut horn, &mut reader, name, &[], result)?,
                ("assert", [formula]) => assert(terms, &mut horn, &mut reader, formula)?,
                // Any other command has no place in a system of clauses.
                _ => return bad(format!("the command `{name}`")),
            }
        }
        Ok(horn)
    }
}

fn declare(horn: &mut Horn, reader: &mut Reader<'_>, name: &str, params: &[Sort], result: &Sexp) -> Result<(), Bad> {
    if sort(result)? != Sort::Bool || reader.is_declared(name) {
        return bad(format!("`{name}` is no relation, or declared twice"));
    }
    reader.declare(name, horn.relation(name, params));
    Ok(())
}

fn assert(terms: &Terms, horn: &mut Horn, reader: &mut Reader<'_>, formula: &Sexp) -> Result<(), Bad> {
    let mut bound = Vec::new();
    let mut negated = false;
    let mut at = formula;
    // Quantifiers around all: `forall`, or `exists` below `not`.
    loop {
        match at.list() {
            Some([Sexp::Atom(keyword), Sexp::List(variables), body])
                if keyword == if negated { "exists" } else { "forall" } =>
            {
                for variable in variables {
                    let Some([Sexp::Atom(name), of]) = variable.list() else { return bad("a variable") };
                    reader.bind(name, terms.fresh_var(name, sort(of)?));
                    bound.push(name.clone());
                }
                at = body;
            }
            Some([Sexp::Atom(keyword), body]) if keyword == "not" => {
                negated = !negated;
                at = body;
            }
            // Any other formula has no quantifier around it.
            _ => break,
        }
    }
    let matrix = reader.term(at)?;
    bound.iter().for_each(|name| reader.unbind(name));
    if terms.sort(matrix) != Sort::Bool {
        return bad("an assertion that is no formula");
    }
    clause(terms, horn, if negated { terms.not(matrix) } else { matrix })
}

/// A disjunction with at most one positive atom.
fn clause(terms: &Terms, horn: &mut Horn, formula: Term) -> Result<(), Bad> {
    let literals = match terms.node(formula) {
        Node::Or(literals) => literals.to_vec(),
        // Any other formula is a clause of one literal.
        _ => vec![formula],
    };
    let (mut body, mut heads) = (Vec::new(), Vec::new());
    for literal in literals {
        if horn.is_atom(literal) {
            heads.push(literal);
        } else if !horn.mentions(literal) {
            body.push(terms.not(literal));
        } else {
            let premises = match terms.node(literal) {
                Node::Not(inner) => match terms.node(*inner) {
                    Node::And(parts) => parts.to_vec(),
                    // Any other formula is the only premise.
                    _ => vec![*inner],
                },
                // Any other literal with a relation in it is neither a head nor a body.
                _ => return bad("a relation in the wrong place"),
            };
            if premises.iter().any(|premise| horn.mentions(*premise) && !horn.is_atom(*premise)) {
                return bad("a relation in the wrong place");
            }
            body.extend(premises);
        }
    }
    match *heads {
        [] => horn.query(body),
        [head] => horn.rule(body, head),
        [_, _, ..] => return bad("more than one relation follows"),
    }
    Ok(())
}
