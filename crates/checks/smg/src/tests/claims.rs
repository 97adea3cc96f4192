//! Proofs of small programs: what was executed is believed, and nothing that lacks a part of it or adds to it.

use super::explorer::{Explored, explore, parsed, program};
use super::*;
use crate::graph::{Linear, Range, SymInfo};
use crate::proof::{Context, Proof, check, settles};
use engine::Budget;

fn believed(task: &Task<'_>, property: Property, proof: &Proof) -> Result<(), String> {
    check(task, property, proof, &Budget::new()).map_err(|why| format!("{why:?}"))
}

fn refused(task: &Task<'_>, proof: &Proof, because: &str) {
    let why = believed(task, Property::ValidMemsafety, proof).expect_err(because);
    assert!(why.contains(because), "expected {because:?} in {why:?}");
}

/// A program that branches, calls, allocates, loops twice, ends inside of a function for one input, and frees.
fn busy() -> Module {
    let functions = "global @kept: 8 align 8 = { zero 8 }
func @make(%0: i64) -> ptr {
bb0:
  %1 = cmp eq i64 %0, 3
  branch %1, bb1, bb2
bb1:
  call void @exit(i32 1)
  unreachable
bb2:
  %2 = call ptr @malloc(i64 16)
  store i64 %0 to %2 align 8
  return %2
}
func @drop(%0: ptr) {
bb0:
  call void @free(ptr %0)
  return
}
";
    let body = "bb0:
  %0 = nondet signed i64
  %1 = cmp sge i64 %0, 2
  assume %1
  %2 = cmp sle i64 %0, 3
  assume %2
  %3 = call ptr @malloc(i64 8)
  store ptr %3 to @kept align 8
  jump bb1(i64 0)
bb1(%4: i64):
  %5 = cmp slt i64 %4, 2
  branch %5, bb2, bb3
bb2:
  %6 = call ptr @make(i64 %0)
  call void @drop(ptr %6)
  %7 = add i64 %4, 1
  jump bb1(%7)
bb3:
  %8 = load ptr @kept align 8
  call void @drop(ptr %8)
  return %0";
    program(functions, body)
}

fn entry_task(module: &Module) -> Task<'_> {
    let mut task = task(module);
    task.entry = module.func_named("main").expect("it is there");
    task
}

#[test]
fn what_was_executed_is_believed() {
    let module = busy();
    let task = entry_task(&module);
    let Explored { proof, findings, .. } = explore(&task);
    assert_eq!(findings, [""; 0]);
    assert_eq!(believed(&task, Property::ValidMemsafety, &proof), Ok(()));
    assert_eq!(believed(&task, Property::UnreachCall, &proof), Ok(()));
    assert_eq!(
        proof.states(),
        proof.contexts.iter().flat_map(|context| &context.blocks).map(|block| block.1.len()).sum::<usize>()
    );
    assert!(proof.states() > 10 && proof.contexts.len() > 2);
    let leak = believed(&task, Property::ValidMemcleanup, &proof).expect_err("`exit` leaves an object");
    assert!(leak.contains("may end with heap objects"), "{leak}");
}

/// Whatever is taken out of a proof is missed: states, returns, ends of the program, contexts.
#[test]
fn nothing_of_a_proof_can_be_left_out() {
    let module = busy();
    let task = entry_task(&module);
    let proof = explore(&task).proof;
    let broken = |change: &dyn Fn(&mut Proof)| {
        let mut proof = proof.clone();
        change(&mut proof);
        proof
    };
    for (at, context) in proof.contexts.iter().enumerate() {
        for (block, (_, states)) in context.blocks.iter().enumerate() {
            for state in 0..states.len() {
                let hole = broken(&|proof| {
                    proof.contexts[at].blocks[block].1.remove(state);
                });
                refused(&task, &hole, "is not covered");
            }
        }
        for exit in 0..context.exits.len() {
            let hole = broken(&|proof| {
                proof.contexts[at].exits.remove(exit);
            });
            refused(&task, &hole, "a returning state is not covered");
        }
        for live in (0..2).filter(|live| context.ended[*live]) {
            let hole = broken(&|proof| proof.contexts[at].ended[live] = false);
            refused(&task, &hole, "the end of the program is not covered");
        }
        if at > 0 {
            let hole = broken(&|proof| {
                proof.contexts.remove(at);
            });
            refused(&task, &hole, "is not covered");
        }
    }
    refused(&task, &broken(&|proof| proof.contexts.clear()), "it is empty");
    refused(&task, &broken(&|proof| proof.contexts.reverse()), "does not start where the program does");
    let other = broken(&|proof| set_reg(&mut proof.contexts[0].entry, 7, Value::Int(1)));
    refused(&task, &other, "does not start where the program does");
}

/// Claims that say more than a state at the start of a block can are not read as less.
#[test]
fn claims_are_states_of_one_activation() {
    let module = busy();
    let task = entry_task(&module);
    let proof = explore(&task).proof;
    let computed =
        (crate::graph::Computed { op: ir::BinOp::Mul, bits: 64, a: Value::Int(2), b: Value::Int(3) }, Value::Int(5));
    let with = |change: &dyn Fn(&mut Context)| {
        let mut proof = proof.clone();
        change(&mut proof.contexts[1]);
        proof
    };
    let claims = [
        with(&|context| context.entry.computed.push(computed)),
        with(&|context| context.exits[0].computed.push(computed)),
        with(&|context| context.blocks[0].1[0].computed.push(computed)),
        with(&|context| {
            let frame = context.blocks[0].1[0].frame().clone();
            context.blocks[0].1[0].frames.push(frame);
        }),
        with(&|context| context.blocks[0].1[0].frames.clear()),
        with(&|context| context.blocks[0].1[0].frame_mut().func = FuncId::from_index(0)),
    ];
    for claim in &claims {
        refused(&task, claim, "it claims more than graphs can say");
    }
    let twice = with(&|context| {
        let frame = context.entry.frame().clone();
        context.entry.frames.push(frame);
    });
    assert!(believed(&task, Property::ValidMemsafety, &twice).is_err());
}

/// What is no graph is not believed, wherever it stands.
#[test]
fn claims_are_graphs() {
    let module = busy();
    let task = entry_task(&module);
    let proof = explore(&task).proof;
    let nowhere = Value::region(ObjectId(77), 0);
    let mut root = proof.clone();
    root.contexts[1].entry.cut.push(nowhere);
    assert!(believed(&task, Property::ValidMemsafety, &root).is_err());
    let mut exit = proof.clone();
    exit.contexts[1].exits[0].cut.push(nowhere);
    refused(&task, &exit, "leads to nothing");
    let mut block = proof.clone();
    let extra = {
        let mut state = block.contexts[0].blocks[0].1[0].clone();
        set_reg(&mut state, 3, nowhere);
        state
    };
    block.contexts[0].blocks[0].1.push(extra);
    refused(&task, &block, "leads to nothing");
}

/// A claim that covers more than was met is as good, if what follows from it is claimed too.
#[test]
fn claims_may_be_wider_than_what_is_met() {
    let module = program(
        "",
        "bb0:\n  %0 = nondet signed i64\n  %1 = cmp eq i64 %0, 5\n  assume %1\n  jump bb1(%0)\nbb1(%2: i64):\n  return %2",
    );
    let task = entry_task(&module);
    let mut proof = explore(&task).proof;
    let wider = |state: &mut State, reg: usize, range: Range| {
        let sym = state.graph.add_sym(SymInfo::unknown(range));
        set_reg(state, reg, Value::Sym(Linear { sym, negated: false, add: 0 }));
    };
    let range = |lo, hi| Range { lo, hi, align: 0 };
    wider(&mut proof.contexts[0].blocks[1].1[0], 2, range(0, 9));
    refused(&task, &proof, "a returning state is not covered");
    wider(&mut proof.contexts[0].exits[0], 0, range(0, 8));
    refused(&task, &proof, "a returning state is not covered");
    wider(&mut proof.contexts[0].exits[0], 0, range(-1, 9));
    assert_eq!(believed(&task, Property::ValidMemsafety, &proof), Ok(()));
    wider(&mut proof.contexts[0].blocks[1].1[0], 2, range(6, 9));
    refused(&task, &proof, "is not covered");
}

/// What is found while claims are executed decides, by property.
#[test]
fn findings_keep_properties_from_being_proved() {
    let of = |body: &str, property: Property| {
        let module = program("", body);
        let mut task = entry_task(&module);
        task.error_functions = vec!["reach_error".to_string()];
        let proof = explore(&task).proof;
        believed(&task, property, &proof)
    };
    let all = [
        Property::ValidMemsafety,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::UnreachCall,
    ];
    let kept = |body: &str| all.map(|property| of(body, property).is_ok());
    assert_eq!(kept("bb0:\n  return i64 0"), [true; 6]);
    assert_eq!(kept("bb0:\n  %0 = load i64 null align 8\n  return %0"), [false; 6]);
    let lost = "bb0:\n  %0 = call ptr @malloc(i64 8)\n  jump bb1\nbb1:\n  return i64 0";
    assert_eq!(kept(lost), [false, true, true, false, false, true]);
    let left =
        "bb0:\n  %0 = call ptr @malloc(i64 8)\n  call void @free(ptr %0)\n  call void @elsewhere()\n  return i64 0";
    assert_eq!(kept(left), [false; 6]);
    assert_eq!(kept("bb0:\n  call void @reach_error()\n  return i64 0"), [true, true, true, true, true, false]);
    let held = "bb0:\n  %0 = call ptr @malloc(i64 8)\n  %1 = alloca 8 align 8\n  store ptr %0 to %1 align 8\n  call void @exit(i32 0)\n  \
        %2 = load ptr %1 align 8\n  call void @free(ptr %2)\n  return i64 0";
    assert_eq!(kept(held), [true, true, true, true, false, true]);
}

/// A callee that may end the program does so with what its callers hold, too.
#[test]
fn the_end_of_the_program_is_that_of_all_callers() {
    let text = "module lp64

func @main() -> i64 !f0:1:1 {
bb0:
  %0 = call ptr @malloc(i64 8)
  %1 = call i64 @stop()
  call void @free(ptr %0)
  return %1
}
func @stop() -> i64 {
bb0:
  %0 = nondet bool i1
  branch %0, bb1, bb2
bb1:
  call void @exit(i32 1)
  unreachable
bb2:
  return i64 0
}
func @malloc(i64) -> ptr builtin malloc
func @free(ptr) builtin free
func @exit(i32) builtin __cairn_exit

file f0 \"a.c\"
";
    let module = parsed(text);
    let task = entry_task(&module);
    let Explored { proof, findings, .. } = explore(&task);
    assert_eq!(findings, [""; 0]);
    assert_eq!(proof.contexts.iter().map(|context| context.ended).collect::<Vec<_>>(), [[true, true], [true, false]]);
    assert_eq!(believed(&task, Property::ValidMemsafety, &proof), Ok(()));
    for at in 0..2 {
        for live in (0..2).filter(|live| proof.contexts[at].ended[*live]) {
            let mut broken = proof.clone();
            broken.contexts[at].ended[live] = false;
            refused(&task, &broken, "the end of the program is not covered");
        }
    }
}

#[test]
fn proofs_speak_of_memory_and_of_calls() {
    let settled: Vec<Property> = Property::ALL.iter().copied().filter(|property| settles(*property)).collect();
    let unsettled = [Property::NoOverflow, Property::Termination, Property::Shape];
    assert!(unsettled.iter().all(|property| !settled.contains(property)));
    assert_eq!(settled.len() + unsettled.len(), Property::ALL.len());
}

#[test]
fn a_check_asks_its_budget() {
    let module = busy();
    let task = entry_task(&module);
    let proof = explore(&task).proof;
    let nothing = Budget::of_steps(0);
    nothing.step(1);
    let answer = check(&task, Property::ValidMemsafety, &proof, &nothing);
    assert!(matches!(answer, Err(engine::Unknown::Limit(_))), "{answer:?}");
}

/// A callee in which no program ends says nothing of ends.
#[test]
fn functions_that_come_back_end_nothing() {
    let functions = "func @drop(%0: ptr) {\nbb0:\n  call void @free(ptr %0)\n  return\n}\n";
    let module = program(functions, "bb0:\n  %0 = call ptr @malloc(i64 8)\n  call void @drop(ptr %0)\n  return i64 0");
    let task = entry_task(&module);
    let Explored { proof, findings, .. } = explore(&task);
    assert_eq!(findings, [""; 0]);
    assert_eq!(proof.contexts.iter().map(|context| context.ended).collect::<Vec<_>>(), [[true, false], [false, false]]);
    for property in [Property::ValidMemsafety, Property::ValidMemcleanup] {
        assert_eq!(believed(&task, property, &proof), Ok(()));
    }
}
