//! Engines' answers about one program, each judged as for a user.
//!
//! Engines work for so many steps, one engine at a time: what they answer depends on neither the machine nor what else
//! it does. Not knowing is an answer that every test accepts; failing is not, so it is kept apart: see [`Claim::fault`].

use certify::{Conclusion, catch, judge};
use engine::{Answer, Budget, Engine, Facts, Outcome, Property, Task, Unknown, Violation};
use ir::{FuncId, Module};

use crate::again::runs_again;
use crate::case::Verdict;
use crate::subject::ERROR_FUNCTIONS;

/// Who is asked, and how far each may go.
#[derive(Clone, Copy)]
pub struct Engines {
    pub list: &'static [&'static dyn Engine],
    pub steps: u64,
}

impl Engines {
    /// All that Cairn has.
    pub fn all(steps: u64) -> Engines {
        Engines { list: portfolio::engines(), steps }
    }
}

impl std::fmt::Debug for Engines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<&str> = self.list.iter().map(|engine| engine.info().id).collect();
        write!(f, "{ids:?} for {} steps", self.steps)
    }
}

/// One engine's answer for one property.
#[derive(Clone, Debug)]
pub struct Claim {
    pub engine: &'static str,
    pub property: Property,
    pub verdict: Verdict,
    pub violation: Option<Violation>,
    /// A panic, an internal error, evidence that was refused, a printed command that does not show the violation again:
    /// our own bug, whatever the verdict.
    pub fault: Option<String>,
}

/// Asks every engine about the properties it knows.
pub fn ask(module: &Module, entry: FuncId, properties: &[Property], engines: Engines) -> Vec<Claim> {
    let facts = portfolio::ProgramFacts::new(module, entry);
    let task = Task {
        error_functions: ERROR_FUNCTIONS.map(str::to_string).into(),
        facts: Facts::of(&facts),
        ..Task::new(module, entry, properties.to_vec())
    };
    engines.list.iter().flat_map(|engine| ask_one(&task, *engine, engines.steps)).collect()
}

fn ask_one(task: &Task<'_>, engine: &dyn Engine, steps: u64) -> Vec<Claim> {
    let known = engine.info().properties;
    let properties: Vec<Property> = task.properties.iter().copied().filter(|one| known.contains(one)).collect();
    if properties.is_empty() {
        return Vec::new();
    }
    let task = Task { properties, ..task.clone() };
    let budget = Budget::of_steps(steps);
    let answers = catch(|| engine::answers(engine, &task, &budget));
    let nothing = |property: Property, fault: String| Claim {
        engine: engine.info().id,
        property,
        verdict: Verdict::Unknown,
        violation: None,
        fault: Some(fault),
    };
    let mut claims = match answers {
        Ok(answers) => {
            let mut open = task.properties.clone();
            let mut claims = Vec::new();
            for answer in answers {
                open.retain(|property| *property != answer.property);
                claims.push(judged(&task, engine.info().id, answer));
            }
            claims.extend(open.into_iter().map(|property| nothing(property, "gives no answer".to_string())));
            claims
        }
        Err(panic) => {
            let all = task.properties.iter();
            all.map(|property| nothing(*property, format!("panics: {panic}"))).collect()
        }
    };
    if let (Some(failure), Some(first)) = (budget.failures().into_iter().next(), claims.first_mut()) {
        first.fault.get_or_insert(failure);
    }
    claims
}

fn judged(task: &Task<'_>, engine: &'static str, answer: Answer) -> Claim {
    let said = match &answer.outcome {
        Outcome::Proved(_) => Said::Proved,
        Outcome::Refuted(_) => Said::Refuted,
        Outcome::Suspected(..) => Said::Unknown,
        Outcome::Unknown(_) => Said::Unknown,
    };
    let judged = judge(task, answer, &Budget::new());
    let (verdict, violation, fault) = match judged.conclusion() {
        Conclusion::True(_) => (Verdict::True, None, None),
        Conclusion::False(refutation) => {
            let fault = runs_again(task, refutation).err();
            (Verdict::False(refutation.part), Some(refutation.violation.clone()), fault)
        }
        Conclusion::Unknown(doubt) => (Verdict::Unknown, None, said.fault(&doubt.reason)),
    };
    Claim { engine, property: judged.property(), verdict, violation, fault }
}

/// What an engine had said before it was judged.
#[derive(Clone, Copy)]
enum Said {
    Proved,
    Refuted,
    Unknown,
}

impl Said {
    /// Is it a fault that there is no verdict, for this reason? Checks have no limits here.
    fn fault(self, reason: &Unknown) -> Option<String> {
        match (self, reason) {
            (_, Unknown::Internal(why)) => Some(why.clone()),
            (Said::Unknown, Unknown::Limit(_) | Unknown::Unsupported { .. } | Unknown::Imprecise { .. }) => None,
            // The run is real, and happens by the chance of where objects lie.
            (Said::Refuted, Unknown::Imprecise { .. }) => None,
            (Said::Refuted, reason) => Some(format!("its violation was refused: {reason:?}")),
            (Said::Proved, reason) => Some(format!("its proof was refused: {reason:?}")),
        }
    }
}
