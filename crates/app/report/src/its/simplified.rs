//! The steps of a simplification in words, and simplified transitions in terms of the original ones.

use its::certificate::Simplification;
use its::replay::{Simplified, apply};
use its::system::{Atom, IntVar, Location, Poly, System};

/// `l1 → l2 (4, 7)`: where a simplified transition leads, with the original transitions that it stands for.
pub fn transition_name(simplified: &Simplified<'_>, index: usize) -> String {
    let system = simplified.system();
    let transition = &system.transitions[index];
    let (from, to) = (system.location_name(transition.from), system.location_name(transition.to));
    format!("{from} → {to} ({})", path(simplified, index))
}

fn path(simplified: &Simplified<'_>, index: usize) -> String {
    listed(simplified.origins()[index].path.iter().map(ToString::to_string))
}

/// Each step of the log: its kind, and what it does.
pub fn log(original: &System, steps: &[Simplification]) -> Vec<(&'static str, String)> {
    let mut now = Simplified::new(original);
    let mut told = Vec::with_capacity(steps.len());
    for step in steps {
        told.push(words(&now, step));
        apply(&mut now, step.clone()).expect("invariant: the steps were checked");
    }
    told
}

fn words(now: &Simplified<'_>, step: &Simplification) -> (&'static str, String) {
    let names = |transitions: &[usize]| listed(transitions.iter().map(|index| transition_name(now, *index)));
    match step {
        Simplification::Unreachable { transitions } => {
            ("unreachable", format!("cannot be reached: {}", names(transitions)))
        }
        Simplification::Irrelevant { transitions } => {
            ("irrelevant", format!("no cycle comes after: {}", names(transitions)))
        }
        Simplification::Impossible { transitions } => ("impossible", format!("never possible: {}", names(transitions))),
        Simplification::Subsumed { pairs } => {
            let pairs =
                pairs.iter().map(|(gone, by)| format!("{} like ({})", transition_name(now, *gone), path(now, *by)));
            ("subsumed", format!("another one does the same: {}", listed(pairs)))
        }
        Simplification::Chained { location } => ("chained", chained(now, *location)),
        Simplification::Determined { transition, var, value } => {
            let code = &now.system().transitions[*transition];
            let name = |var: IntVar| now.system().var_name(code, var);
            let value = value.show(&name).to_string();
            ("determined", format!("{}: {} = {value}", transition_name(now, *transition), name(*var)))
        }
        Simplification::Sliced { vars } => {
            let vars = vars.iter().map(|var| now.system().vars[var.index()].clone());
            ("sliced", format!("no guard depends on {}", listed(vars)))
        }
        Simplification::Equal { values } => {
            let name = |var: IntVar| now.system().vars[var.index()].clone();
            let shown = |var: &IntVar, value: &Poly| format!("{} = {}", name(*var), value.show(&name));
            let facts = values.iter().map(|(location, var, value)| (*location, shown(var, value)));
            ("equal", always(now.system(), facts))
        }
        Simplification::Strengthened { facts } => {
            let name = |var: IntVar| now.system().vars[var.index()].clone();
            let shown = |atom: &Atom| atom.show(&name).to_string();
            let facts = facts.iter().map(|(location, atom)| (*location, shown(atom)));
            ("strengthened", always(now.system(), facts))
        }
    }
}

fn chained(now: &Simplified<'_>, location: Location) -> String {
    let transitions = || now.system().transitions.iter().enumerate();
    let bracketed = |(index, _)| format!("({})", path(now, index));
    let into: Vec<String> = transitions().filter(|(_, code)| code.to == location).map(bracketed).collect();
    let out: Vec<String> = transitions().filter(|(_, code)| code.from == location).map(bracketed).collect();
    let place = now.system().location_name(location);
    match (into.as_slice(), out.as_slice()) {
        ([into], [out]) => format!("location `{place}` is chained away: {into} and {out} become one"),
        (into, out) => {
            let (into, out) = (listed(into.iter().cloned()), listed(out.iter().cloned()));
            format!("location `{place}` is chained away: each of {into} becomes one with each of {out}")
        }
    }
}

/// What holds at locations: at `l`: x = 1, y = 2; at `m`: x = 1.
fn always(system: &System, facts: impl Iterator<Item = (Location, String)>) -> String {
    let mut text = String::new();
    let mut last = None;
    for (location, fact) in facts {
        let lead = match last {
            None => format!("always at `{}`: ", system.location_name(location)),
            Some(last) if last != location => format!("; at `{}`: ", system.location_name(location)),
            Some(_) => ", ".to_string(),
        };
        text.push_str(&lead);
        text.push_str(&fact);
        last = Some(location);
    }
    text
}

fn listed(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
