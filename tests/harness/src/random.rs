//! Random programs against Cairn: what a native run shows, the interpreter shows, and no engine denies.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{BugKind, Property};
use interp::End;
use ir::{DataModel, FuncId, Module};

use crate::ask::{Engines, ask};
use crate::case::Verdict;
use crate::generate::{Program, batch, clang_args, entry};
use crate::native::{self, Build, Given, Native, Outcome, Source};
use crate::subject::{self, Setting, check_module, describe, describe_end, interpret, line_of};
use crate::ui::compare_run;
use crate::{parallel, sanitizer};

const MAX_STEPS: u64 = 20_000_000;

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub data_model: DataModel,
    /// Check with optimised and sanitized builds that the programs are what they should be.
    pub check_generator: bool,
    /// Who is asked about every program.
    pub engines: Option<Engines>,
}

/// A program that something is wrong with.
#[derive(Clone, Debug)]
pub struct Failure {
    pub program: Program,
    pub kind: Kind,
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The program itself: the generator's fault.
    Program,
    /// Not read, or not to good IR.
    Lowering,
    Interpreter,
    Engine,
    /// Something panicked that was not an engine.
    Panic,
}

/// Checks the programs, all in one file; `work` is a folder for it and for what is built from it.
pub fn check(programs: &[Program], work: &Path, effort: Effort) -> Result<Vec<Failure>, native::Error> {
    fs::create_dir_all(work)?;
    let all = batch(programs);
    let file = work.join("batch.c");
    fs::write(&file, &all.text)?;
    let clang_args = clang_args(programs);
    let built = Built::new(&file, &clang_args, work, effort)?;
    let fail_all = |message: String| {
        let failure =
            |program: &Program| Failure { program: program.clone(), kind: Kind::Lowering, message: message.clone() };
        programs.iter().map(failure).collect()
    };
    let loaded = match subject::load(&file, effort.data_model, &clang_args) {
        Ok(loaded) => loaded,
        Err(error) => return Ok(fail_all(format!("does not load: {error}"))),
    };
    if let Err(problem) = check_module(&loaded.module) {
        return Ok(fail_all(problem));
    }
    let numbers: Vec<usize> = (0..programs.len()).collect();
    let checked = parallel::map(&numbers, |&number| {
        let subject = Subject {
            program: &programs[number],
            number,
            line: all.bugs[number],
            module: &loaded.module,
            entry: loaded.module.func_named(&entry(number)).expect("invariant: every program of a batch has its entry"),
        };
        certify::catch(|| subject.check(&built, effort)).unwrap_or_else(|panic| Ok(Err((Kind::Panic, panic))))
    });
    let mut failures = Vec::new();
    for (program, result) in programs.iter().zip(checked) {
        if let Err((kind, message)) = result? {
            failures.push(Failure { program: program.clone(), kind, message });
        }
    }
    Ok(failures)
}

/// The native builds of a batch.
struct Built {
    file: PathBuf,
    plain: PathBuf,
    optimised: Option<PathBuf>,
    address: Option<PathBuf>,
    memory: Option<PathBuf>,
}

impl Built {
    fn new(file: &Path, clang_args: &[String], work: &Path, effort: Effort) -> Result<Built, native::Error> {
        let native = Native::new(work, None)?;
        let source = Source { path: file, data_model: effort.data_model, clang_args };
        let mut wanted = vec![Build::Plain];
        // The sanitizers' own code would call functions that a program defines in the library's place, and an optimiser
        // takes those for what the library has. And there is no MemorySanitizer for 32 bits.
        if effort.check_generator && clang_args.is_empty() {
            wanted.extend([Build::Optimised, Build::Address]);
            wanted.extend((effort.data_model == DataModel::Lp64).then_some(Build::Memory));
        }
        let path = |build: Build| work.join(format!("{build:?}").to_lowercase());
        for result in parallel::map(&wanted, |&build| native.compile(source, build, &path(build))) {
            result?;
        }
        let built = |build: Build| wanted.contains(&build).then(|| path(build));
        Ok(Built {
            file: file.to_path_buf(),
            plain: path(Build::Plain),
            optimised: built(Build::Optimised),
            address: built(Build::Address),
            memory: built(Build::Memory),
        })
    }
}

/// Labels make clang leave scopes unmarked, and the front end then refuses to guess them; that is no answer, and no wrong
/// one. Every other unsupported construct is a failure.
fn is_declined(end: &interp::End) -> bool {
    matches!(end, interp::End::Unsupported { what, .. } if what == "variable whose declaration a jump may skip")
}

/// One program of a batch.
struct Subject<'a> {
    program: &'a Program,
    number: usize,
    line: Option<u32>,
    module: &'a Module,
    entry: FuncId,
}

/// Passed, or what is wrong; the outer error is the machine's.
type Checked = Result<Result<(), (Kind, String)>, native::Error>;

impl Subject<'_> {
    fn check(&self, built: &Built, effort: Effort) -> Checked {
        let result = match self.bug() {
            None => self.check_clean(built)?,
            Some(bug) => self.check_bug(bug, built)?,
        };
        match effort.engines {
            Some(engines) if result.is_ok() => {
                Ok(self.check_engines(engines).map_err(|message| (Kind::Engine, message)))
            }
            Some(_) | None => Ok(result),
        }
    }

    fn bug(&self) -> Option<BugKind> {
        let code = self.program.options.bug?;
        Some(BugKind::with_code(code).expect("invariant: the generator knows codes only"))
    }

    fn inputs(&self) -> Vec<String> {
        self.program.inputs.iter().map(i64::to_string).collect()
    }

    fn execute(&self, binary: &Path, leaks: &'static str) -> Result<Outcome, native::Error> {
        let given = Given { inputs: self.inputs(), args: vec![self.number.to_string()], leaks, ..Given::default() };
        native::execute(binary, &given)
    }

    fn interpret(&self, check_cleanup: bool) -> interp::Run {
        let setting = Setting {
            inputs: self.inputs(),
            stdin: Vec::new(),
            arguments: Vec::new(),
            check_cleanup,
            check_errors: true,
            max_steps: MAX_STEPS,
        };
        interpret(self.module, self.entry, &setting).expect("invariant: generated inputs are numbers")
    }

    fn check_clean(&self, built: &Built) -> Checked {
        let plain = self.execute(&built.plain, "")?;
        for other in [&built.optimised, &built.address, &built.memory].into_iter().flatten() {
            let outcome = self.execute(other, "use_stacks=0:use_registers=0")?;
            if (outcome.status, &outcome.stdout) != (plain.status, &plain.stdout) {
                let name = other.file_name().unwrap_or_default().to_string_lossy();
                let message = format!("the {name} build behaves differently:\n{}", first_lines(&outcome.reports()));
                return Ok(Err((Kind::Program, message)));
            }
        }
        let run = self.interpret(true);
        if is_declined(&run.end) {
            return Ok(Ok(()));
        }
        let said = describe_end(self.module, &run.end);
        Ok(match compare_run(&run, &said, &plain) {
            None => Ok(()),
            Some(difference) => Err((Kind::Interpreter, difference)),
        })
    }

    fn check_bug(&self, bug: BugKind, built: &Built) -> Checked {
        // The shrinker tries such programs.
        let Some(line) = self.line else { return Ok(Err((Kind::Program, format!("{bug} is not marked")))) };
        let sign = sanitizer::sign(bug.code()).expect("invariant: the generator uses bugs that show natively");
        let binary = if sign.build == Build::Memory { &built.memory } else { &built.address };
        if let Some(binary) = binary {
            let outcome = self.execute(binary, sign.leaks)?;
            let file = built.file.file_name().unwrap_or_default().to_string_lossy();
            if !sign.fits(&outcome.reports(), &file, line) {
                let message = format!("no native report of {bug} at line {line}:\n{}", first_lines(&outcome.reports()));
                return Ok(Err((Kind::Program, message)));
            }
        }
        let run = self.interpret(bug == BugKind::LeakAtExit);
        let found = match &run.end {
            End::Violation(violation) => Some((violation.kind, line_of(self.module, violation))),
            End::Exited(_) | End::Aborted | End::AssumeFailed | End::Limit(_) | End::Unsupported { .. } => None,
        };
        // A number that was made from uninitialised memory is no address that the program chose.
        let from_nothing = (bug == BugKind::WildDeref).then_some((BugKind::UninitDeref, line));
        if found == Some((bug, line)) || from_nothing.is_some() && found == from_nothing {
            return Ok(Ok(()));
        }
        if is_declined(&run.end) {
            return Ok(Ok(()));
        }
        let said = describe_end(self.module, &run.end);
        Ok(Err((Kind::Interpreter, format!("expected {bug} at line {line}\n  found: {said}"))))
    }

    /// No engine may deny the bug, nor report another, nor fail.
    fn check_engines(&self, engines: Engines) -> Result<(), String> {
        let bug = self.bug();
        let part = bug.map(BugKind::violates);
        // What is lost is not freed either.
        let also = if bug == Some(BugKind::Leak) { Some(Property::ValidMemcleanup) } else { None };
        let properties = portfolio::applicable(self.module);
        for claim in ask(self.module, self.entry, &properties, engines) {
            if let Some(fault) = claim.fault {
                return Err(format!("{}: {}: {fault}", claim.engine, claim.property));
            }
            let concerned = |part: Option<Property>| part.is_some_and(|part| claim.property.includes(part));
            let wrong = match (claim.verdict, part) {
                (Verdict::Unknown, _) => false,
                (Verdict::True, None) => false,
                (Verdict::True, Some(part)) => concerned(part),
                (Verdict::False(_), None) => true,
                (Verdict::False(_), Some(part)) => !concerned(part) && !concerned(also),
            };
            if wrong {
                let shown =
                    claim.violation.as_ref().map_or(String::new(), |violation| describe(self.module, violation));
                return Err(format!("{}: {} is {} {shown}", claim.engine, claim.property, claim.verdict));
            }
        }
        Ok(())
    }
}

fn first_lines(text: &str) -> String {
    text.lines().take(15).map(|line| format!("    {line}\n")).collect()
}
