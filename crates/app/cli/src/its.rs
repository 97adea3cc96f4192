//! `cairn its`.

use std::fs;
use std::time::Instant;

use ::its::certificate::WrapEncoding;
use ::its::format::{self, Kind};
use ::its::replay::encoded;
use ::its::system::{IntType, System, Types};
use anyhow::Result;
use certify::Conclusion;
use command::args::Format;
use command::exit::{self, data, usage};
use command::output;
use engine::{Budget, Unknown};
use its_search::prove::prove;
use its_search::wrap::encode;

use crate::args::{Integers, Its};
use crate::within::within;

pub fn command(args: &Its, started: Instant) -> Result<u8> {
    let file = args.file.display().to_string();
    let original = read(args)?;
    let budget = within(args.timeout, args.steps.map_or_else(Budget::new, Budget::of_steps));
    let typed = match args.integers {
        Integers::Mathematical => None,
        Integers::Wrapping(of) => Some(typed(&original, of, &budget)?),
    };
    let system = typed.as_ref().map_or(&original, |typed| &typed.encoded);
    if let Some(kind) = args.convert {
        output::print(format::write(system, kind.into()).as_bytes())?;
        return Ok(exit::HOLDS);
    }
    let answer = prove(system, &budget)?;
    // What was found at the last moment is still checked.
    let check = within(args.timeout, Budget::new());
    let verdict = match &typed {
        None => certify::judge_system(system, answer, &check),
        Some(Typed { types, encoding, .. }) => certify::judge_typed_system(&original, types, encoding, answer, &check),
    };
    let mut out = Vec::new();
    match args.format {
        Format::Text => {
            report::its::write_text(system, &verdict, args.explain, &mut out)?;
            if let Some(Typed { types, encoding, .. }) = typed.as_ref().filter(|_| args.explain) {
                report::its::write_encoding(&original, types, encoding, &mut out)?;
            }
        }
        Format::Json => {
            report::its::write_json(system, &verdict, &file, started.elapsed().as_secs_f64(), &mut out)?;
        }
    }
    output::print(&out)?;
    Ok(match verdict.conclusion() {
        Conclusion::True(_) => exit::HOLDS,
        Conclusion::False(_) => exit::VIOLATED,
        Conclusion::Unknown(doubt) => match doubt.reason {
            Some(Unknown::Internal(_)) => exit::INTERNAL,
            Some(Unknown::Limit(_) | Unknown::Imprecise { .. } | Unknown::Unsupported { .. }) | None => exit::UNKNOWN,
        },
    })
}

/// A system whose values wrap around, and one over mathematical integers with the same runs.
struct Typed {
    types: Types,
    encoding: WrapEncoding,
    encoded: System,
}

fn typed(system: &System, of: IntType, budget: &Budget) -> Result<Typed> {
    let types = Types::all(system, Some(of));
    let too_large = || data(format!("the numbers of this system are too large to say how they wrap as {of}"));
    let encoding = encode(system, &types, budget)?.ok_or_else(too_large)?;
    let encoded = encoded(system, &types, &encoding).ok_or_else(too_large)?;
    Ok(Typed { types, encoding, encoded })
}

fn read(args: &Its) -> Result<System> {
    let path = args.file.display();
    let kind = Kind::of_path(&args.file)
        .ok_or_else(|| usage(format!("{path}: not a system that is known here; pass .ari, .koat or .smt2")))?;
    let text = fs::read_to_string(&args.file).map_err(|error| usage(format!("cannot read {path}: {error}")))?;
    format::read(&text, kind).map_err(|error| data(format!("{path}: {error}")))
}
