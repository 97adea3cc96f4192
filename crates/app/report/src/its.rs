//! Answers about integer transition systems, for people and for programs.

use std::io::{self, Write};

use certify::{Conclusion, SystemDoubt, SystemVerdict};
use engine::{Limit, Unknown};
use its::certificate::{
    Endless, Leg, Proof, ProofStep, Ray, Recurrence, Recurrent, RecurrentMoves, Simplification, SizeChangeArc,
    WrapEncoding, Wraps,
};
use its::replay::{Refined, Simplified, replay};
use its::system::{Atom, IntVar, Location, Poly, System, Transition, Types};
mod json;
mod simplified;

pub use json::write_json;
use simplified::transition_name;

/// YES, NO or MAYBE, as the termination competition wants it on the first line.
pub fn word(verdict: &SystemVerdict) -> &'static str {
    match verdict.conclusion() {
        Conclusion::True(_) => "YES",
        Conclusion::False(_) => "NO",
        Conclusion::Unknown(_) => "MAYBE",
    }
}

/// The answer, and why if asked for.
pub fn write_text(system: &System, verdict: &SystemVerdict, explain: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", word(verdict))?;
    match verdict.conclusion() {
        Conclusion::True(proof) if explain => write_proof(system, proof, out),
        Conclusion::False(endless) if explain => write_endless(system, endless, out),
        Conclusion::True(_) | Conclusion::False(_) => Ok(()),
        Conclusion::Unknown(doubt) => {
            for component in &doubt.open {
                writeln!(out, "nothing was found for the cycle through {}", locations(system, component))?;
            }
            match problem(doubt) {
                Problem::None => Ok(()),
                Problem::Stopped(how) => writeln!(out, "not everything was tried: {how}"),
                Problem::Refused(why) => writeln!(out, "what was found does not pass its check: {why}"),
            }
        }
    }
}

/// What else there is to say of a doubt.
enum Problem<'d> {
    None,
    Stopped(&'static str),
    Refused(&'d str),
}

fn problem(doubt: &SystemDoubt) -> Problem<'_> {
    match &doubt.reason {
        None => Problem::None,
        Some(Unknown::Limit(limit)) => Problem::Stopped(ended(*limit)),
        Some(Unknown::Internal(why) | Unknown::Imprecise { why, .. } | Unknown::Unsupported { what: why, .. }) => {
            Problem::Refused(why)
        }
    }
}

/// What ended a search.
fn ended(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time was up",
        Limit::Memory => "the memory was used up",
        Limit::Effort => "the steps were used up",
        Limit::Cancelled => "the search was stopped",
    }
}

fn name(system: &System) -> impl Fn(IntVar) -> String + '_ {
    |var| system.vars.get(var.index()).cloned().unwrap_or_else(|| format!("v{}", var.index()))
}

fn joined(atoms: &[Atom], name: &dyn Fn(IntVar) -> String) -> String {
    let shown: Vec<String> = atoms.iter().map(|atom| atom.show(name).to_string()).collect();
    if shown.is_empty() { "true".to_string() } else { shown.join(", ") }
}

fn locations(system: &System, component: &[usize]) -> String {
    let mut ids: Vec<Location> = component.iter().map(|index| system.transitions[*index].from).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.iter().map(|id| format!("`{}`", system.location_name(*id))).collect::<Vec<_>>().join(", ")
}

/// `l1 → l2`, with its number in the system.
fn step_name(system: &System, index: usize) -> String {
    let Transition { from, to, .. } = &system.transitions[index];
    format!("{} → {} ({index})", system.location_name(*from), system.location_name(*to))
}

/// What a certificate is about.
fn replayed<'a>(original: &'a System, log: &[Simplification]) -> Simplified<'a> {
    replay(original, log).expect("invariant: the certificate was checked")
}

fn write_log(original: &System, log: &[Simplification], out: &mut impl Write) -> io::Result<()> {
    if !log.is_empty() {
        writeln!(out, "simplified first:")?;
    }
    for (_, step) in simplified::log(original, log) {
        writeln!(out, "  {step}")?;
    }
    Ok(())
}

fn write_proof(original: &System, proof: &Proof, out: &mut impl Write) -> io::Result<()> {
    write_log(original, &proof.simplifications, out)?;
    let simplified = replayed(original, &proof.simplifications);
    let system = simplified.system();
    let name = name(system);
    let given = system.transitions.len();
    for (location, invariant) in system.locations.iter().zip(&proof.invariants) {
        if !invariant.is_empty() {
            writeln!(out, "at `{location}`: {}", joined(invariant, &name))?;
        }
    }
    let mut refined = Refined::new(system, proof.invariants.clone());
    for step in &proof.steps {
        // What splits add, this one's included, so that it can be named.
        refined.apply(step);
        let system = &refined.system;
        // What a split added has no number in the system as it was given.
        let step_name = |index: usize| match system.transitions.get(index).filter(|_| index >= given) {
            None => transition_name(&simplified, index),
            Some(Transition { from, to, .. }) => {
                format!("{} → {} (split {index})", system.location_name(*from), system.location_name(*to))
            }
        };
        match step {
            ProofStep::Impossible { transition } => writeln!(out, "never possible: {}", step_name(*transition))?,
            ProofStep::Ranked { component, ranking, decreasing } => {
                writeln!(out, "cycle through {}:", locations(system, component))?;
                for (location, poly) in &ranking.of {
                    writeln!(out, "  at `{}`: {}", system.location_name(*location), poly.show(&name))?;
                }
                let shown: Vec<String> = decreasing.iter().map(|index| step_name(*index)).collect();
                writeln!(out, "  never increases; decreases, and is at least 0 before, on {}", shown.join(", "))?;
            }
            ProofStep::Phases { component, functions } => {
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
            ProofStep::Cases { .. } | ProofStep::Regions { .. } => write_split(system, &step_name, step, out)?,
            ProofStep::SizeChange { .. } => write_size_change(system, &step_name, step, out)?,
            ProofStep::Disjunction { .. } => write_disjunction(system, step, out)?,
        }
    }
    Ok(())
}

/// A split, after it was made: what it added comes last.
fn write_split(
    system: &System,
    step_name: &dyn Fn(usize) -> String,
    step: &ProofStep,
    out: &mut impl Write,
) -> io::Result<()> {
    match step {
        ProofStep::Cases { transition, cases } => {
            writeln!(out, "one of these cases holds whenever {} is taken:", step_name(*transition))?;
            let code = &system.transitions[*transition];
            let name = |var: IntVar| system.var_name(code, var);
            let first = system.transitions.len() - cases.len();
            for (number, case) in cases.iter().enumerate() {
                writeln!(out, "  {}: {}", step_name(first + number), joined(case, &name))?;
            }
            Ok(())
        }
        ProofStep::Regions { component, regions } => {
            writeln!(out, "cycle through {}, in regions:", locations(system, component))?;
            let name = name(system);
            for (location, parts) in regions {
                let shown: Vec<String> = parts.iter().map(|part| joined(part, &name)).collect();
                writeln!(out, "  at `{}`: {}", system.location_name(*location), shown.join(", or "))?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn write_size_change(
    system: &System,
    step_name: &dyn Fn(usize) -> String,
    step: &ProofStep,
    out: &mut impl Write,
) -> io::Result<()> {
    let ProofStep::SizeChange { component, measures, graphs } = step else { return Ok(()) };
    let name = name(system);
    writeln!(out, "cycle through {}, by the size of:", locations(system, component))?;
    for (number, measure) in measures.iter().enumerate() {
        writeln!(out, "  m{}: {}", number + 1, measure.show(&name))?;
    }
    for (index, arcs) in graphs {
        let arc = |arc: &SizeChangeArc| {
            let relation = if arc.strict { ">" } else { "≥" };
            format!("m{} {relation} m{}'", arc.from + 1, arc.to + 1)
        };
        let shown: Vec<String> = arcs.iter().map(arc).collect();
        writeln!(out, "  {}: {}", step_name(*index), shown.join(", "))?;
    }
    writeln!(out, "  what is greater is at least 0; every sequence of these steps has something that falls for ever")
}

fn write_disjunction(system: &System, step: &ProofStep, out: &mut impl Write) -> io::Result<()> {
    let ProofStep::Disjunction { component, at, relations } = step else { return Ok(()) };
    let name = two_states(system);
    let place = system.location_name(*at);
    writeln!(out, "cycle through {}; after a visit of `{place}` one of these holds:", locations(system, component))?;
    for relation in relations {
        let there = system.location_name(relation.to);
        writeln!(out, "  at `{there}`: {}", joined(&relation.atoms, &name))?;
        if let Some(measure) = &relation.measure {
            writeln!(out, "    at least 0 first, and then less: {}", measure.show(&name))?;
        }
    }
    writeln!(out, "  so `{place}` is visited only finitely often")
}

/// Names of variables at a first visit and, with a mark, at a second one.
fn two_states(system: &System) -> impl Fn(IntVar) -> String + '_ {
    |var| match var.index().checked_sub(system.vars.len()) {
        None => system.vars[var.index()].clone(),
        Some(later) => system.vars.get(later).map_or_else(|| format!("v{}", var.index()), |var| format!("{var}'")),
    }
}

fn assigned(system: &System, values: &[i128]) -> String {
    let pairs = system.vars.iter().zip(values);
    pairs.map(|(var, value)| format!("{var} = {value}")).collect::<Vec<_>>().join(", ")
}

fn write_endless(system: &System, endless: &Endless, out: &mut impl Write) -> io::Result<()> {
    let Endless { stem, simplifications, recurrence } = endless;
    let values = |values: &[i128]| assigned(system, values);
    writeln!(out, "start at `{}` with {}", system.location_name(system.start), values(&stem.start))?;
    let mut now = (system.start, stem.start.clone());
    let mut left = u64::MAX;
    for leg in &stem.legs {
        now = leg.run(system, now, &mut left).expect("invariant: the run was checked");
        match leg {
            Leg::Step((index, _)) => writeln!(out, "  {}: {}", step_name(system, *index), values(&now.1))?,
            Leg::Repeat { steps, times } => {
                let shown: Vec<String> = steps.iter().map(|(index, _)| step_name(system, *index)).collect();
                writeln!(out, "  {times} times {}: {}", shown.join(", "), values(&now.1))?;
            }
        }
    }
    let Some(simplifications) = simplifications else {
        return write_recurrence(system, now.0, recurrence, &|index| step_name(system, index), out);
    };
    write_log(system, simplifications, out)?;
    let simplified = replayed(system, simplifications);
    let place = simplified.place(now.0).expect("invariant: the certificate was checked");
    write_recurrence(simplified.system(), place, recurrence, &|index| transition_name(&simplified, index), out)
}

fn write_recurrence(
    system: &System,
    location: Location,
    recurrence: &Recurrence,
    step_name: &dyn Fn(usize) -> String,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = name(system);
    let place = system.location_name(location);
    let path = |path: &[usize]| path.iter().map(|index| step_name(*index)).collect::<Vec<_>>().join(", ");
    match recurrence {
        Recurrence::Cycle(Recurrent { cycle, choices, set }) => {
            writeln!(out, "from now on, at `{place}`: {}", joined(set, &name))?;
            writeln!(out, "this cycle is possible there and leads back: {}", path(cycle))?;
            write_choices(system, cycle, choices, out)
        }
        Recurrence::Moves(RecurrentMoves { sets, moves }) => {
            writeln!(out, "from now on:")?;
            for (location, set) in sets {
                writeln!(out, "  at `{}`: {}", system.location_name(*location), joined(set, &name))?;
            }
            writeln!(out, "one of these is always possible and leads back:")?;
            for one in moves {
                writeln!(out, "  {}", path(&one.path))?;
                write_choices(system, &one.path, &one.choices, out)?;
            }
            Ok(())
        }
        Recurrence::Geometric(geometric) => {
            writeln!(out, "from now on this cycle moves along rays: {}", path(&geometric.cycle))?;
            for ray in &geometric.rays {
                let Ray { factor, previous, .. } = ray;
                let fed = if *previous == 0 { String::new() } else { format!(" + {previous} times the ray before") };
                writeln!(out, "  {}; in the next round {factor} times itself{fed}", assigned(system, &ray.values))?;
            }
            Ok(())
        }
    }
}

/// What the transitions of a path choose.
fn write_choices(system: &System, path: &[usize], choices: &[Poly], out: &mut impl Write) -> io::Result<()> {
    let name = name(system);
    let own = path.iter().flat_map(|index| &system.transitions[*index].chosen);
    for (var, value) in own.zip(choices) {
        writeln!(out, "  with {var} = {}", value.show(&name))?;
    }
    Ok(())
}

/// Which values of a system with types can wrap around, and why no others do.
pub fn write_encoding(system: &System, types: &Types, encoding: &WrapEncoding, out: &mut impl Write) -> io::Result<()> {
    let mut quiet = true;
    for (place, wraps) in encoding.wraps.iter().enumerate() {
        let (copy, index) = (place / system.transitions.len(), place % system.transitions.len());
        let from = system.transitions[index].from;
        if copy == 1 && !encoding.may_be_wrapped(system, from) {
            continue;
        }
        for ((var, of), wraps) in system.vars.iter().zip(&types.vars).zip(wraps) {
            let (Some(of), false) = (of, *wraps == Wraps::NEVER) else { continue };
            let times = match wraps {
                Wraps::Between(least, most) if least == most => format!("{least} times"),
                Wraps::Between(least, most) => format!("{least} to {most} times"),
                Wraps::Any => "any number of times".to_string(),
            };
            let after = if copy == 1 { ", right after a wrap" } else { "" };
            writeln!(out, "{var} as {of} wraps {times} on {}{after}", step_name(system, index))?;
            quiet = false;
        }
    }
    if quiet {
        writeln!(out, "nothing wraps around")?;
    }
    let name = name(system);
    let known = encoding.invariants.iter().zip(system.locations.iter().chain(&system.locations));
    for (invariant, location) in known.filter(|(invariant, _)| !invariant.is_empty()) {
        writeln!(out, "other values do not, because at `{location}`: {}", joined(invariant, &name))?;
    }
    Ok(())
}
