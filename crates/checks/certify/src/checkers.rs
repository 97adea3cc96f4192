//! Who can check which kind of certificate, and of which properties it can speak.
//!
//! Invariant: a certificate settles a property only if its checker declares that it can speak of it. What a checker needs
//! to know besides the program (error functions, entry) it takes from the task, which is the judge's, never from the
//! certificate, which is the engine's.

use std::any::Any;
use std::sync::Arc;

use chc::proof::Solved;
use engine::{Acyclic, Budget, Certificate, OnlyRun, Property, Task, Unknown};
use interp::{End, ListedInputs, NoObserver, Options};
use ir::{Repetition, repetition};
use smg::proof::Covered;
use symex::proof::Executed;

use crate::verdict::refused;

/// A kind of certificate.
#[derive(Debug)]
pub struct Checker {
    /// What messages and files call it.
    pub kind: &'static str,
    is: fn(&dyn Any) -> bool,
    settles: fn(Property) -> bool,
    /// Does it take accesses to be valid, and say nothing of runs with others?
    trusts_pointers: fn(&dyn Any) -> bool,
    check: fn(&Task<'_>, Property, &dyn Any, &Budget) -> Result<(), Unknown>,
    write: fn(&dyn Any) -> serde_json::Result<String>,
    read: fn(&str) -> serde_json::Result<Box<dyn Certificate>>,
}

impl Checker {
    /// Can such a certificate speak of the property?
    pub fn settles(&self, property: Property) -> bool {
        (self.settles)(property)
    }
}

/// All of them.
pub const CHECKERS: [Checker; 5] = [
    Checker {
        kind: "only-run",
        is: |certificate| certificate.is::<OnlyRun>(),
        settles: only_run_settles,
        trusts_pointers: |_| false,
        check: |task, property, certificate, budget| {
            check_only_run(task, property, *downcast::<OnlyRun>(certificate), budget)
        },
        write: |certificate| serde_json::to_string(downcast::<OnlyRun>(certificate)),
        read: |text| Ok(Box::new(serde_json::from_str::<OnlyRun>(text)?)),
    },
    Checker {
        kind: "acyclic",
        is: |certificate| certificate.is::<Acyclic>(),
        settles: |property| property == Property::Termination,
        trusts_pointers: |_| false,
        check: |task, _, _, _| check_acyclic(task),
        write: |certificate| serde_json::to_string(downcast::<Acyclic>(certificate)),
        read: |text| Ok(Box::new(serde_json::from_str::<Acyclic>(text)?)),
    },
    Checker {
        kind: "covered",
        is: |certificate| certificate.is::<Covered>(),
        settles: smg::proof::settles,
        trusts_pointers: |_| false,
        check: |task, property, certificate, budget| {
            smg::proof::check(task, property, &downcast::<Covered>(certificate).0, budget)
        },
        write: |certificate| serde_json::to_string(&*downcast::<Covered>(certificate).0),
        read: |text| Ok(Box::new(Covered(Arc::new(serde_json::from_str(text)?)))),
    },
    Checker {
        kind: "executed",
        is: |certificate| certificate.is::<Executed>(),
        settles: symex::proof::settles,
        trusts_pointers: |_| false,
        check: |task, property, certificate, budget| {
            symex::proof::check(task, property, &downcast::<Executed>(certificate).0, budget)
        },
        write: |certificate| serde_json::to_string(&*downcast::<Executed>(certificate).0),
        read: |text| Ok(Box::new(Executed(Arc::new(serde_json::from_str(text)?)))),
    },
    Checker {
        kind: "solved",
        is: |certificate| certificate.is::<Solved>(),
        settles: chc::proof::settles,
        trusts_pointers: |certificate| downcast::<Solved>(certificate).0.trusts_pointers(),
        check: |task, property, certificate, budget| {
            chc::proof::check(task, property, &downcast::<Solved>(certificate).0, budget)
        },
        write: |certificate| serde_json::to_string(&*downcast::<Solved>(certificate).0),
        read: |text| Ok(Box::new(Solved(Arc::new(serde_json::from_str(text)?)))),
    },
];

fn downcast<T: 'static>(certificate: &dyn Any) -> &T {
    certificate.downcast_ref().expect("invariant: asked of its own kind only")
}

/// The kind of a certificate, and the certificate in one line of text.
pub(crate) fn write(certificate: &dyn Certificate) -> Option<serde_json::Result<(&'static str, String)>> {
    let certificate: &dyn Any = certificate;
    let checker = CHECKERS.iter().find(|checker| (checker.is)(certificate))?;
    Some((checker.write)(certificate).map(|text| (checker.kind, text)))
}

/// A certificate of this kind; `None` if nobody knows the kind.
pub(crate) fn read(kind: &str, text: &str) -> Option<serde_json::Result<Box<dyn Certificate>>> {
    let checker = CHECKERS.iter().find(|checker| checker.kind == kind)?;
    Some((checker.read)(text))
}

/// Does a certificate take accesses through pointers to be valid?
pub(crate) fn trusts_pointers(certificate: &dyn Certificate) -> bool {
    let certificate: &dyn Any = certificate;
    CHECKERS.iter().any(|checker| (checker.is)(certificate) && (checker.trusts_pointers)(certificate))
}

/// Does the certificate show the property of the task's program? The reason if not.
pub(crate) fn check(
    task: &Task<'_>,
    property: Property,
    certificate: &dyn Certificate,
    budget: &Budget,
) -> Result<(), Unknown> {
    let certificate: &dyn Any = certificate;
    let Some(checker) = CHECKERS.iter().find(|checker| (checker.is)(certificate)) else {
        return Err(refused("nobody can check this kind of certificate"));
    };
    if !checker.settles(property) {
        return Err(refused(&format!("a certificate of the kind `{}` cannot speak of {property}", checker.kind)));
    }
    (checker.check)(task, property, certificate, budget)
}

/// A run that ends shows everything that the interpreter looks at.
fn only_run_settles(property: Property) -> bool {
    match property {
        Property::ValidMemsafety
        | Property::ValidDeref
        | Property::ValidFree
        | Property::ValidMemtrack
        | Property::ValidMemcleanup
        | Property::UnreachCall
        | Property::NoOverflow
        | Property::Termination => true,
        Property::Shape => false,
    }
}

/// The program does nothing twice.
fn check_acyclic(task: &Task<'_>) -> Result<(), Unknown> {
    match repetition(task.module, task.entry) {
        None => Ok(()),
        Some(Repetition::Loop(..)) => Err(refused("the program has a loop")),
        Some(Repetition::Recursion(_)) => Err(refused("the program has a recursion")),
        Some(Repetition::Unknown(_)) => Err(refused("the program has parts of which nothing is known")),
    }
}

/// The program has one run, and it breaks nothing: it must end within the steps, ask for nothing, and look at no
/// address.
fn check_only_run(task: &Task<'_>, property: Property, claim: OnlyRun, budget: &Budget) -> Result<(), Unknown> {
    let options = Options { max_steps: claim.steps, ..Options::for_property(task, property) };
    let mut no_inputs = ListedInputs::default();
    let run = interp::run(task.module, task.entry, &options, &mut no_inputs, &mut (), &mut NoObserver, budget);
    if let Some(limit) = budget.exhausted() {
        return Err(Unknown::Limit(limit));
    }
    if !run.inputs.is_empty() {
        return Err(refused("the program asks for inputs, so it has more than one run"));
    }
    if run.address_dependent {
        return Err(refused("the program's run depends on where objects lie"));
    }
    match run.end {
        End::Exited(_) | End::Aborted | End::AssumeFailed => Ok(()),
        End::Violation(violation) => {
            Err(refused(&format!("the run ends in {}: {}", violation.kind, violation.message)))
        }
        End::Limit(_) => Err(refused("the run does not end within the claimed steps")),
        End::Unsupported { what, at } => Err(Unknown::Unsupported { what, at }),
    }
}
