//! `cairn points-to`.

use std::io::IsTerminal;
use std::time::Instant;

use anyhow::Result;
use command::exit::{self, usage};
use command::load::{Sources, some_functions};
use command::output;
use command::world;
use dsa::check;
use dsa::result::{PointsTo, Stats};
use ir::{FuncId, Module};
use report::Style;
use report::points_to::{self as graphs, Checked, Comparison, Measured, Report};

use crate::args::{self, GraphFormat};

/// Instructions after which a run has shown enough.
const MAX_STEPS: u64 = 1_000_000;

pub fn command(args: &args::PointsTo) -> Result<u8> {
    let options = options(args)?;
    let sources = Sources::of(&args.inputs)?;
    let loaded = sources.load()?;
    let files = sources.names();
    let functions = functions(&loaded.module, &args.function, &files)?;
    let (points_to, comparison) = if args.stats {
        let (points_to, comparison) = compare(&loaded.module, &options);
        (points_to, Some(comparison))
    } else {
        (dsa::analyze(&loaded.module, &options), None)
    };
    let checked = args.check.then(|| check(&points_to, args.seeds));
    let report = Report {
        files: &files,
        points_to: &points_to,
        context_insensitive: args.context_insensitive,
        type_aware: args.type_aware,
        functions: &functions,
        stats: comparison.as_ref(),
        check: checked.as_ref(),
    };
    output::print(&shown(&report, args.format)?)?;
    let failed = checked.is_some_and(|checked| !checked.failures.is_empty());
    Ok(if failed { exit::VIOLATED } else { exit::HOLDS })
}

fn shown(report: &Report<'_, '_>, format: GraphFormat) -> Result<Vec<u8>> {
    let style = Style { colour: output::wants_colour(std::io::stdout().is_terminal()) };
    let mut out = Vec::new();
    match format {
        GraphFormat::Json => graphs::write_json(report, &mut out)?,
        GraphFormat::Text | GraphFormat::Dot if report.stats.is_some() || report.check.is_some() => {
            if let Some(comparison) = report.stats {
                graphs::write_stats(comparison, &mut out)?;
            }
            if let Some(checked) = report.check {
                graphs::write_check(checked, report.points_to.module(), style, &mut out)?;
            }
        }
        GraphFormat::Text => graphs::write_text(report, style, &mut out)?,
        GraphFormat::Dot => graphs::write_dot(report, &mut out)?,
    }
    Ok(out)
}

fn options(args: &args::PointsTo) -> Result<dsa::Options> {
    let mut options = dsa::Options {
        context_insensitive: args.context_insensitive,
        type_aware: args.type_aware,
        ..dsa::Options::default()
    };
    if let Some(path) = &args.summaries {
        world::extend(&mut options.summaries, path)?;
    }
    Ok(options)
}

/// The functions to show: those asked for, else the program's own as they are in the source.
fn functions(module: &Module, asked: &[String], files: &[String]) -> Result<Vec<FuncId>> {
    if asked.is_empty() {
        let own = module.funcs.iter_enumerated().filter(|(_, func)| func.is_defined() && !func.model);
        let mut own: Vec<FuncId> = own.map(|(id, _)| id).collect();
        own.sort_by_key(|id| module.places.get(module.funcs[*id].loc));
        return Ok(own);
    }
    let mut found: Vec<FuncId> = Vec::new();
    for name in asked {
        let id = module.func_named(name).filter(|id| module.funcs[*id].is_defined()).ok_or_else(|| {
            let files = files.join(" ");
            let others = some_functions(module).map_or(String::new(), |names| format!("; there are {names}"));
            usage(format!("no function `{name}` is defined in {files}{others}"))
        })?;
        if !found.contains(&id) {
            found.push(id);
        }
    }
    Ok(found)
}

/// Both analyses, and the graphs of the one that was asked for.
fn compare<'m>(module: &'m Module, options: &dsa::Options) -> (PointsTo<'m>, Comparison) {
    // Contexts cost memory: what the cheaper analysis leaves in the allocator does not hide what the other one needs.
    let (one_graph, insensitive) = measured(module, &dsa::Options { context_insensitive: true, ..options.clone() });
    let kept = options.context_insensitive.then_some(one_graph);
    let (graphs, sensitive) = measured(module, &dsa::Options { context_insensitive: false, ..options.clone() });
    (kept.unwrap_or(graphs), Comparison { sensitive, insensitive })
}

fn measured<'m>(module: &'m Module, options: &dsa::Options) -> (PointsTo<'m>, Measured) {
    forget_peak();
    let before = Instant::now();
    let points_to = dsa::analyze(module, options);
    let time = before.elapsed();
    let peak_mib = account::process::memory().peak_mib;
    let stats = Stats::of(&points_to);
    (points_to, Measured { stats, time, peak_mib })
}

/// Asks the kernel to count the process's highest memory from now on; where it cannot, reading the program counts, too.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn check(points_to: &PointsTo<'_>, seeds: u64) -> Checked {
    let module = points_to.module();
    let mut failures = check::check_local(points_to);
    failures.extend(check::check_calls(points_to));
    let mut checked = Checked { calls: points_to.calls().len(), failures, ..Checked::default() };
    let main = module.func_named("main").filter(|id| module.funcs[*id].is_defined());
    if let Some(main) = main {
        checked.runs = Some(seeds);
        for seed in 0..seeds {
            let run = check::check_run(points_to, main, seed, MAX_STEPS);
            checked.accesses += run.accesses;
            for failure in run.failures {
                if !checked.failures.contains(&failure) {
                    checked.failures.push(failure);
                }
            }
        }
    }
    checked
}
