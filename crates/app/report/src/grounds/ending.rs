//! Why a cycle of a graph ends, in terms of C.

use ir::LocId;
use its::certificate::Proof as Ending;
use its::replay::replay;
use symex::proof::{Cycle, Proof};

use super::Reason;
use super::argument::{Argument, Step};
use super::heads::{Head, Heads, Kind};

/// A sentence for each loop and recursion, with what it consists of below it, where that is more than one step.
pub fn reasons(heads: &Heads<'_>, proof: &Proof, cycles: &[Cycle]) -> Vec<Reason> {
    let mut found: Vec<(Subject, Vec<Vec<Step>>)> = Vec::new();
    for (cycle, ending) in cycles.iter().zip(&proof.endings) {
        let (subject, steps) = argument(heads, proof, cycle, ending);
        match found.iter_mut().find(|(other, _)| *other == subject) {
            Some((_, cases)) if !cases.contains(&steps) => cases.push(steps),
            Some(_) => {}
            None => found.push((subject, vec![steps])),
        }
    }
    found.into_iter().map(|(subject, cases)| reason(&subject, &cases)).collect()
}

fn reason(subject: &Subject, cases: &[Vec<Step>]) -> Reason {
    let Subject { name, place, verb, .. } = subject;
    let place = *place;
    match cases {
        [steps] => match steps.as_slice() {
            [Step { brief: Some(brief), .. }] => {
                Reason { place, what: format!("{name} {verb}: {brief}"), details: Vec::new() }
            }
            steps => Reason { place, what: format!("{name} {verb}"), details: numbered(steps) },
        },
        // The states of a loop fall into several cycles, of which each has an argument of its own.
        cases => {
            let mut details = Vec::new();
            for steps in cases {
                match steps.as_slice() {
                    [Step { brief: Some(brief), .. }] => details.push(format!("- {brief}")),
                    steps => {
                        let lines = numbered(steps).into_iter().enumerate();
                        details.extend(lines.map(|(at, line)| format!("{} {line}", if at == 0 { "-" } else { " " })));
                    }
                }
            }
            Reason { place, what: format!("{name} {verb}, in each of {} cases", cases.len()), details }
        }
    }
}

fn numbered(steps: &[Step]) -> Vec<String> {
    match steps {
        [only] => vec![only.text.clone()],
        steps => steps.iter().enumerate().map(|(number, step)| format!("{}. {}", number + 1, step.text)).collect(),
    }
}

fn argument(heads: &Heads<'_>, proof: &Proof, cycle: &Cycle, ending: &Ending) -> (Subject, Vec<Step>) {
    let mut within: Vec<Head> = cycle.component.places.iter().map(|place| Head::of(proof, *place)).collect();
    within.sort_by_key(|head| heads.order(*head));
    within.dedup();
    let simplified = replay(&cycle.system, &ending.simplifications).expect("invariant: the certificate was checked");
    let steps = Argument::new(heads, proof, cycle, &within, &simplified).steps(ending);
    (subject(heads, &within), steps)
}

/// What ends.
#[derive(PartialEq)]
struct Subject {
    name: String,
    place: LocId,
    verb: &'static str,
}

fn subject(heads: &Heads<'_>, within: &[Head]) -> Subject {
    let of = |kind: Kind| -> Vec<Head> { within.iter().copied().filter(|head| heads.kind(*head) == kind).collect() };
    let (starts, loops) = (of(Kind::Start), of(Kind::Loop));
    let lines: Vec<String> = loops.iter().filter_map(|head| heads.line(*head, &loops)).collect();
    let first = starts.first().or(loops.first()).copied().unwrap_or(within[0]);
    let (place, function) = (heads.place(first), heads.function(first));
    if !starts.is_empty() {
        let names: Vec<String> = starts.iter().map(|head| format!("`{}`", heads.function(*head))).collect();
        let loops = match lines.as_slice() {
            [] => String::new(),
            [line] => format!(", with its loop at line {line},"),
            lines => format!(", with its loops at lines {},", listed(lines)),
        };
        return Subject { name: format!("the recursion of {}{loops}", listed(&names)), place, verb: "ends" };
    }
    match (loops.len(), lines.len()) {
        (0, _) => Subject { name: format!("the cycle in `{function}`"), place, verb: "ends" },
        (1, _) => Subject { name: format!("the loop of `{function}`"), place, verb: "ends" },
        (count, shown) if count == shown => {
            Subject { name: format!("the loops at lines {} of `{function}`", listed(&lines)), place, verb: "end" }
        }
        (count, _) => Subject { name: format!("the {count} loops of `{function}`"), place, verb: "end" },
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
