//! Certificates on disk: what verdicts rest on, written down so that it can be checked again by a process without engines.
//!
//! The format is described in docs/certificates.md. A file is read completely before anything of it is believed, and what
//! it claims is judged like an engine's answer: nothing in it is trusted.

use engine::{
    Answer, Budget, BugKind, Cell, Certificate, Comparison, FiniteTrace, Input, InputKind, Lasso, Outcome, Property,
    Task, Trace, Violation,
};
use ir::{LocId, Places, Type};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::checkers;
use crate::judge::judge;
use crate::verdict::{Conclusion, Verdict};

const MAGIC: &str = "cairn-certificate 1";
/// Before the digest of everything that comes before it.
const DIGEST: &str = "sha256 ";

/// What the certificates are about.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// Of the program's IR without the names of its files.
    program: String,
    entry: String,
    malloc_may_fail: bool,
    error_functions: Vec<String>,
}

/// What stands before every piece of evidence.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    property: String,
    kind: String,
}

/// The kind of evidence for FALSE: a run, by its inputs.
const RUN: &str = "run";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRun {
    violation: BugKind,
    inputs: Vec<WrittenInput>,
}

/// The kind of evidence for a run that never ends.
const LASSO: &str = "lasso";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLasso {
    inputs: Vec<WrittenInput>,
    stem: u64,
    period: u64,
    cells: Vec<Cell>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    set: Vec<Comparison>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenInput {
    kind: InputKind,
    ty: Type,
    /// In hexadecimal: numbers of JSON do not hold 128 bits.
    bits: String,
    loc: LocId,
}

/// Why a file settles nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    #[error("this is no certificate of this version of Cairn (it begins with `{MAGIC}`)")]
    NotOne,
    #[error("the certificate was changed after it was written, or is cut off")]
    Changed,
    #[error("the certificate is about another program")]
    OtherProgram,
    #[error("the certificate is about the same program with another entry, error function or behaviour of `malloc`")]
    OtherQuestion,
    #[error("the certificate makes no sense: {0}")]
    Malformed(String),
}

/// The certificates of these verdicts, as far as they settle something.
pub fn write<'v>(task: &Task<'_>, verdicts: impl IntoIterator<Item = &'v Verdict>) -> String {
    let mut text = format!("{MAGIC}\n{}\n", line(&question(task)));
    for verdict in verdicts {
        let written = match verdict.conclusion() {
            Conclusion::True(proved) => checkers::write(proved.certificate()).and_then(Result::ok),
            Conclusion::False(refutation) => {
                let inputs = refutation.inputs.iter().map(WrittenInput::of).collect();
                Some(match refutation.laps.as_ref().map(|laps| &laps.lasso) {
                    None => (RUN, line(&WrittenRun { violation: refutation.violation.kind, inputs })),
                    Some(Lasso { stem, period, cells, set, inputs: _ }) => {
                        let (stem, period, cells, set) = (*stem, *period, cells.clone(), set.clone());
                        (LASSO, line(&WrittenLasso { inputs, stem, period, cells, set }))
                    }
                })
            }
            Conclusion::Unknown(_) => None,
        };
        if let Some((kind, evidence)) = written {
            let heading = Heading { property: verdict.property().name().to_string(), kind: kind.to_string() };
            text += &format!("{}\n{evidence}\n", line(&heading));
        }
    }
    let digest = hex(&Sha256::digest(&text));
    text + DIGEST + &digest + "\n"
}

/// What is claimed of one property.
#[derive(Debug)]
enum Claim {
    Proof(Box<dyn Certificate>),
    Run(Trace),
}

/// A file that was read, and of which nothing is believed yet.
#[derive(Debug)]
pub struct Certificates {
    question: Question,
    claims: Vec<(Property, Claim)>,
}

impl Certificates {
    pub fn read(text: &str) -> Result<Certificates, Refused> {
        if !text.starts_with(&format!("{MAGIC}\n")) {
            return Err(Refused::NotOne);
        }
        let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
        let (before, last) = text.split_at(end);
        if last.strip_suffix('\n').and_then(|last| last.strip_prefix(DIGEST)) != Some(&hex(&Sha256::digest(before))) {
            return Err(Refused::Changed);
        }
        let malformed = |error: serde_json::Error| Refused::Malformed(error.to_string());
        let mut lines = before.lines().skip(1);
        let mut next = || lines.next().ok_or_else(|| Refused::Malformed("something is missing".to_string()));
        let question = serde_json::from_str(next()?).map_err(malformed)?;
        let mut claims = Vec::new();
        while let Ok(line) = next() {
            let heading: Heading = serde_json::from_str(line).map_err(malformed)?;
            let property = Property::named(&heading.property)
                .ok_or_else(|| Refused::Malformed(format!("there is no property `{}`", heading.property)))?;
            let evidence = next()?;
            let claim = if heading.kind == RUN {
                let run: WrittenRun = serde_json::from_str(evidence).map_err(malformed)?;
                Claim::Run(run.trace()?.into())
            } else if heading.kind == LASSO {
                let WrittenLasso { inputs, stem, period, cells, set } =
                    serde_json::from_str(evidence).map_err(malformed)?;
                Claim::Run(Trace::Lasso(Lasso { inputs: read_inputs(inputs)?, stem, period, cells, set }))
            } else {
                let kind = &heading.kind;
                let proof = checkers::read(kind, evidence)
                    .ok_or_else(|| Refused::Malformed(format!("nobody can check the kind `{kind}`")))?;
                Claim::Proof(proof.map_err(malformed)?)
            };
            claims.push((property, claim));
        }
        Ok(Certificates { question, claims })
    }

    /// The properties that something is claimed of.
    pub fn properties(&self) -> Vec<Property> {
        let mut properties: Vec<Property> = self.claims.iter().map(|(property, _)| *property).collect();
        properties.sort_unstable();
        properties.dedup();
        properties
    }

    /// Judges every claim about the task. What the task does not ask is refused, as of an engine.
    pub fn check(self, task: &Task<'_>, budget: &Budget) -> Result<Vec<Verdict>, Refused> {
        let asked = question(task);
        if self.question.program != asked.program {
            return Err(Refused::OtherProgram);
        }
        if self.question != asked {
            return Err(Refused::OtherQuestion);
        }
        let verdict = |(property, claim)| {
            let outcome = match claim {
                Claim::Proof(certificate) => Outcome::Proved(certificate),
                Claim::Run(trace) => Outcome::Refuted(trace),
            };
            judge(task, Answer::new(property, outcome), budget)
        };
        Ok(self.claims.into_iter().map(verdict).collect())
    }
}

fn question(task: &Task<'_>) -> Question {
    let mut program = Sha256::new();
    for line in task.module.to_string().lines().filter(|line| !line.starts_with("file ")) {
        program.update(line);
        program.update("\n");
    }
    Question {
        program: hex(&program.finalize()),
        entry: task.module.funcs[task.entry].name.clone(),
        malloc_may_fail: task.malloc_may_fail,
        error_functions: task.error_functions.clone(),
    }
}

impl WrittenInput {
    fn of(input: &Input) -> WrittenInput {
        WrittenInput { kind: input.kind, ty: input.ty, bits: format!("{:x}", input.bits), loc: input.loc }
    }
}

impl WrittenRun {
    fn trace(self) -> Result<FiniteTrace, Refused> {
        let inputs = read_inputs(self.inputs)?;
        // The replay says what really happens, and where.
        let violation = Violation {
            kind: self.violation,
            loc: Places::nowhere(),
            message: String::new(),
            related: Vec::new(),
            stack: Vec::new(),
        };
        Ok(FiniteTrace { inputs, violation })
    }
}

fn read_inputs(written: Vec<WrittenInput>) -> Result<Vec<Input>, Refused> {
    let input = |WrittenInput { kind, ty, bits, loc }| {
        let number = u128::from_str_radix(&bits, 16);
        let bits = number.map_err(|_| Refused::Malformed(format!("`{bits}` is no number")))?;
        Ok(Input { kind, ty, bits, loc })
    };
    written.into_iter().map(input).collect()
}

/// One line of JSON.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("invariant: strings, numbers and lists of them can be written")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
