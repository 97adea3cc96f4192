//! What Cairn says about one property of one program.

use engine::{Input, Property, Unknown, Violation};

use ir::FuncId;

use crate::Path;

/// A judged answer. The fields are private: reading is free, building is for [`crate::judge`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    property: Property,
    conclusion: Conclusion,
    assumed: Vec<FuncId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    True,
    False(Box<Refutation>),
    Unknown(Box<Doubt>),
}

/// A run that really happened, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The part of the property that is violated; the property itself when it has no parts.
    pub part: Property,
    /// As the replay saw it, not as the engine told it.
    pub violation: Violation,
    pub path: Path,
    pub inputs: Vec<Input>,
    /// Instructions that the run took.
    pub steps: u64,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    pub reason: Unknown,
    /// What an engine reported and the check did not confirm.
    pub suspicion: Option<Violation>,
    /// A run into it that calls functions of which nothing is known: it happens if they come back.
    pub seen: Option<Box<Refutation>>,
}

impl Verdict {
    /// Not knowing needs no evidence, so anyone may say it.
    pub fn unknown(property: Property, reason: Unknown) -> Self {
        Verdict::doubt(property, reason, None)
    }

    pub(crate) fn doubt(property: Property, reason: Unknown, suspicion: Option<Violation>) -> Self {
        Verdict {
            property,
            conclusion: Conclusion::Unknown(Box::new(Doubt { reason, suspicion, seen: None })),
            assumed: Vec::new(),
        }
    }

    pub(crate) fn warning(property: Property, reason: Unknown, seen: Refutation) -> Self {
        let doubt = Doubt { reason, suspicion: Some(seen.violation.clone()), seen: Some(Box::new(seen)) };
        Verdict { property, conclusion: Conclusion::Unknown(Box::new(doubt)), assumed: Vec::new() }
    }

    pub(crate) fn holds(property: Property) -> Self {
        Verdict { property, conclusion: Conclusion::True, assumed: Vec::new() }
    }

    pub(crate) fn refuted(property: Property, refutation: Refutation) -> Self {
        Verdict { property, conclusion: Conclusion::False(Box::new(refutation)), assumed: Vec::new() }
    }

    pub(crate) fn assuming(self, assumed: Vec<FuncId>) -> Self {
        Verdict { assumed, ..self }
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

    /// TRUE or FALSE, as opposed to UNKNOWN.
    pub fn is_settled(&self) -> bool {
        match &self.conclusion {
            Conclusion::True | Conclusion::False(_) => true,
            Conclusion::Unknown(_) => false,
        }
    }
}
