//! What operands are called in diagnostics.

use ir::describe::{self, Describer};
use ir::{Id, InstKind, Operand, TypeId};

const PROGRAM: &str = r#"
module lp64

global @head: 8 align 8 of #2 = { zero 8 }
global @grid: 48 align 4 of #7 = { zero 48 }
global @.str: 4 align 1 const anonymous = { bytes "abc\x00" }

func @f(%list.0: ptr #2, %i.1: i64, %a.2: ptr #5, %untyped.3: ptr) {
  var $p.0 of #2
  var $unbound.1 of #3
bb0:
  %4 = alloca 16 align 8 "box" of #1
  %5 = alloca 40 align 4 "array" of #6
  %6 = alloca 8 align 4
  // `list->value`, `list->next->next`, `list->low`
  store i32 1 to %list.0 align 4
  %7 = offset %list.0 + 8
  %8 #2 = load ptr %7 align 8 of #2
  %9 = offset %8 + 8
  store ptr null to %9 align 8
  %10 = offset %list.0 + 4
  store i32 1 to %10 align 4
  // `box.next->value`, `box`
  %11 = offset %4 + 8
  %12 #2 = load ptr %11 align 8
  store i32 1 to %12 align 4
  store i128 1 to %4 align 8
  // `array[i]`, `array[3]`, `a[i]`, `a[2]`, `*a`
  %13 = offset %5 + %i.1*4
  store i32 1 to %13 align 4
  %14 = offset %5 + 12
  store i32 1 to %14 align 4
  %15 = offset %a.2 + %i.1*4
  store i32 1 to %15 align 4
  %16 = offset %a.2 + 8
  store i32 1 to %16 align 4
  store i32 1 to %a.2 align 4
  // `head`, `grid[1][2]`, `head->value`
  store ptr null to @head align 8
  store i32 1 to @grid+24 align 4
  %17 #2 = load ptr @head align 8
  store i32 1 to %17 align 4
  // a variable beats the expression that computed it
  bind $p.0, %17
  store i32 2 to %17 align 4
  // nothing is known
  %18 = nondet pointer ptr
  store i32 1 to %18 align 4
  store i32 1 to %6 align 4
  store i32 1 to %untyped.3 align 4
  %19 = offset %untyped.3 + 12
  store i32 1 to %19 align 4
  store i8 1 to @.str align 1
  store i8 1 to null align 1
  return
}

type #0 = void
type #1 = struct "node" 16 { "value" #3 0 32, ? #4 32 32, "next" #2 64 64 }
type #2 = pointer #1
type #3 = base "int" 4 signed
type #4 = union ? 4 { "low" #3 0 32, "all" #3 0 32 }
type #5 = pointer #3
type #6 = array #3 10
type #7 = array #8 3
type #8 = array #3 4
"#;

#[test]
fn memory_is_called_as_in_c() {
    let module = ir::parse(PROGRAM).expect("the program parses");
    let func = &module.funcs[Id::from_index(0)];
    let describer = Describer::new(&module, func);
    let mut names = Vec::new();
    for inst in &func.blocks[func.entry()].insts {
        if let InstKind::Store { ptr, ty, .. } = inst.kind {
            names.push(describer.pointed_to(ptr, ty.store_size(module.data_model)));
        }
    }
    let expected = [
        "list->value",
        "list->next->next",
        "list->low",
        "box.next->value",
        "box",
        "array[i]",
        "array[3]",
        "a[i]",
        "a[2]",
        "*a",
        "head",
        "grid[1][2]",
        "p->value",
        "p->value",
        "memory",
        "memory",
        "*untyped",
        "*(untyped + 12 bytes)",
        "a string literal",
        "*NULL",
    ];
    assert_eq!(names, expected);
}

#[test]
fn values_are_called_as_in_c() {
    let module = ir::parse(PROGRAM).expect("the program parses");
    let func = &module.funcs[Id::from_index(0)];
    let name = |reg| describe::operand(&module, func, Operand::Reg(Id::from_index(reg)));
    let names: Vec<String> = [0, 4, 5, 6, 7, 8, 10, 12, 13, 15, 16, 17, 18].into_iter().map(name).collect();
    let expected = [
        "list",
        "&box",
        "array",
        "a pointer",
        "&list->next",
        "list->next",
        "&list->low",
        "box.next",
        "&array[i]",
        "&a[i]",
        "&a[2]",
        "p",
        "a pointer",
    ];
    assert_eq!(names, expected);
}

#[test]
fn offsets_are_fields() {
    let module = ir::parse(PROGRAM).expect("the program parses");
    let path = |ty, offset, size| describe::field_path(&module, TypeId::from_index(ty), offset, size);
    assert_eq!(path(1, 8, 8).as_deref(), Some("next"));
    assert_eq!(path(1, 4, 4).as_deref(), Some("low"));
    assert_eq!(path(1, 0, 16).as_deref(), Some(""));
    assert_eq!(path(1, 0, 8).as_deref(), Some(""));
    assert_eq!(path(1, 16, 4), None);
    assert_eq!(path(7, 44, 4).as_deref(), Some("[2][3]"));
    assert_eq!(path(7, 16, 16).as_deref(), Some("[1]"));
    assert_eq!(path(7, 48, 4), None);
    assert_eq!(path(0, 0, 1), None);
}
