//! What Cairn says about one property of one program.

use std::sync::Arc;

use engine::{Certificate, Input, Lasso, Property, Unknown, Violation};
use ir::FuncId;

use crate::Path;

/// A judged answer. The fields are private: reading is free, building is for [`crate::judge`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    property: Property,
    conclusion: Conclusion,
    assumed: Vec<FuncId>,
    trusts_pointers: bool,
}

/// What is known about a question, with the evidence for it: `P` for a proof that passed its check, `R` for a run that was
/// followed, `D` for why there is neither. Programs and transition systems are judged alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion<P = Proved, R = Refutation, D = Doubt> {
    True(P),
    False(Box<R>),
    Unknown(Box<D>),
}

/// A certificate that passed its check.
#[derive(Clone, Debug)]
pub struct Proved(Arc<dyn Certificate>);

/// Of two proofs of the same, it does not matter how they go.
impl PartialEq for Proved {
    fn eq(&self, _other: &Proved) -> bool {
        true
    }
}

impl Eq for Proved {}

/// A run that really happened, and how it ended; or that it cannot end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The part of the property that is violated; the property itself when it has no parts.
    pub part: Property,
    /// As the replay saw it, not as the engine told it.
    pub violation: Violation,
    pub path: Path,
    pub inputs: Vec<Input>,
    /// Instructions that the run took; of one that never ends, up to the end of its first lap.
    pub steps: u64,
    /// Of a run that never ends, how it goes on.
    pub laps: Option<Laps>,
}

/// How a run goes on for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laps {
    pub lasso: Lasso,
    /// Of the inputs, how many come before the first lap.
    pub stem_inputs: usize,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    pub reason: Unknown,
    /// What an engine reported and the check did not confirm.
    pub suspicion: Option<Violation>,
    pub seen: Option<Seen>,
}

/// A replayed run into a violation that decides nothing nevertheless.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// It calls functions of which nothing is known: it happens if they come back.
    IfCallsReturn(Box<Refutation>),
    /// Another engine's proof says that there is no such run, and passed its check.
    AgainstAProof(Box<Refutation>),
}

impl Proved {
    /// For people, who want to know why; whoever judges again starts from the program.
    pub fn certificate(&self) -> &dyn Certificate {
        &*self.0
    }
}

impl Seen {
    pub fn run(&self) -> &Refutation {
        match self {
            Seen::IfCallsReturn(run) | Seen::AgainstAProof(run) => run,
        }
    }
}

impl Verdict {
    /// Not knowing needs no evidence, so anyone may say it.
    pub fn unknown(property: Property, reason: Unknown) -> Self {
        Verdict::doubt(property, reason, None)
    }

    fn new(property: Property, conclusion: Conclusion) -> Self {
        Verdict { property, conclusion, assumed: Vec::new(), trusts_pointers: false }
    }

    pub(crate) fn doubt(property: Property, reason: Unknown, suspicion: Option<Violation>) -> Self {
        Verdict::new(property, Conclusion::Unknown(Box::new(Doubt { reason, suspicion, seen: None })))
    }

    pub(crate) fn warning(property: Property, reason: Unknown, seen: Refutation) -> Self {
        let doubt =
            Doubt { reason, suspicion: Some(seen.violation.clone()), seen: Some(Seen::IfCallsReturn(Box::new(seen))) };
        Verdict::new(property, Conclusion::Unknown(Box::new(doubt)))
    }

    pub(crate) fn holds(property: Property, certificate: Box<dyn Certificate>) -> Self {
        Verdict::new(property, Conclusion::True(Proved(Arc::from(certificate))))
    }

    pub(crate) fn refuted(property: Property, refutation: Refutation) -> Self {
        Verdict::new(property, Conclusion::False(Box::new(refutation)))
    }

    pub(crate) fn assuming(self, assumed: Vec<FuncId>) -> Self {
        Verdict { assumed, ..self }
    }

    pub(crate) fn trusting_pointers(self, trusts_pointers: bool) -> Self {
        Verdict { trusts_pointers, ..self }
    }

    pub fn property(&self) -> Property {
        self.property
    }

    pub fn conclusion(&self) -> &Conclusion {
        &self.conclusion
    }

    /// Functions without a body that the verdict takes to do what the user says of them, in the module's order.
    pub fn assumed(&self) -> &[FuncId] {
        &self.assumed
    }

    /// Is it said of those runs only whose accesses through pointers are all valid?
    pub fn trusts_pointers(&self) -> bool {
        self.trusts_pointers
    }

    /// What is left of it when another question about the program is settled, too. Trust in pointers is no more needed when they
    /// are shown to be valid, and worth nothing when a run has one that is not.
    pub fn in_view_of(self, other: &Verdict) -> Verdict {
        if !self.trusts_pointers {
            return self;
        }
        match &other.conclusion {
            // Nothing is proved of a program that may do what has no meaning, whatever was asked.
            Conclusion::True(_) if other.property.includes(Property::ValidDeref) && !other.trusts_pointers => {
                self.trusting_pointers(false)
            }
            Conclusion::False(refutation) if matches!(refutation.part, Property::ValidDeref | Property::ValidFree) => {
                let why = format!("it holds if every access is valid, and {} is violated", refutation.part);
                Verdict::unknown(self.property, Unknown::Imprecise { why, at: refutation.violation.loc })
            }
            Conclusion::True(_) | Conclusion::False(_) | Conclusion::Unknown(_) => self,
        }
    }

    /// Can not both be right: one says that no run breaks what the other shows a run to break.
    pub fn contradicts(&self, other: &Verdict) -> bool {
        let proves_what_fails = |proof: &Verdict, run: &Verdict| match (&proof.conclusion, &run.conclusion) {
            (Conclusion::True(_), Conclusion::False(refutation)) => proof.property.includes(refutation.part),
            (Conclusion::True(_), Conclusion::True(_) | Conclusion::Unknown(_))
            | (Conclusion::False(_) | Conclusion::Unknown(_), _) => false,
        };
        proves_what_fails(self, other) || proves_what_fails(other, self)
    }

    /// What is left of two verdicts of which one must be wrong: nothing is known, and everybody is told. `whose` are the
    /// names of those who gave them. The run that speaks against the proof is kept.
    pub fn contradicted(self, other: &Verdict, whose: [&str; 2]) -> Verdict {
        let said = |verdict: &Verdict| match &verdict.conclusion {
            Conclusion::True(_) => "proves",
            Conclusion::False(_) => "refutes",
            Conclusion::Unknown(_) => "does not know",
        };
        let reason = Unknown::Internal(format!(
            "{} {} {} and {} {} {}: one of them is wrong; this is a bug of Cairn, please report it with the input",
            whose[0],
            said(&self),
            self.property,
            whose[1],
            said(other),
            other.property
        ));
        let runs = [self.conclusion, other.conclusion.clone()].into_iter().find_map(|conclusion| match conclusion {
            Conclusion::False(refutation) => Some(refutation),
            Conclusion::True(_) | Conclusion::Unknown(_) => None,
        });
        let suspicion = runs.as_ref().map(|refutation| refutation.violation.clone());
        let doubt = Doubt { reason, suspicion, seen: runs.map(Seen::AgainstAProof) };
        Verdict::new(self.property, Conclusion::Unknown(Box::new(doubt)))
    }

    /// TRUE or FALSE, as opposed to UNKNOWN.
    pub fn is_settled(&self) -> bool {
        self.conclusion.is_settled()
    }
}

impl<P, R, D> Conclusion<P, R, D> {
    pub fn is_settled(&self) -> bool {
        match self {
            Conclusion::True(_) | Conclusion::False(_) => true,
            Conclusion::Unknown(_) => false,
        }
    }
}

/// An engine's answer that does not pass its check: our bug.
pub(crate) fn refused(why: &str) -> Unknown {
    Unknown::Internal(format!("evidence was refused: {why}"))
}
