//! Heaps in words and as pictures.

use engine::{Budget, Property, Task};
use expect_test::{Expect, expect};
use ir::Module;
use smg::survey::Survey;
use smg_search::survey::survey;

/// Builds a list of rows, each with an item or none.
const PROGRAM: &str = r#"
module lp64

func @main() -> i32 !f0:10:0 {
  var $rows.0 of #1 !11:15
bb0:
  bind $rows.0, null !11:15
  jump bb1(null) !12:3
bb1(%rows.0: ptr #1):
  %1 = nondet signed i32 !12:10
  %2 = cmp ne i32 %1, 0 !12:10
  branch %2, bb2, bb5 !12:3
bb2:
  %r.3 #1 = call ptr @malloc(i64 16) !13:21
  store ptr %rows.0 to %r.3 align 8 !14:13
  %4 = offset %r.3 + 8 !15:8
  %5 = nondet signed i32 !15:10
  %6 = cmp ne i32 %5, 0 !15:10
  branch %6, bb3, bb4(null) !15:9
bb3:
  %7 #3 = call ptr @malloc(i64 4) !15:16
  jump bb4(%7) !15:16
bb4(%8: ptr #3):
  store ptr %8 to %4 align 8 !15:13
  bind $rows.0, %r.3 !17:10
  jump bb1(%r.3) !12:3
bb5:
  unbind $rows.0 !19:1
  return 0 !18:3
}

func @malloc(i64) -> ptr builtin malloc

file f0 "rows.c"

type #0 = base "int" 4 signed
type #1 = pointer #2
type #2 = struct "row" 16 { "next" #1 0 64, "item" #3 64 64 }
type #3 = pointer #0
"#;

fn surveyed(text: &str) -> (Module, Survey) {
    let module = ir::parse(text).expect("the program is written correctly");
    ir::verify(&module).expect("the program is one");
    let task = Task::new(&module, module.func_named("main").expect("there is a main"), vec![Property::ValidMemsafety]);
    let survey = survey(&task, &Budget::new());
    assert_eq!(survey.incomplete, None);
    (module, survey)
}

fn check_words(text: &str, expected: &Expect) {
    let (module, survey) = surveyed(text);
    let mut shown = String::new();
    for shape in report::heaps::shapes(&survey, &module) {
        shown += &format!("{} in {}\n", module.places.render(shape.loc), module.funcs[shape.func].name);
        for heap in &shape.heaps {
            shown += &heap.iter().map(|line| format!("  {line}\n")).collect::<String>();
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_list_with_optional_data_in_words() {
    check_words(
        PROGRAM,
        &expect![[r#"
        rows.c:12:3 in main
          `rows` → singly linked list of 0 or more `struct row`, `next` at +0, each with `item` → null or an `int`
    "#]],
    );
}

/// Everything that may go wrong, with the heap before it and the place where its object comes from.
#[test]
fn suspects_come_with_their_heap() {
    let touched = PROGRAM.replace(
        "  unbind $rows.0 !19:1\n",
        "  %9 = load ptr %rows.0 align 8 !18:10\n  call void @free(ptr %rows.0) !18:12\n\
         \x20 store ptr null to %rows.0 align 8 !18:14\n  unbind $rows.0 !19:1\n",
    );
    let touched = touched.replace("builtin malloc\n", "builtin malloc\nfunc @free(ptr) builtin free\n");
    let (module, survey) = surveyed(&touched);
    let mut shown = String::new();
    for suspect in report::heaps::suspects(&survey, &module) {
        let allocated =
            suspect.allocated.map_or(String::new(), |loc| format!(", allocated at {}", module.places.render(loc)));
        shown += &format!("{} {}{allocated}\n", module.places.render(suspect.loc), suspect.what);
        shown += &suspect.heap.iter().map(|line| format!("  {line}\n")).collect::<String>();
    }
    expect![[r#"
        rows.c:18:10 possible null-deref: a read goes through a null pointer
          `rows` → null
        rows.c:18:14 possible use-after-free: a write touches a freed object, allocated at rows.c:13:21
          `rows` → a freed `struct row`
    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_list_with_optional_data_as_a_picture() {
    let (module, survey) = surveyed(PROGRAM);
    let pictures = report::heaps::pictures(&survey, &module);
    let optional = |picture: &&report::heaps::Picture| picture.dot.contains("0 or 1");
    let picture = pictures.iter().find(optional).expect("what is optional was seen");
    assert_eq!(picture.name, "main-12-3-3");
    expect![[r##"
        digraph heap {
          label="main, loop at rows.c:12:3, heap 3"; labelloc=t; rankdir=LR; fontname="Helvetica";
          node [fontname="Helvetica", fontsize=11]; edge [fontname="Helvetica", fontsize=9];
          o0 [shape=box, peripheries=2, style=filled, fillcolor="#ffffff", label=<<table border="0" cellborder="1" cellspacing="0"><tr><td port="top" colspan="2" border="0">struct row<br/><b>2 or more</b>, next at +0</td></tr><tr><td align="left">next +0</td><td port="f0">null</td></tr><tr><td align="left">item +8</td><td port="f8"></td></tr></table>>];
          o1 [shape=box, peripheries=2, style=filled, fillcolor="#e3effc", label=<<table border="0" cellborder="1" cellspacing="0"><tr><td port="top" colspan="2" border="0">int<br/><b>0 or 1</b>, not linked</td></tr></table>>];
          r0 [shape=oval, label="rows"];
          r0 -> o0:top [label="first"];
          o0:f8 -> o1:top [label="first"];
        }
    "##]].assert_eq(&picture.dot);
}
