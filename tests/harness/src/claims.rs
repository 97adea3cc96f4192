//! Proofs about random programs, against the interpreter: what some run shows, no engine may deny.

use std::path::Path;

use engine::{Budget, Property};
use interp::{End, NoObserver, SeededInputs};
use ir::DataModel;

use crate::ask::{Engines, ask};
use crate::case::Verdict;
use crate::subject::{self, ERROR_FUNCTIONS, describe};

const MAX_STEPS: u64 = 200_000;
/// Programs that end do so within this, whatever the inputs are: these are small, and so are the programs' numbers.
const ENDLESS: u64 = 10_000_000;

/// What is wrong with the engines' claims about a program, if anything; and how many were made.
pub fn check(text: &str, file: &Path, properties: &[Property], runs: u64, engines: Engines) -> Result<usize, String> {
    certify::catch(|| check_claims(text, file, properties, runs, engines))
        .unwrap_or_else(|panic| Err(format!("panic: {panic}")))
}

fn check_claims(
    text: &str,
    file: &Path,
    properties: &[Property],
    runs: u64,
    engines: Engines,
) -> Result<usize, String> {
    std::fs::write(file, text).map_err(|error| error.to_string())?;
    let loaded = subject::load(file, DataModel::Lp64, &[]).map_err(|error| error.to_string())?;
    let module = &loaded.module;
    let entry = module.func_named("main").ok_or("no main")?;
    let claims = ask(module, entry, properties, engines);
    if let Some((claim, fault)) = claims.iter().find_map(|claim| Some((claim, claim.fault.as_ref()?))) {
        return Err(format!("{}: {}: {fault}", claim.engine, claim.property));
    }
    for claim in claims.iter().filter(|claim| claim.verdict == Verdict::True) {
        for seed in 0..runs {
            if let Some(shown) = contradiction(module, entry, claim.property, seed) {
                return Err(format!("{} proves {}, but run {seed} shows {shown}", claim.engine, claim.property));
            }
        }
    }
    Ok(claims.iter().filter(|claim| claim.verdict != Verdict::Unknown).count())
}

/// What one of so many runs shows, if somebody had proved the property.
pub fn contradicted(text: &str, file: &Path, property: Property, runs: u64) -> Result<Option<String>, String> {
    std::fs::write(file, text).map_err(|error| error.to_string())?;
    let loaded = subject::load(file, DataModel::Lp64, &[]).map_err(|error| error.to_string())?;
    let entry = loaded.module.func_named("main").ok_or("no main")?;
    Ok((0..runs).find_map(|seed| contradiction(&loaded.module, entry, property, seed)))
}

/// What a run shows that nobody may have denied.
fn contradiction(module: &ir::Module, entry: ir::FuncId, property: Property, seed: u64) -> Option<String> {
    let run = |max_steps: u64| {
        let options = interp::Options {
            max_steps,
            check_leaks: property == Property::ValidMemsafety,
            check_cleanup: property == Property::ValidMemcleanup,
            error_functions: match property {
                Property::UnreachCall => ERROR_FUNCTIONS.map(str::to_string).into(),
                _ => Vec::new(),
            },
            ..interp::Options::default()
        };
        let mut inputs = SeededInputs::new(seed);
        interp::run(module, entry, &options, &mut inputs, &mut (), &mut NoObserver, &Budget::new()).end
    };
    let mut end = run(MAX_STEPS);
    if property == Property::Termination && matches!(end, End::Limit(_)) {
        end = run(ENDLESS);
        if matches!(end, End::Limit(_)) {
            return Some(format!("{ENDLESS} steps and no end"));
        }
    }
    match end {
        // Whatever a run without loops does, it ends.
        End::Violation(_) if property == Property::Termination && ir::repetition(module, entry).is_none() => None,
        // Undefined behaviour that a property is not about ends a run too, and nothing is proved then; but overflows have a
        // meaning in proofs about anything else.
        End::Violation(violation)
            if property == Property::NoOverflow || violation.kind.violates() != Some(Property::NoOverflow) =>
        {
            Some(describe(module, &violation))
        }
        End::Violation(_)
        | End::Exited(_)
        | End::Aborted
        | End::AssumeFailed
        | End::Limit(_)
        | End::Unsupported { .. } => None,
    }
}
