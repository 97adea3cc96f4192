//! Proofs: the right one is accepted, and none that claims too much, leaves something out, or is about something else.

use super::*;
use crate::exec::initial;
use crate::proof::{Context, Proof, check};
use crate::state::{Cell, ObjectId};
use ir::InstKind;

/// Counts down, and writes the object on the way.
const PROGRAM: &str = "
func @main() -> i32 {
bb0:
  %0 = nondet unsigned i32
  %1 = call ptr @malloc(i64 4)
  store i32 7 to %1 align 4
  jump bb1(%0)
bb1(%2: i32):
  %3 = cmp ugt i32 %2, 0
  branch %3, bb2, bb3
bb2:
  %4 = sub i32 %2, 1
  %5 = load i32 %1 align 4
  jump bb1(%4)
bb3:
  call void @free(ptr %1)
  return 0
}

func @malloc(i64) -> ptr builtin malloc
func @free(ptr) builtin free
";

/// As the engine found it: the number ranks the loop.
const ENDING: &str = r#"{"simplifications":[],"invariants":[[],[]],"steps":[{"Ranked":
    {"component":[1],"ranking":{"of":[[1,[[[0],1]]]]},"decreasing":[1]}}]}"#;

const BLOCK: ObjectId = ObjectId::Made(0);

fn proof(module: &Module) -> Proof {
    let func = FuncId::from_index(0);
    let mut head = State::default();
    let count = head.unknown(32, Reading::Unsigned);
    let cells = vec![Cell { offset: constant(0), bytes: 4, value: Value::signed(7) }];
    head.add_object(Object { cells, ..object(Storage::Heap, 4) });
    head.set_register(reg(1), pointer(BLOCK, 0));
    head.set_register(reg(2), count);
    let mut end = State::default();
    end.set_register(reg(0), Value::signed(0));
    let task = task(module, &[Property::Termination]);
    let flows = engine::Flows::of(module);
    let entry = initial(&Prepared::of(&task, &flows), func);
    let cuts = vec![(BlockId::from_index(1), head)];
    let contexts = vec![Context { func, entry, joins: false, cuts, returns: vec![end] }];
    let ending = serde_json::from_str(ENDING).expect("it is written as arguments are");
    Proof { overflow: Overflow::Blocks, contexts, endings: vec![ending] }
}

fn checked(module: &Module, proof: &Proof, property: Property) -> Result<(), String> {
    let task = task(module, &[property]);
    check(&task, property, proof, &Budget::new()).map_err(|why| format!("{why:?}"))
}

/// Why the proof is refused after a change.
fn refusal(property: Property, change: impl FnOnce(&mut Proof)) -> String {
    let module = parsed(PROGRAM);
    let mut proof = proof(&module);
    change(&mut proof);
    let why = checked(&module, &proof, property).expect_err("it is wrong");
    why.trim_start_matches("Internal(\"the proof was refused: ").trim_end_matches("\")").to_string()
}

fn head(proof: &mut Proof) -> &mut State {
    &mut proof.contexts[0].cuts[0].1
}

#[test]
fn the_right_one() {
    let module = parsed(PROGRAM);
    let mut proof = proof(&module);
    for property in [Property::Termination, Property::ValidMemsafety, Property::UnreachCall, Property::NoOverflow] {
        assert_eq!(checked(&module, &proof, property), Ok(()), "{property}");
    }
    // Of other properties than termination no ending is asked.
    proof.endings.clear();
    assert_eq!(checked(&module, &proof, Property::ValidMemsafety), Ok(()));
}

#[test]
fn something_is_missing() {
    let safety = Property::ValidMemsafety;
    let missing = "a state that arrives at block BlockId(1) is not covered";
    assert_eq!(refusal(safety, |proof| proof.contexts[0].cuts.clear()), missing);
    assert_eq!(refusal(safety, |proof| proof.contexts[0].cuts[0].0 = BlockId::from_index(2)), missing);
    assert_eq!(refusal(safety, |proof| proof.contexts[0].returns.clear()), "a returning state is not covered");
    assert_eq!(refusal(safety, |proof| proof.contexts.clear()), "it is empty");
    assert_eq!(refusal(Property::Termination, |proof| proof.endings.clear()), "not every cycle has an argument");
    let twice = |proof: &mut Proof| proof.endings.push(proof.endings[0].clone());
    assert_eq!(refusal(Property::Termination, twice), "not every cycle has an argument");
}

#[test]
fn too_much_is_claimed() {
    let safety = Property::ValidMemsafety;
    let missing = "a state that arrives at block BlockId(1) is not covered";
    let small = |proof: &mut Proof| {
        head(proof).learn(Fact::le(&var(0), &constant(100)));
    };
    assert_eq!(refusal(safety, small), missing);
    let larger = |proof: &mut Proof| head(proof).object_mut(BLOCK).expect("it is there").size = constant(8);
    assert_eq!(refusal(safety, larger), missing);
    let other = |proof: &mut Proof| {
        head(proof).object_mut(BLOCK).expect("it is there").cells[0].value = Value::signed(8);
    };
    assert_eq!(refusal(safety, other), missing);
    let impossible = |proof: &mut Proof| {
        head(proof).learn(Some(Fact::never()));
    };
    assert_eq!(refusal(safety, impossible), missing);
    let result = |proof: &mut Proof| proof.contexts[0].returns[0].set_register(reg(0), Value::signed(1));
    assert_eq!(refusal(safety, result), "a returning state is not covered");
    let start = |proof: &mut Proof| {
        proof.contexts[0].entry.add_object(object(Storage::Heap, 4));
        proof.contexts[0].entry.set_register(reg(1), pointer(BLOCK, 0));
        head(proof).reserve_objects(1);
        proof.contexts[0].returns[0].reserve_objects(1);
    };
    assert_eq!(refusal(safety, start), "it does not start where the program does");
}

#[test]
fn too_little_is_claimed() {
    // The state is right, but what is done there cannot be seen to be.
    let safety = Property::ValidMemsafety;
    let forgotten = |proof: &mut Proof| head(proof).set_register(reg(1), Value::Any);
    assert_eq!(refusal(Property::ValidDeref, forgotten), "what is freed is no heap object");
    let lost = |proof: &mut Proof| {
        forgotten(proof);
        head(proof).retain_objects(|_, _| false);
    };
    assert_eq!(refusal(safety, lost), "a state that arrives at block BlockId(1) is not covered");
}

#[test]
fn overflow_is_as_the_property_asks() {
    let with = |property: Property, overflow| refusal(property, |proof| proof.overflow = overflow);
    assert_eq!(with(Property::NoOverflow, Overflow::Wraps), "it says nothing of no-overflow");
    assert_eq!(with(Property::NoOverflow, Overflow::Counts), "it says nothing of no-overflow");
    assert_eq!(with(Property::Termination, Overflow::Wraps), "it says nothing of termination");
    assert_eq!(with(Property::ValidMemsafety, Overflow::Counts), "it says nothing of valid-memsafety");
    assert_eq!(with(Property::UnreachCall, Overflow::Counts), "it says nothing of unreach-call");
}

/// What files may say, and nobody who searches does.
#[test]
fn nonsense() {
    let safety = Property::ValidMemsafety;
    let function = |index| move |proof: &mut Proof| proof.contexts[0].func = FuncId::from_index(index);
    assert_eq!(refusal(safety, function(99)), "there is no such function");
    assert_eq!(refusal(safety, function(1)), "a function has no body");
    let block = |proof: &mut Proof| proof.contexts[0].cuts[0].0 = BlockId::from_index(99);
    assert_eq!(refusal(safety, block), "there is no such block");
    let dangling = |proof: &mut Proof| head(proof).retain_objects(|_, _| false);
    assert_eq!(refusal(safety, dangling), "a pointer leads to an object that is not there");
    let unknown = |proof: &mut Proof| head(proof).set_register(reg(2), number(var(7), Reading::Unsigned));
    assert_eq!(refusal(safety, unknown), "a variable has a number that is not its own");
    for names in [1 << 17, u32::MAX] {
        let vars = move |proof: &mut Proof| head(proof).reserve_vars(names);
        assert_eq!(refusal(safety, vars), "a state has too many variables or objects");
        let objects = move |proof: &mut Proof| head(proof).reserve_objects(names);
        assert_eq!(refusal(safety, objects), "a state has too many variables or objects");
    }
    let taken = |proof: &mut Proof| {
        proof.contexts[0].entry.reserve_vars(5);
    };
    assert_eq!(refusal(safety, taken), "a state has names that are the entry state's");
}

/// The same claims about a program that differs.
#[test]
fn another_program() {
    let cases = [
        ("sub i32 %2, 1", "sub i32 %2, 0", Property::Termination),
        ("sub i32 %2, 1", "add i32 %2, 1", Property::Termination),
        ("i64 4", "i64 3", Property::ValidMemsafety),
        ("call void @free(ptr %1)", "store i32 1 to %1 align 4", Property::ValidMemsafety),
        ("%5 = load i32 %1", "%5 = load i64 %1", Property::ValidMemsafety),
        ("store i32 7", "store i32 6", Property::ValidMemsafety),
        ("sub i32 %2, 1", "sub nsw i32 %2, 1", Property::NoOverflow),
        ("return 0", "return 1", Property::UnreachCall),
    ];
    for (before, after, property) in cases {
        let module = parsed(&PROGRAM.replace(before, after));
        let proof = proof(&module);
        assert!(checked(&module, &proof, property).is_err(), "{after}");
    }
}

/// Arguments why the loop ends have to be about this loop.
#[test]
fn endings() {
    let with = |ending: &str| {
        let ending = serde_json::from_str(ending).expect("it is written as arguments are");
        refusal(Property::Termination, |proof| proof.endings[0] = ending)
    };
    let upwards = ENDING.replace("[[0],1]", "[[0],-1]");
    let constant = ENDING.replace("[[0],1]", "[[],1]");
    let nothing = r#"{"simplifications":[],"invariants":[[],[]],"steps":[]}"#.to_string();
    for ending in [upwards, constant, nothing] {
        let _refused: String = with(&ending);
    }
}

/// The calls of a function are among the claims, too.
#[test]
fn calls() {
    let text = "
func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = call i32 @f(i32 %0)
  return %1
}

func @f(%0: i32) -> i32 {
bb0:
  return 3
}
";
    let module = parsed(text);
    let call = &module.funcs[FuncId::from_index(0)].blocks[BlockId::from_index(0)].insts[1];
    assert!(matches!(call.kind, InstKind::Call(_)));
    let returning = |value: Value| {
        let mut state = State::default();
        state.set_register(reg(0), value);
        state
    };
    let context = |func, entry, returns| {
        let cuts = Vec::new();
        Context { func: FuncId::from_index(func), entry, joins: false, cuts, returns }
    };
    let given = |most: i128| {
        let mut state = State::default();
        let value = state.unknown(32, Reading::Signed);
        state.learn(Fact::le(&var(0), &constant(most)));
        state.set_register(reg(0), value);
        state
    };
    let with = |most: i128, inner: i128, outer: i128| {
        let mut inside = returning(Value::signed(inner));
        inside.reserve_vars(1);
        let main = context(0, State::default(), vec![returning(Value::signed(outer))]);
        let contexts = vec![main, context(1, given(most), vec![inside])];
        let proof = Proof { overflow: Overflow::Blocks, contexts, endings: Vec::new() };
        checked(&module, &proof, Property::Termination).is_ok()
    };
    let all = i128::from(i32::MAX);
    assert!(with(all, 3, 3));
    assert!(!with(5, 3, 3), "the argument may be more");
    assert!(!with(all, 4, 4), "it does not return that");
    assert!(!with(all, 3, 4), "that is not what is returned on");
}
