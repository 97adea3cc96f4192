//! What verdicts that are TRUE rest on: for `--explain`, and for the transition systems of `--dump its`.

use std::any::Any;
use std::path::Path;

use anyhow::{Context, Result};
use certify::{Conclusion, Settled};
use chc::proof::{Proof, Solved};
use command::output;
use engine::{Acyclic, Budget, OnlyRun, Property, Task};
use report::grounds::{Evidence, Grounds, systems};
use smg::proof::Covered;
use symex::proof::{Executed, cycles};

/// Of every verdict that is TRUE. The cycles of a proof are found again as its check found them, while the budget lasts: what is
/// shown is what was proved.
pub fn grounds<'r>(task: &Task<'_>, results: &'r [Settled], budget: &Budget) -> Vec<Grounds<'r>> {
    let mut grounds = Vec::new();
    for settled in results {
        let property = settled.verdict.property();
        let Conclusion::True(proved) = settled.verdict.conclusion() else { continue };
        let certificate: &dyn Any = proved.certificate();
        let evidence = if let Some(Executed(proof)) = certificate.downcast_ref() {
            let alone = Task { properties: vec![property], ..task.clone() };
            let found = (property == Property::Termination).then(|| cycles(&alone, proof, budget).ok()).flatten();
            Some(Evidence::Executed { proof, cycles: found })
        } else if let Some(OnlyRun { steps }) = certificate.downcast_ref() {
            Some(Evidence::OnlyRun { steps: *steps })
        } else if certificate.is::<Acyclic>() {
            Some(Evidence::Acyclic)
        } else if let Some(Solved(proof)) = certificate.downcast_ref() {
            solved(task, property, proof, budget)
        } else {
            certificate.is::<Covered>().then_some(Evidence::Heaps)
        };
        grounds.extend(evidence.map(|evidence| Grounds { property, evidence }));
    }
    grounds
}

/// What a proof by Horn clauses needs; nothing when there was no time to find it again.
fn solved<'r>(task: &Task<'_>, property: Property, proof: &Proof, budget: &Budget) -> Option<Evidence<'r>> {
    let (mut parts, mut most_steps, mut inductive) = (Vec::new(), 0, None);
    for part in &proof.parts {
        match &part.evidence {
            chc::proof::Evidence::Steps(steps) => most_steps = most_steps.max(*steps),
            chc::proof::Evidence::Induction { steps, .. } => inductive = inductive.max(Some(*steps)),
            chc::proof::Evidence::Formulas(_) => {
                let needed = portfolio::needed(task, property, part, budget).ok().flatten()?;
                parts.push((needed.system, needed.facts));
            }
        }
    }
    Some(match (parts.is_empty(), inductive) {
        (true, None) => Evidence::Unrolled { steps: most_steps },
        (true, Some(steps)) => Evidence::Induction { steps },
        (false, _) => Evidence::Solved { parts },
    })
}

/// One file for each cycle of the graph that shows that the program ends; says so when there is none.
pub fn write_systems(folder: &Path, task: &Task<'_>, grounds: &[Grounds<'_>]) -> Result<()> {
    let termination = grounds.iter().find(|grounds| grounds.property == Property::Termination);
    let nothing = match termination.map(|grounds| &grounds.evidence) {
        Some(Evidence::Executed { proof, cycles: Some(cycles) }) if !cycles.is_empty() => {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
            for system in systems(proof, cycles, task.module) {
                let file = folder.join(format!("{}.koat", system.name));
                std::fs::write(&file, &system.text).with_context(|| format!("cannot write {}", file.display()))?;
            }
            return Ok(());
        }
        Some(Evidence::Executed { cycles: Some(_), .. } | Evidence::Acyclic) => "no cycle has to be shown to end",
        Some(Evidence::Executed { cycles: None, .. }) => "there was no time to find them again",
        Some(
            Evidence::OnlyRun { .. }
            | Evidence::Heaps
            | Evidence::Solved { .. }
            | Evidence::Unrolled { .. }
            | Evidence::Induction { .. },
        ) => "that the program ends is shown without them",
        None => "termination is not proved",
    };
    output::say(&format!("no transition systems are written: {nothing}"));
    Ok(())
}
