//! The transition systems of a proof that all runs end, for other provers and for people.

use its::format::to_koat;
use symex::number::Var;
use symex::proof::{Cycle, Proof};

use super::heads::{Head, Heads};
use super::view::View;
use super::words::shown;
use ir::Module;

/// One system in a file's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenSystem {
    /// Says which loop or function; fit for a file's name.
    pub name: String,
    /// In the format KoAT, with what is what in comments.
    pub text: String,
}

/// One for each cycle, in the order of the proof's arguments.
pub fn systems(proof: &Proof, cycles: &[Cycle], module: &Module) -> Vec<WrittenSystem> {
    let heads = Heads::new(module);
    let mut written: Vec<WrittenSystem> = Vec::new();
    for cycle in cycles {
        let places = &cycle.component.places;
        let first = places.iter().map(|place| Head::of(proof, *place)).min_by_key(|head| heads.order(*head));
        let first = first.expect("invariant: a cycle has a place");
        let (line, column) = heads.order(first).0.unwrap_or((0, 0));
        let stem: String = format!("{}-{line}-{column}", heads.function(first))
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() || "_-.".contains(letter) { letter } else { '_' })
            .collect();
        let number = 1 + written.iter().filter(|other| is_numbered(&other.name, &stem)).count();
        let text = format!("{}{}", legend(&heads, proof, cycle), to_koat(&cycle.system));
        written.push(WrittenSystem { name: format!("{stem}-{number}"), text });
    }
    written
}

fn is_numbered(name: &str, stem: &str) -> bool {
    let number = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('-'));
    number.is_some_and(|number| number.parse::<usize>().is_ok())
}

/// Where the locations are, and what the variables are there.
fn legend(heads: &Heads<'_>, proof: &Proof, cycle: &Cycle) -> String {
    let mut text = String::new();
    for (kept, name) in cycle.component.places.iter().zip(cycle.system.locations.iter().skip(1)) {
        let head = Head::of(proof, *kept);
        let state = proof.state(*kept);
        let place = heads.module.places.render(heads.place(head));
        let what = match head.block {
            None => format!("a call of `{}`, {place}", heads.function(head)),
            Some(_) => format!("{place}, in `{}`", heads.function(head)),
        };
        text.push_str(&format!("# {name}: {what}\n"));
        let view = View::new(heads, proof, *kept);
        for var in (0..state.var_bound()).map(Var) {
            if let Some(sum) = view.variable(var).filter(|sum| sum.is_named()) {
                text.push_str(&format!("#   v{} = {}\n", var.0, shown(sum, &view)));
            }
        }
    }
    text
}
