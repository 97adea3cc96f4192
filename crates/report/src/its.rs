//! Answers about integer transition systems, for people and for programs.

use std::io::{self, Write};

use certify::{SystemConclusion, SystemVerdict};
use its::{Atom, Endless, LocId, Poly, Proof, Ranking, Simplified, Step, System, Transition, Var};
use serde::Serialize;

use crate::{TOOL, VERSION};

mod simplified;

use simplified::transition_name;

/// YES, NO or MAYBE, as the termination competition wants it on the first line.
pub fn word(verdict: &SystemVerdict) -> &'static str {
    match verdict.conclusion() {
        SystemConclusion::Yes(_) => "YES",
        SystemConclusion::No(_) => "NO",
        SystemConclusion::Maybe { .. } | SystemConclusion::Rejected { .. } => "MAYBE",
    }
}

/// The answer, and why if asked for.
pub fn write_text(system: &System, verdict: &SystemVerdict, explain: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", word(verdict))?;
    match verdict.conclusion() {
        SystemConclusion::Yes(proof) if explain => write_proof(system, proof, out),
        SystemConclusion::No(endless) if explain => write_endless(system, endless, out),
        SystemConclusion::Yes(_) | SystemConclusion::No(_) => Ok(()),
        SystemConclusion::Maybe { open } => {
            for component in open {
                writeln!(out, "nothing was found for the cycle through {}", locations(system, component))?;
            }
            Ok(())
        }
        SystemConclusion::Rejected { why } => writeln!(out, "what was found does not pass its check: {why}"),
    }
}

fn name(system: &System) -> impl Fn(Var) -> String + '_ {
    |var| system.vars.get(var.index()).cloned().unwrap_or_else(|| format!("v{}", var.index()))
}

fn joined(atoms: &[Atom], name: &dyn Fn(Var) -> String) -> String {
    let shown: Vec<String> = atoms.iter().map(|atom| atom.show(name).to_string()).collect();
    if shown.is_empty() { "true".to_string() } else { shown.join(", ") }
}

fn locations(system: &System, component: &[usize]) -> String {
    let mut ids: Vec<LocId> = component.iter().map(|index| system.transitions[*index].from).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.iter().map(|id| format!("`{}`", system.location_name(*id))).collect::<Vec<_>>().join(", ")
}

/// `l1 → l2`, with its number in the system.
fn step_name(system: &System, index: usize) -> String {
    let Transition { from, to, .. } = &system.transitions[index];
    format!("{} → {} ({index})", system.location_name(*from), system.location_name(*to))
}

/// What a proof is about.
fn proved<'a>(original: &'a System, proof: &Proof) -> Simplified<'a> {
    Simplified::replay(original, &proof.simplifications).expect("invariant: the proof was checked")
}

fn write_proof(original: &System, proof: &Proof, out: &mut impl Write) -> io::Result<()> {
    if !proof.simplifications.is_empty() {
        writeln!(out, "simplified first:")?;
    }
    for (_, step) in simplified::log(original, &proof.simplifications) {
        writeln!(out, "  {step}")?;
    }
    let simplified = proved(original, proof);
    let system = simplified.system();
    let name = name(system);
    let step_name = |index: usize| transition_name(&simplified, index);
    for (location, invariant) in system.locations.iter().zip(&proof.invariants) {
        if !invariant.is_empty() {
            writeln!(out, "at `{location}`: {}", joined(invariant, &name))?;
        }
    }
    for step in &proof.steps {
        match step {
            Step::Impossible { transition } => writeln!(out, "never possible: {}", step_name(*transition))?,
            Step::Ranked { component, ranking, decreasing } => {
                writeln!(out, "cycle through {}:", locations(system, component))?;
                for (location, poly) in &ranking.of {
                    writeln!(out, "  at `{}`: {}", system.location_name(*location), poly.show(&name))?;
                }
                let shown: Vec<String> = decreasing.iter().map(|index| step_name(*index)).collect();
                writeln!(out, "  never increases; decreases, and is at least 0 before, on {}", shown.join(", "))?;
            }
            Step::Phases { component, functions } => {
                writeln!(out, "cycle through {}, in phases:", locations(system, component))?;
                for (number, ranking) in functions.iter().enumerate() {
                    for (location, poly) in &ranking.of {
                        let place = system.location_name(*location);
                        writeln!(out, "  {}. at `{place}`: {}", number + 1, poly.show(&name))?;
                    }
                }
                writeln!(
                    out,
                    "  each decreases once the one before it is not positive; the last is at least 0 before"
                )?;
            }
        }
    }
    Ok(())
}

fn write_endless(system: &System, endless: &Endless, out: &mut impl Write) -> io::Result<()> {
    let name = name(system);
    let Endless { stem, recurrent } = endless;
    let values = |values: &[i128]| {
        let shown: Vec<String> =
            system.vars.iter().zip(values).map(|(var, value)| format!("{var} = {value}")).collect();
        shown.join(", ")
    };
    writeln!(out, "start at `{}` with {}", system.location_name(system.start), values(&stem.start))?;
    let mut now = stem.start.clone();
    for (index, chosen) in &stem.steps {
        let transition = &system.transitions[*index];
        now = transition.step(&now, chosen).expect("invariant: the run was checked");
        writeln!(out, "  {}: {}", step_name(system, *index), values(&now))?;
    }
    let place = recurrent.cycle.first().map(|index| system.location_name(system.transitions[*index].from));
    writeln!(out, "from now on, at `{}`: {}", place.unwrap_or_default(), joined(&recurrent.set, &name))?;
    let cycle: Vec<String> = recurrent.cycle.iter().map(|index| step_name(system, *index)).collect();
    writeln!(out, "this cycle is possible there and leads back: {}", cycle.join(", "))?;
    let mut choices = recurrent.choices.as_slice();
    for index in &recurrent.cycle {
        let own = &system.transitions[*index].chosen;
        for (var, value) in own.iter().zip(choices) {
            writeln!(out, "  with {var} = {}", value.show(&name))?;
        }
        choices = choices.get(own.len()..).unwrap_or_default();
    }
    Ok(())
}

#[derive(Serialize)]
struct Document<'a> {
    tool: &'static str,
    version: &'static str,
    file: &'a str,
    answer: &'static str,
    time_s: f64,
    proof: Option<ProofDocument>,
    run: Option<RunDocument>,
    /// Locations of cycles for which nothing was found.
    open: Vec<Vec<String>>,
    problem: Option<String>,
}

#[derive(Serialize)]
struct ProofDocument {
    simplifications: Vec<SimplificationDocument>,
    /// Of the simplified system, which the rest is about.
    transitions: Vec<TransitionDocument>,
    invariants: Vec<Invariant>,
    steps: Vec<StepDocument>,
}

#[derive(Serialize)]
struct SimplificationDocument {
    kind: &'static str,
    text: String,
}

#[derive(Serialize)]
struct TransitionDocument {
    from: String,
    to: String,
    /// The original transitions that it stands for, in order.
    original: Vec<usize>,
}

#[derive(Serialize)]
struct Invariant {
    location: String,
    atoms: Vec<String>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum StepDocument {
    Impossible { transition: usize },
    Ranked { component: Vec<usize>, ranking: Vec<Function>, decreasing: Vec<usize> },
    Phases { component: Vec<usize>, functions: Vec<Vec<Function>> },
}

#[derive(Serialize)]
struct Function {
    location: String,
    function: String,
}

#[derive(Serialize)]
struct RunDocument {
    start: Vec<i128>,
    steps: Vec<RunStep>,
    set: Vec<String>,
    cycle: Vec<usize>,
    choices: Vec<String>,
}

#[derive(Serialize)]
struct RunStep {
    transition: usize,
    chosen: Vec<i128>,
}

/// One object with the answer and its certificate.
pub fn write_json(
    system: &System,
    verdict: &SystemVerdict,
    file: &str,
    time_s: f64,
    out: &mut impl Write,
) -> io::Result<()> {
    let simplified = match verdict.conclusion() {
        SystemConclusion::Yes(proof) => proved(system, proof),
        SystemConclusion::No(_) | SystemConclusion::Maybe { .. } | SystemConclusion::Rejected { .. } => {
            Simplified::new(system)
        }
    };
    let (original, system) = (system, simplified.system());
    let name = name(system);
    let atoms = |atoms: &[Atom]| atoms.iter().map(|atom| atom.show(&name).to_string()).collect::<Vec<_>>();
    let poly = |poly: &Poly| poly.show(&name).to_string();
    let location = |id: &LocId| system.location_name(*id).to_string();
    let mut document = Document {
        tool: TOOL,
        version: VERSION,
        file,
        answer: word(verdict),
        time_s,
        proof: None,
        run: None,
        open: Vec::new(),
        problem: None,
    };
    match verdict.conclusion() {
        SystemConclusion::Yes(proof) => {
            let invariant = |(location, found): (&String, &Vec<Atom>)| Invariant {
                location: location.clone(),
                atoms: atoms(found),
            };
            let function =
                |(id, function): &(LocId, Poly)| Function { location: location(id), function: poly(function) };
            let functions = |ranking: &Ranking| ranking.of.iter().map(function).collect::<Vec<_>>();
            let step = |step: &Step| match step {
                Step::Impossible { transition } => StepDocument::Impossible { transition: *transition },
                Step::Ranked { component, ranking, decreasing } => StepDocument::Ranked {
                    component: component.clone(),
                    ranking: functions(ranking),
                    decreasing: decreasing.clone(),
                },
                Step::Phases { component, functions: phases } => StepDocument::Phases {
                    component: component.clone(),
                    functions: phases.iter().map(functions).collect(),
                },
            };
            let log = simplified::log(original, &proof.simplifications).into_iter();
            let transition = |(code, origin): (&Transition, &its::Origin)| TransitionDocument {
                from: location(&code.from),
                to: location(&code.to),
                original: origin.path.clone(),
            };
            document.proof = Some(ProofDocument {
                simplifications: log.map(|(kind, text)| SimplificationDocument { kind, text }).collect(),
                transitions: system.transitions.iter().zip(simplified.origins()).map(transition).collect(),
                invariants: system.locations.iter().zip(&proof.invariants).map(invariant).collect(),
                steps: proof.steps.iter().map(step).collect(),
            });
        }
        SystemConclusion::No(endless) => {
            let Endless { stem, recurrent } = &**endless;
            let step =
                |(transition, chosen): &(usize, Vec<i128>)| RunStep { transition: *transition, chosen: chosen.clone() };
            document.run = Some(RunDocument {
                start: stem.start.clone(),
                steps: stem.steps.iter().map(step).collect(),
                set: atoms(&recurrent.set),
                cycle: recurrent.cycle.clone(),
                choices: recurrent.choices.iter().map(poly).collect(),
            });
        }
        SystemConclusion::Maybe { open } => {
            let names = |component: &Vec<usize>| {
                let mut ids: Vec<LocId> = component.iter().map(|index| system.transitions[*index].from).collect();
                ids.sort_unstable();
                ids.dedup();
                ids.iter().map(location).collect()
            };
            document.open = open.iter().map(names).collect();
        }
        SystemConclusion::Rejected { why } => document.problem = Some(why.clone()),
    }
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}
