//! Objects that are looked at one by one: all of them together show what one question about the whole would.

use chc::memory::ObjectId;
use chc::proof::{Evidence, Part, Proof, check};
use chc::{Asks, Plan, Pointers, Unencodable, Words, clauses};
use engine::{Budget, Property, Unknown};
use ir::{FuncId, Id, Module};
use smt::Terms;

use crate::common::{ALL, is_safe, module, plan, safe, system, task};

const HEAP: &str = "
func @malloc(i64) -> ptr builtin malloc
func @free(ptr) builtin free
";

/// A program that does this a thousand times, from block `bb4` on, with the number of the round in `%0`; it goes on at `bb3`.
fn each_round(code: &str) -> String {
    format!(
        "func @main() -> i32 {{
bb0:
  jump bb1(i32 0)
bb1(%0: i32):
  %1 = cmp ult i32 %0, 1000
  branch %1, bb4, bb2
bb2:
  return i32 0
bb3:
  %2 = add i32 %0, 1
  jump bb1(%2)
bb4:
{code}}}
{HEAP}"
    )
}

/// The objects of which a question about the rest takes accesses to be valid.
fn others(module: &Module, property: Property, plan: &Plan) -> Vec<ObjectId> {
    let rest = Plan { asks: Asks::Rest, ..plan.clone() };
    let mut found = system(module, property, &rest).assumed;
    found.sort_unstable();
    found
}

/// Is every question answered with yes?
fn is_safe_one_by_one(text: &str, property: Property, words: Words) -> bool {
    let module = module(text);
    let plan = plan(words, &[], &module);
    let objects = others(&module, property, &plan).into_iter().map(Asks::Object);
    let mut questions = objects.chain([Asks::Rest]);
    questions.all(|asks| is_safe(&module, property, &Plan { asks, ..plan.clone() }))
}

fn one_by_one(text: &str, property: Property, expected: bool) {
    for words in ALL {
        assert_eq!(is_safe_one_by_one(text, property, words), expected, "{words:?} of\n{text}");
    }
}

const FREED: &str = "  %3 = call ptr @malloc(i64 8)
  %4 = offset %3 + 4
  store i32 %0 to %4 align 4
  call void @free(ptr %3)
  jump bb3
";

#[test]
fn one_block_of_many_is_any_of_them() {
    let code = each_round(FREED);
    one_by_one(&code, Property::ValidMemsafety, true);
    one_by_one(&code.replace("%3 + 4", "%3 + 5"), Property::ValidDeref, false);
    one_by_one(&code.replace("  call void @free(ptr %3)\n", ""), Property::ValidMemtrack, false);
    let twice = "  call void @free(ptr %3)\n";
    one_by_one(&code.replace(twice, &twice.repeat(2)), Property::ValidFree, false);
}

/// What is an operation on numbers that may not fit is decided by how much is known of a value, which differs from question to question.
#[test]
fn what_one_question_misreads_no_other_excludes() {
    let code = each_round(
        "  %3 = call ptr @malloc(i64 8)
  %4 = nondet unsigned i32
  store i32 %4 to %3 align 4
  jump bb5
bb5:
  %5 = nondet bool i1
  branch %5, bb5, bb6
bb6:
  %6 = load i32 %3 align 4
  %7 = add i32 %6, 1
  %8 = cmp eq i32 %7, 0
  branch %8, bb7, bb8
bb7:
  call void @free(ptr %3)
  jump bb8
bb8:
  call void @free(ptr %3)
  jump bb3
",
    );
    one_by_one(&code, Property::ValidFree, false);
}

/// A pointer that has left its object may be any, null among others.
#[test]
fn pointers_that_moved_may_be_null() {
    let code = each_round(
        "  %3 = call ptr @malloc(i64 8)
  %4 = nondet signed i64
  %5 = cmp ult i64 %4, 100000000
  branch %5, bb5, bb7
bb5:
  %6 = sub i64 0, %4
  %7 = offset %3 + %6 * 1
  %8 = cmp eq ptr %7, null
  branch %8, bb6, bb7
bb6:
  %9 = call ptr @malloc(i64 4)
  call void @free(ptr %9)
  call void @free(ptr %9)
  jump bb7
bb7:
  call void @free(ptr %3)
  jump bb3
",
    );
    one_by_one(&code, Property::ValidFree, false);
    let stays = code.replace("cmp eq ptr %7", "cmp eq ptr %3");
    one_by_one(&stays, Property::ValidFree, true);
}

/// The order of addresses is known up to the end of an object, however large it could have been.
#[test]
fn order_is_known_up_to_the_end() {
    let asserting = |distance: u64| {
        format!(
            "func @main() -> i32 {{
bb0:
  %0 = nondet unsigned i64
  %1 = cmp ule i64 %0, 16
  branch %1, bb1, bb3
bb1:
  %2 = cmp ugt i64 %0, 7
  branch %2, bb2, bb3
bb2:
  %3 = call ptr @malloc(i64 %0)
  %4 = offset %3 + {distance}
  %5 = cmp ult ptr %4, %3
  branch %5, bb4, bb3
bb3:
  return i32 0
bb4:
  call void @reach_error()
  jump bb3
}}
func @reach_error() builtin reach_error
{HEAP}"
        )
    };
    safe(&asserting(8), Property::UnreachCall, true);
    safe(&asserting(9), Property::UnreachCall, false);
    safe(&asserting(1_000_000), Property::UnreachCall, false);
}

#[test]
fn a_proof_leaves_no_object_out() {
    let text = format!(
        "func @main() -> i32 {{
bb0:
  %0 = nondet unsigned i8
  %1 = zext i8 %0 to i64
  %2 = add i64 %1, 1
  %3 = call ptr @malloc(i64 %2)
  %4 = nondet unsigned i8
  %5 = cmp ule i8 %4, %0
  branch %5, bb1, bb2
bb1:
  %6 = zext i8 %4 to i64
  %7 = offset %3 + %6 * 1
  store i8 1 to %7 align 1
  jump bb2
bb2:
  call void @free(ptr %3)
  return i32 0
}}
{HEAP}"
    );
    let module = module(&text);
    let whole = plan(Words::Integers, &[], &module);
    let part = |asks: Asks| Part { plan: Plan { asks, ..whole.clone() }, evidence: Evidence::Steps(1) };
    let believed = |parts: Vec<Part>| check(&task(&module), Property::ValidMemsafety, &Proof { parts }, &Budget::new());
    let [object] = others(&module, Property::ValidMemsafety, &whole)[..] else { panic!("there is one object") };
    assert_eq!(believed(vec![part(Asks::All)]), Ok(()));
    assert_eq!(believed(vec![part(Asks::Object(object)), part(Asks::Rest)]), Ok(()));
    let left_out = |parts: Vec<Part>| {
        let refused = believed(parts);
        assert!(matches!(&refused, Err(Unknown::Internal(why)) if why.contains("left out")), "{refused:?}");
    };
    left_out(vec![part(Asks::Rest)]);
    left_out(vec![part(Asks::Object(object))]);
    let ObjectId::Heap(func, block, inst) = object else { panic!("it is a block of the heap") };
    left_out(vec![part(Asks::Object(ObjectId::Others(func, block, inst))), part(Asks::Rest)]);
    let mut apart = [part(Asks::Object(object)), part(Asks::Rest)];
    apart[0].plan.words = Words::Bits;
    let refused = believed(apart.to_vec());
    assert!(matches!(&refused, Err(Unknown::Internal(why)) if why.contains("different ways")), "{refused:?}");
    assert!(believed(Vec::new()).is_err());
}

/// What is lost is asked where the program ends, which a summary does not say.
#[test]
fn the_entry_has_no_summary_where_its_end_matters() {
    let module =
        module(&format!("func @main() -> i32 {{\nbb0:\n  %0 = call ptr @malloc(i64 8)\n  return i32 0\n}}\n{HEAP}"));
    let main: FuncId = module.func_named("main").expect("there is a main");
    assert_eq!(main.index(), 0);
    let plan = Plan { summarised: vec![main], ..Plan::new(Words::Integers, Pointers::Followed) };
    let asked = |property: Property| clauses(&task(&module), property, &plan, &Terms::new(), &Budget::new());
    for property in [Property::ValidMemsafety, Property::ValidMemtrack, Property::ValidMemcleanup] {
        assert!(matches!(asked(property), Err(Unencodable::Plan(_))), "{property}");
    }
    assert!(asked(Property::ValidDeref).is_ok());
}

/// Whatever is asked about, all else is looked at alike, also where there are more objects than are followed.
#[test]
fn questions_differ_in_the_object_alone() {
    for globals in [3, 498, 499, 500] {
        let mut text = each_round(FREED);
        for number in 0..globals {
            text = format!("global @g{number}: 8 align 8 = {{ zero 8 }}\n{text}");
            text =
                text.replace("  return i32 0\n", &format!("  store ptr @g{number} to @g0 align 8\n  return i32 0\n"));
        }
        let module = module(&text);
        let whole = plan(Words::Integers, &[], &module);
        let known = |asks: Asks| -> Vec<ObjectId> {
            let plan = Plan { asks, ..whole.clone() };
            system(&module, Property::ValidMemsafety, &plan).objects.into_iter().map(|(object, _)| object).collect()
        };
        let rest = known(Asks::Rest);
        let sites = rest.iter().filter_map(|object| object.one_of_many()).collect::<Vec<_>>();
        assert_eq!(sites.len(), usize::from(globals < 500), "{globals} globals");
        for site in sites {
            let mut known = known(Asks::Object(site));
            known.retain(|object| *object != site);
            assert_eq!(known, rest, "{globals} globals");
        }
    }
}
