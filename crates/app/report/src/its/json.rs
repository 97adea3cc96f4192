//! Answers about integer transition systems as JSON.

use std::io::{self, Write};

use certify::{Conclusion, SystemVerdict};
use its::certificate::{
    Between, Endless, Geometric, Leg, Proof, ProofStep, Ranking, Ray, Recurrence, Recurrent, RecurrentMoves,
    Simplification, SizeChangeArc,
};
use its::replay::{OriginalPath, Refined, Simplified, strongest_technique};
use its::system::{Atom, IntVar, Location, Poly, System, Transition};
use serde::Serialize;

use super::{Problem, name, problem, replayed, simplified, two_states, word};
use crate::{TOOL, VERSION};

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
    /// Why not everything was tried, if it was not.
    stopped: Option<&'static str>,
    problem: Option<String>,
}

#[derive(Serialize)]
struct ProofDocument {
    /// The strongest technique that the steps use.
    technique: String,
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
#[serde(tag = "kind", rename_all = "kebab-case")]
enum StepDocument {
    Impossible { transition: usize },
    Ranked { component: Vec<usize>, ranking: Vec<Function>, decreasing: Vec<usize> },
    Phases { component: Vec<usize>, functions: Vec<Vec<Function>> },
    Cases { transition: usize, cases: Vec<Vec<String>>, first: usize },
    Regions { component: Vec<usize>, regions: Vec<Region>, first: usize },
    SizeChange { component: Vec<usize>, measures: Vec<String>, graphs: Vec<GraphDocument> },
    Disjunction { component: Vec<usize>, at: String, relations: Vec<RelationDocument> },
}

#[derive(Serialize)]
struct Region {
    location: String,
    parts: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct GraphDocument {
    transition: usize,
    arcs: Vec<ArcDocument>,
}

#[derive(Serialize)]
struct ArcDocument {
    from: usize,
    to: usize,
    strict: bool,
}

#[derive(Serialize)]
struct RelationDocument {
    to: String,
    atoms: Vec<String>,
    measure: Option<String>,
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
    /// To the system that the recurrence is about.
    simplifications: Vec<SimplificationDocument>,
    transitions: Vec<TransitionDocument>,
    recurrence: RecurrenceDocument,
}

#[derive(Serialize)]
#[serde(untagged)]
enum RunStep {
    Once(Taken),
    Repeated { repeat: u64, steps: Vec<Taken> },
}

#[derive(Serialize)]
struct Taken {
    transition: usize,
    chosen: Vec<i128>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum RecurrenceDocument {
    Cycle { set: Vec<String>, cycle: Vec<usize>, choices: Vec<String> },
    Moves { sets: Vec<Invariant>, moves: Vec<MoveDocument> },
    Geometric { cycle: Vec<usize>, chosen: Vec<i128>, rays: Vec<RayDocument> },
}

#[derive(Serialize)]
struct MoveDocument {
    from: String,
    path: Vec<usize>,
    choices: Vec<String>,
}

#[derive(Serialize)]
struct RayDocument {
    values: Vec<i128>,
    chosen: Vec<i128>,
    factor: i128,
    previous: i128,
}

/// The steps of a simplification, and the transitions that they lead to.
fn simplified_documents(
    original: &System,
    log: &[Simplification],
) -> (Vec<SimplificationDocument>, Vec<TransitionDocument>) {
    let simplified = replayed(original, log);
    let system = simplified.system();
    let location = |id: Location| system.location_name(id).to_string();
    let transition = |(code, origin): (&Transition, &OriginalPath)| TransitionDocument {
        from: location(code.from),
        to: location(code.to),
        original: origin.path.clone(),
    };
    let steps = simplified::log(original, log).into_iter().map(|(kind, text)| SimplificationDocument { kind, text });
    (steps.collect(), system.transitions.iter().zip(simplified.origins()).map(transition).collect())
}

fn run_document(original: &System, endless: &Endless) -> RunDocument {
    let log = endless.simplifications.as_deref();
    let simplified = log.map(|log| replayed(original, log));
    let (simplifications, transitions) = log.map(|log| simplified_documents(original, log)).unwrap_or_default();
    let system = simplified.as_ref().map_or(original, Simplified::system);
    let name = name(system);
    let atoms = |atoms: &[Atom]| atoms.iter().map(|atom| atom.show(&name).to_string()).collect::<Vec<_>>();
    let polys = |polys: &[Poly]| polys.iter().map(|poly| poly.show(&name).to_string()).collect::<Vec<_>>();
    let location = |id: Location| system.location_name(id).to_string();
    let taken = |(transition, chosen): &(usize, Vec<i128>)| Taken { transition: *transition, chosen: chosen.clone() };
    let step = |leg: &Leg| match leg {
        Leg::Step(one) => RunStep::Once(taken(one)),
        Leg::Repeat { steps, times } => RunStep::Repeated { repeat: *times, steps: steps.iter().map(taken).collect() },
    };
    let recurrence = match &endless.recurrence {
        Recurrence::Cycle(Recurrent { cycle, choices, set }) => {
            RecurrenceDocument::Cycle { set: atoms(set), cycle: cycle.clone(), choices: polys(choices) }
        }
        Recurrence::Moves(RecurrentMoves { sets, moves }) => RecurrenceDocument::Moves {
            sets: sets.iter().map(|(id, set)| Invariant { location: location(*id), atoms: atoms(set) }).collect(),
            moves: moves
                .iter()
                .map(|one| MoveDocument {
                    from: location(one.from),
                    path: one.path.clone(),
                    choices: polys(&one.choices),
                })
                .collect(),
        },
        Recurrence::Geometric(Geometric { cycle, chosen, rays }) => {
            let ray = |ray: &Ray| RayDocument {
                values: ray.values.clone(),
                chosen: ray.chosen.clone(),
                factor: ray.factor,
                previous: ray.previous,
            };
            let rays = rays.iter().map(ray).collect();
            RecurrenceDocument::Geometric { cycle: cycle.clone(), chosen: chosen.clone(), rays }
        }
    };
    let steps = endless.stem.legs.iter().map(step).collect();
    RunDocument { start: endless.stem.start.clone(), steps, simplifications, transitions, recurrence }
}

fn proof_document(original: &System, proof: &Proof) -> ProofDocument {
    let simplified = replayed(original, &proof.simplifications);
    let system = simplified.system();
    let name = name(system);
    let atoms = |atoms: &[Atom]| atoms.iter().map(|atom| atom.show(&name).to_string()).collect::<Vec<_>>();
    let invariants = system.locations.iter().zip(&proof.invariants);
    let invariant =
        |(location, found): (&String, &Vec<Atom>)| Invariant { location: location.clone(), atoms: atoms(found) };
    let mut refined = Refined::new(system, proof.invariants.clone());
    let mut steps = Vec::with_capacity(proof.steps.len());
    for step in &proof.steps {
        let first = refined.system.transitions.len();
        refined.apply(step);
        steps.push(step_document(&refined.system, first, step));
    }
    let (simplifications, transitions) = simplified_documents(original, &proof.simplifications);
    ProofDocument {
        technique: strongest_technique(original, proof).to_string(),
        simplifications,
        transitions,
        invariants: invariants.map(invariant).collect(),
        steps,
    }
}

/// What a step adds is in the system already, from transition `first` on.
fn step_document(system: &System, first: usize, step: &ProofStep) -> StepDocument {
    let name = name(system);
    let atoms_with = |atoms: &[Atom], name: &dyn Fn(IntVar) -> String| -> Vec<String> {
        atoms.iter().map(|atom| atom.show(name).to_string()).collect()
    };
    let location = |id: &Location| system.location_name(*id).to_string();
    let function = |(id, function): &(Location, Poly)| Function {
        location: location(id),
        function: function.show(&name).to_string(),
    };
    let functions = |ranking: &Ranking| ranking.of.iter().map(function).collect::<Vec<_>>();
    match step {
        ProofStep::Impossible { transition } => StepDocument::Impossible { transition: *transition },
        ProofStep::Ranked { component, ranking, decreasing } => StepDocument::Ranked {
            component: component.clone(),
            ranking: functions(ranking),
            decreasing: decreasing.clone(),
        },
        ProofStep::Phases { component, functions: phases } => {
            StepDocument::Phases { component: component.clone(), functions: phases.iter().map(functions).collect() }
        }
        ProofStep::Cases { transition, cases } => {
            let name = |var: IntVar| system.var_name(&system.transitions[*transition], var);
            let cases = cases.iter().map(|case| atoms_with(case, &name)).collect();
            StepDocument::Cases { transition: *transition, cases, first }
        }
        ProofStep::Regions { component, regions } => {
            let region = |(id, parts): &(Location, Vec<Vec<Atom>>)| Region {
                location: location(id),
                parts: parts.iter().map(|part| atoms_with(part, &name)).collect(),
            };
            let regions = regions.iter().map(region).collect();
            StepDocument::Regions { component: component.clone(), regions, first }
        }
        ProofStep::SizeChange { component, measures, graphs } => {
            let arc = |arc: &SizeChangeArc| ArcDocument { from: arc.from, to: arc.to, strict: arc.strict };
            let graph = |(transition, arcs): &(usize, Vec<SizeChangeArc>)| GraphDocument {
                transition: *transition,
                arcs: arcs.iter().map(arc).collect(),
            };
            StepDocument::SizeChange {
                component: component.clone(),
                measures: measures.iter().map(|measure| measure.show(&name).to_string()).collect(),
                graphs: graphs.iter().map(graph).collect(),
            }
        }
        ProofStep::Disjunction { component, at, relations } => {
            let both = two_states(system);
            let relation = |relation: &Between| RelationDocument {
                to: location(&relation.to),
                atoms: atoms_with(&relation.atoms, &both),
                measure: relation.measure.as_ref().map(|measure| measure.show(&both).to_string()),
            };
            let relations = relations.iter().map(relation).collect();
            StepDocument::Disjunction { component: component.clone(), at: location(at), relations }
        }
    }
}

/// One object with the answer and its certificate.
pub fn write_json(
    system: &System,
    verdict: &SystemVerdict,
    file: &str,
    time_s: f64,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut document = Document {
        tool: TOOL,
        version: VERSION,
        file,
        answer: word(verdict),
        time_s,
        proof: None,
        run: None,
        open: Vec::new(),
        stopped: None,
        problem: None,
    };
    match verdict.conclusion() {
        Conclusion::True(proof) => document.proof = Some(proof_document(system, proof)),
        Conclusion::False(endless) => document.run = Some(run_document(system, endless)),
        Conclusion::Unknown(doubt) => {
            match problem(doubt) {
                Problem::None => {}
                Problem::Stopped(how) => document.stopped = Some(how),
                Problem::Refused(why) => document.problem = Some(why.to_string()),
            }
            let names = |component: &Vec<usize>| {
                let mut ids: Vec<Location> = component.iter().map(|index| system.transitions[*index].from).collect();
                ids.sort_unstable();
                ids.dedup();
                ids.iter().map(|id| system.location_name(*id).to_string()).collect()
            };
            document.open = doubt.open.iter().map(names).collect();
        }
    }
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}
