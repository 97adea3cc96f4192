//! What the engine proves, and that a proof is believed only while it is one.

use std::any::Any;

use engine::{Budget, Outcome, Property, Task};
use smg::proof::{Covered, Proof, check};
use smg_search::engine::Smg;

/// A program that builds a list of any length and frees it; `%last` decides what happens to the last node.
fn list_program(free: &str) -> String {
    format!(
        "module lp64\n\nfunc @main() -> i32 {{\n\
         bb0:\n  jump bb1(null)\n\
         bb1(%0: ptr):\n  %1 = nondet bool i1\n  branch %1, bb2, bb3(%0)\n\
         bb2:\n  %2 = call ptr @malloc(i64 16)\n  store ptr %0 to %2 align 8\n  jump bb1(%2)\n\
         bb3(%3: ptr):\n  %4 = cmp ne ptr %3, null\n  branch %4, bb4, bb5\n\
         bb4:\n  %5 = load ptr %3 align 8\n  {free}\n  jump bb3(%5)\n\
         bb5:\n  return i32 0\n}}\n\n\
         func @malloc(i64) -> ptr builtin malloc\n\
         func @free(ptr) builtin free\n"
    )
}

fn with_task<T>(text: &str, property: Property, f: impl FnOnce(&Task<'_>) -> T) -> T {
    let module = ir::parse(text).expect("the test program parses");
    ir::verify(&module).expect("the test program verifies");
    f(&Task::new(&module, module.func_named("main").expect("the test program has a main"), vec![property]))
}

fn proof_of(task: &Task<'_>) -> Option<Proof> {
    let budget = Budget::new();
    let answer = engine::answers(&Smg, task, &budget).pop().expect("one answer per property");
    match answer.outcome {
        Outcome::Proved(certificate) => {
            let certificate: Box<dyn Any> = certificate;
            let covered = certificate.downcast::<Covered>().expect("the engine's own kind");
            Some((*covered.0).clone())
        }
        Outcome::Refuted(_) | Outcome::Suspected(..) | Outcome::Unknown(_) => None,
    }
}

#[test]
fn lists_of_every_length_are_proved() {
    for property in [Property::ValidMemsafety, Property::ValidMemcleanup] {
        with_task(&list_program("call void @free(ptr %3)"), property, |task| {
            let proof = proof_of(task).expect("it is proved");
            assert_eq!(check(task, property, &proof, &Budget::new()), Ok(()));
        });
    }
}

#[test]
fn what_is_lost_is_not_cleaned_up() {
    for property in [Property::ValidMemsafety, Property::ValidMemcleanup] {
        with_task(&list_program("%6 = cmp eq ptr %3, null"), property, |task| assert!(proof_of(task).is_none()));
    }
}

/// Every claim that is taken out of a proof is missed.
#[test]
fn a_proof_with_a_hole_is_refused() {
    with_task(&list_program("call void @free(ptr %3)"), Property::ValidMemsafety, |task| {
        let proof = proof_of(task).expect("it is proved");
        let mut holes = 0;
        for context in 0..proof.contexts.len() {
            for block in 0..proof.contexts[context].blocks.len() {
                for state in 0..proof.contexts[context].blocks[block].1.len() {
                    let mut broken = proof.clone();
                    broken.contexts[context].blocks[block].1.remove(state);
                    assert!(check(task, Property::ValidMemsafety, &broken, &Budget::new()).is_err());
                    holes += 1;
                }
            }
            for exit in 0..proof.contexts[context].exits.len() {
                let mut broken = proof.clone();
                broken.contexts[context].exits.remove(exit);
                assert!(check(task, Property::ValidMemsafety, &broken, &Budget::new()).is_err());
            }
        }
        assert!(holes >= 5, "the proof has {holes} claims");
        let empty = Proof { contexts: Vec::new() };
        assert!(check(task, Property::ValidMemsafety, &empty, &Budget::new()).is_err());
    });
}

/// A proof of one program says nothing about another.
#[test]
fn a_proof_of_another_program_is_refused() {
    let proof =
        with_task(&list_program("call void @free(ptr %3)"), Property::ValidMemsafety, proof_of).expect("it is proved");
    with_task(&list_program("%6 = cmp eq ptr %3, null"), Property::ValidMemsafety, |task| {
        assert!(check(task, Property::ValidMemsafety, &proof, &Budget::new()).is_err());
    });
}

#[test]
fn behind_a_large_switch_no_state_knows_all_cases() {
    const CASES: usize = 2_000;
    let cases: String = (0..CASES).map(|case| format!("{} -> bb{} ", 3 * case, 1 + case % 2)).collect();
    let text = format!(
        "module lp64\n\nfunc @main() -> i32 {{\nbb0:\n  %0 = nondet signed i32\n  switch i32 %0 {{ {cases}default -> bb3 }}\n\
         bb1:\n  return %0\nbb2:\n  return i32 0\nbb3:\n  return %0\n}}\n"
    );
    with_task(&text, Property::ValidMemsafety, |task| {
        let proof = proof_of(task).expect("it is proved");
        assert_eq!(check(task, Property::ValidMemsafety, &proof, &Budget::new()), Ok(()));
        let states = proof.contexts.iter().flat_map(|context| &context.blocks).flat_map(|(_, states)| states);
        let most = states.map(|state| state.graph.differ().len()).max();
        assert!(most.is_some_and(|most| most <= 100), "{most:?}");
    });
}

/// Far more than it takes; with time that grows as the square of the accesses, it takes minutes.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(40);

#[test]
fn a_long_block_takes_time_as_it_has_instructions() {
    let steps: String = (0..12_000)
        .map(|at| {
            let (loaded, sum) = (2 * at + 1, 2 * at + 2);
            format!(
                "  %{loaded} = load i32 %0 align 4\n  %{sum} = add i32 %{loaded}, 1\n  store i32 %{sum} to %0 align 4\n"
            )
        })
        .collect();
    let text = format!(
        "module lp64\n\nfunc @main() -> i32 {{\nbb0:\n  %0 = alloca 4 align 4\n  store i32 1 to %0 align 4\n{steps}  return i32 0\n}}\n"
    );
    with_task(&text, Property::ValidMemsafety, |task| {
        let started = std::time::Instant::now();
        assert!(proof_of(task).is_some());
        assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    });
}
