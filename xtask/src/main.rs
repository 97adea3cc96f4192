//! Chores of the project, one file per command: `cargo xtask COMMAND`.
//!
//! A command takes the arguments after its name and fails with a message for a person.

mod bless;
mod cargo;
mod deny;
mod fuzz;
mod growth;
mod its;
mod modular;
mod musl;
mod mutants;
mod phases;
mod points_to;
mod random;
mod roundtrip;
mod sites;
mod smg;
mod speed;
mod trusted;

use std::env;
use std::process::ExitCode;

struct Command {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> anyhow::Result<()>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "bless",
        about: "accept what the tests print as their snapshots, and what engines settle (never a missed bug or a loss)",
        run: bless::run,
    },
    Command {
        name: "deny",
        about: "check where dependencies come from, that their licences are allowed and that none is there in two versions",
        run: deny::run,
    },
    Command {
        name: "fuzz",
        about: "give mutated inputs to every reader, shrink and save those that it fails on",
        run: fuzz::run,
    },
    Command { name: "growth", about: "measure how time and memory grow with long code", run: growth::run },
    Command {
        name: "its",
        about: "answer every integer transition system below a folder, check the answers and count them",
        run: its::run,
    },
    Command {
        name: "modular",
        about: "measure what functions cost that are called from many places, and chains of functions",
        run: modular::run,
    },
    Command {
        name: "musl",
        about: "verify the string and search functions of a C library, each with a small driver, and count",
        run: musl::run,
    },
    Command {
        name: "mutants",
        about: "try whether tests notice small changes of the trusted code, a random sample of them",
        run: mutants::run,
    },
    Command {
        name: "phases",
        about: "print the time of every phase and compare with the figures to reach",
        run: phases::run,
    },
    Command {
        name: "points-to",
        about: "check the points-to graphs of every program below a folder: the condition at every call, and runs",
        run: points_to::run,
    },
    Command {
        name: "random",
        about: "check random programs against their native runs, shrink and save those that fail",
        run: random::run,
    },
    Command {
        name: "roundtrip",
        about: "lower every C program below a folder, check the IR, count what did not lower",
        run: roundtrip::run,
    },
    Command {
        name: "sites",
        about: "measure how much faster memory safety of several blocks is shown on all cores than on one",
        run: sites::run,
    },
    Command { name: "smg", about: "measure how the memory-graph engine's cost grows", run: smg::run },
    Command {
        name: "speed",
        about: "time Cairn, the compiler and other tools in turn over the same programs, and compare",
        run: speed::run,
    },
    Command {
        name: "trusted",
        about: "list what a verdict rests on, file by file, with its lines; --sum for one line a crate",
        run: trusted::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (name, rest) = match arguments.split_first() {
        Some((name, rest)) => (name.as_str(), rest),
        None => ("help", &[][..]),
    };
    if matches!(name, "help" | "--help" | "-h") {
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprint!("xtask: no command `{name}`\n\n{}", help());
        return ExitCode::from(64);
    };
    match (command.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn help() -> String {
    let lines: String = COMMANDS.iter().map(|command| format!("  {:<12} {}\n", command.name, command.about)).collect();
    format!("usage: cargo xtask COMMAND [ARGUMENTS]\n\n{lines}")
}
