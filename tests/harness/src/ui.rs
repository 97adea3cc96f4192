//! The checks of one annotated program.
//!
//! What Cairn says is compared with what the program says of itself and with what it does natively. A check that fails
//! is a message; none stops the others.

use engine::{BugKind, Property};
use interp::{End, Run};
use ir::{FuncId, Module};

use crate::ask::{Claim, Engines, ask};
use crate::case::{Case, Expected, Mark, MarkKind, Verdict};
use crate::native::{Build, Given, Native, Source, Status};
use crate::sanitizer;
use crate::settled::{Record, losses, record};
use crate::subject::{self, Setting, check_module, describe, describe_end, difference, interpret, line_of};

/// Enough for every program that ends.
const MAX_STEPS: u64 = 30_000_000;
/// Programs that do not end are followed no longer than this.
const ENDLESS: u64 = 200_000;

/// What was found out about one program.
#[derive(Clone, Default, Debug)]
pub struct Findings {
    pub failures: Vec<String>,
    /// Engines that answered UNKNOWN where the verdict is known.
    pub undecided: usize,
    pub decided: usize,
    /// What engines settle; `None` when they were not asked.
    pub settled: Option<Record>,
}

/// Checks a program, also with these engines. Whatever panics on it is a failure of this program.
pub fn check(case: &Case, native: &Native, engines: Option<Engines>) -> Findings {
    certify::catch(|| check_all(case, native, engines))
        .unwrap_or_else(|panic| Findings { failures: vec![format!("panic: {panic}")], ..Findings::default() })
}

fn check_all(case: &Case, native: &Native, engines: Option<Engines>) -> Findings {
    let mut findings = Findings::default();
    let source = Source { path: &case.path, data_model: case.data_model, clang_args: &case.clang_args };
    let loaded = match (subject::load(&case.path, case.data_model, &case.clang_args), case.expected) {
        (Err(error), Expected::CompileError) => {
            match native.accepts(source) {
                Ok(false) => {}
                Ok(true) => findings.fail(format!("clang accepts the file; the front end says: {error}")),
                Err(error) => findings.fail(error.to_string()),
            }
            return findings;
        }
        // An empty file is refused at once: there is nothing to ask clang about.
        (Err(_), Expected::NoEntry) if std::fs::metadata(&case.path).is_ok_and(|file| file.len() == 0) => {
            return findings;
        }
        (Err(error), Expected::NoEntry | Expected::Verdict(_)) => {
            findings.fail(format!("does not load: {error}"));
            return findings;
        }
        (Ok(_), Expected::CompileError) => {
            findings.fail("loads, although clang must reject it".to_string());
            return findings;
        }
        (Ok(loaded), Expected::NoEntry | Expected::Verdict(_)) => loaded,
    };
    let module = &loaded.module;
    if let Err(problem) = check_module(module) {
        findings.fail(problem);
    }
    let Expected::Verdict(verdict) = case.expected else {
        if module.func_named("main").is_some_and(|main| module.funcs[main].is_defined()) {
            findings.fail("there is a `main`".to_string());
        }
        return findings;
    };
    let Some(entry) = module.func_named("main").filter(|main| module.funcs[*main].is_defined()) else {
        findings.fail("there is no `main`".to_string());
        return findings;
    };
    let setting = Setting {
        inputs: case.inputs.clone(),
        stdin: case.stdin.clone().unwrap_or_default(),
        arguments: case.arguments.clone(),
        check_cleanup: case.properties.contains(&Property::ValidMemcleanup),
        check_errors: case.properties.is_empty() || case.properties.contains(&Property::UnreachCall),
        max_steps: if case.is_endless() { ENDLESS } else { MAX_STEPS },
    };
    match interpret(module, entry, &setting) {
        Ok(run) => findings.check_run(case, verdict, module, &run, native, source),
        Err(problem) => findings.fail(problem),
    }
    if let Some(engines) = engines {
        let claims = findings.check_claims(case, verdict, module, entry, engines);
        findings.failures.extend(losses(&case.of_engines, &claims));
    }
    findings
}

/// What the engines settle of a program. Failures are what no record can make good: wrong claims, faults.
pub fn settle(case: &Case, engines: Engines) -> Findings {
    let settled = || {
        let mut findings = Findings::default();
        let Expected::Verdict(verdict) = case.expected else { return findings };
        match subject::load(&case.path, case.data_model, &case.clang_args) {
            Ok(loaded) => {
                let module = &loaded.module;
                match module.func_named("main").filter(|main| module.funcs[*main].is_defined()) {
                    Some(entry) => drop(findings.check_claims(case, verdict, module, entry, engines)),
                    None => findings.fail("there is no `main`".to_string()),
                }
            }
            Err(error) => findings.fail(format!("does not load: {error}")),
        }
        findings
    };
    certify::catch(settled)
        .unwrap_or_else(|panic| Findings { failures: vec![format!("panic: {panic}")], ..Findings::default() })
}

/// Everything that applies, but for `valid-memcleanup`, which most programs do not care about.
fn usual(module: &Module) -> Vec<Property> {
    portfolio::applicable(module).into_iter().filter(|property| *property != Property::ValidMemcleanup).collect()
}

impl Case {
    fn is_endless(&self) -> bool {
        self.mark.is_some_and(|mark| mark.bug == BugKind::NonTermination)
    }

    fn given(&self, leaks: &'static str) -> Given {
        let args = self.arguments.clone();
        Given { inputs: self.inputs.clone(), stdin: self.stdin.clone().unwrap_or_default(), args, leaks }
    }
}

impl Findings {
    fn fail(&mut self, message: String) {
        self.failures.push(message);
    }

    fn check_run(
        &mut self,
        case: &Case,
        verdict: Verdict,
        module: &Module,
        run: &Run,
        native: &Native,
        source: Source<'_>,
    ) {
        match case.mark {
            Some(mark) if mark.bug == BugKind::NonTermination => match &run.end {
                End::Limit(_) => {}
                // A list of inputs ends; those of an endless run do not.
                End::Exited(_) if !case.inputs.is_empty() => {}
                end => self.fail(format!("should not end, but: {}", describe_end(module, end))),
            },
            Some(mark) => self.check_mark(case, mark, module, run, native, source),
            None => self.check_clean_run(case, verdict, module, run, native, source),
        }
    }

    fn check_mark(&mut self, case: &Case, mark: Mark, module: &Module, run: &Run, native: &Native, source: Source<'_>) {
        let found = match &run.end {
            End::Violation(violation) => Some((violation.kind, line_of(module, violation))),
            End::Exited(_) | End::Aborted | End::AssumeFailed | End::Limit(_) | End::Unsupported { .. } => None,
        };
        let said = describe_end(module, &run.end);
        let wanted = (mark.bug, mark.line);
        match mark.kind {
            MarkKind::Bug | MarkKind::FalseAlarm if found != Some(wanted) => {
                self.fail(format!("interpreter: expected {} at line {}\n  found: {said}", mark.bug, mark.line));
            }
            MarkKind::Missed if found == Some(wanted) => {
                self.fail(format!("{} is found now: turn the FN mark into BUG", mark.bug));
            }
            MarkKind::Bug | MarkKind::FalseAlarm | MarkKind::Missed => {}
        }
        if mark.kind != MarkKind::FalseAlarm && case.native {
            self.check_report(case, mark, native, source);
        }
    }

    /// A sanitizer sees the bug too.
    fn check_report(&mut self, case: &Case, mark: Mark, native: &Native, source: Source<'_>) {
        let code = mark.bug.code();
        let Some(sign) = sanitizer::sign(code) else { return };
        let special = matches!(mark.bug, BugKind::UninitDeref | BugKind::LeakAtExit);
        if case.unseen_by_sanitizers && !special {
            return;
        }
        let file = case.path.file_name().unwrap_or_default().to_string_lossy();
        match native.run(source, sign.build, &case.given(sign.leaks)) {
            Ok(outcome) if sign.fits(&outcome.reports(), &file, mark.line) => {}
            Ok(outcome) => {
                let text: String = outcome.reports().lines().take(12).map(|line| format!("    {line}\n")).collect();
                self.fail(format!("no native report of {code} at line {}\n{text}", mark.line));
            }
            Err(error) => self.fail(error.to_string()),
        }
    }

    fn check_clean_run(
        &mut self,
        case: &Case,
        verdict: Verdict,
        module: &Module,
        run: &Run,
        native: &Native,
        source: Source<'_>,
    ) {
        let said = describe_end(module, &run.end);
        match &run.end {
            End::Violation(_) => return self.fail(format!("interpreter: false alarm: {said}")),
            End::Unsupported { .. } if verdict == Verdict::Unknown => return,
            End::Unsupported { .. } | End::Limit(_) => return self.fail(format!("interpreter: {said}")),
            End::Exited(_) | End::Aborted | End::AssumeFailed => {}
        }
        if !case.native {
            return;
        }
        match native.run(source, Build::Plain, &case.given("")) {
            Ok(outcome) => self.failures.extend(compare_run(run, &said, &outcome)),
            Err(error) => self.fail(error.to_string()),
        }
    }

    fn check_claims(
        &mut self,
        case: &Case,
        verdict: Verdict,
        module: &Module,
        entry: FuncId,
        engines: Engines,
    ) -> Vec<Claim> {
        let properties = if case.properties.is_empty() { usual(module) } else { case.properties.clone() };
        let claims = ask(module, entry, &properties, engines);
        for claim in &claims {
            self.check_claim(case, verdict, module, entry, claim);
        }
        let ids: Vec<&str> = engines.list.iter().map(|engine| engine.info().id).collect();
        self.settled = Some(record(&ids, &claims));
        claims
    }

    fn check_claim(&mut self, case: &Case, verdict: Verdict, module: &Module, entry: FuncId, claim: &Claim) {
        let (engine, property) = (claim.engine, claim.property);
        if let Some(fault) = &claim.fault {
            self.fail(format!("{engine}: {property}: {fault}"));
        }
        let shown =
            claim.violation.as_ref().map_or(String::new(), |violation| format!("\n  {}", describe(module, violation)));
        let concerned = match verdict {
            Verdict::True | Verdict::Unknown => true,
            Verdict::False(part) => property.includes(part),
        };
        let wrong = match (claim.verdict, verdict) {
            (Verdict::Unknown, _) => false,
            (Verdict::True, Verdict::True) => false,
            (Verdict::True, Verdict::False(_)) => concerned,
            (Verdict::False(_), Verdict::True) => case.stdin.is_none(),
            (Verdict::False(part), Verdict::False(expected)) => {
                !concerned || part != expected || !self.at_mark(case, module, claim)
            }
            // Whatever a run without loops does, it ends.
            (Verdict::True, Verdict::Unknown) => {
                property != Property::Termination || ir::repetition(module, entry).is_some()
            }
            (Verdict::False(_), Verdict::Unknown) => true,
        };
        if wrong {
            self.fail(format!("{engine}: {property} is {}, expected {verdict}{shown}", claim.verdict));
        } else if concerned && verdict != Verdict::Unknown {
            match claim.verdict {
                Verdict::Unknown => self.undecided += 1,
                Verdict::True | Verdict::False(_) => self.decided += 1,
            }
        }
    }

    fn at_mark(&self, case: &Case, module: &Module, claim: &Claim) -> bool {
        match (case.mark, &claim.violation) {
            (Some(mark), Some(violation)) => {
                (violation.kind, line_of(module, violation)) == (mark.bug, mark.line)
                    || mark.bug == BugKind::NonTermination
            }
            (None, _) | (_, None) => false,
        }
    }
}

/// Where a run of the interpreter differs from the native one. `said` describes its end.
pub fn compare_run(run: &Run, said: &str, outcome: &crate::native::Outcome) -> Option<String> {
    const SIGABRT: i32 = 6;
    let same = match run.end {
        // The shell and the kernel keep eight bits.
        End::Exited(status) => outcome.status == Status::Exited(status & 255),
        End::Aborted => outcome.status == Status::Signalled(SIGABRT),
        End::AssumeFailed => outcome.status == Status::Exited(0),
        End::Violation(_) | End::Limit(_) | End::Unsupported { .. } => false,
    };
    let native = match outcome.status {
        Status::Exited(status) => format!("exit status {status}"),
        Status::Signalled(signal) => format!("signal {signal}"),
        Status::TimedOut => "no end".to_string(),
    };
    if !same {
        return Some(format!("natively: {native}\n  interpreter: {said}"));
    }
    if run.stdout == outcome.stdout {
        return None;
    }
    let (expected, found) = (String::from_utf8_lossy(&outcome.stdout), String::from_utf8_lossy(&run.stdout));
    Some(format!("output differs (- native, + interpreter)\n{}", difference(&expected, &found)))
}
