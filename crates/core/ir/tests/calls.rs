//! The call graph of a whole module.

use ir::{CallGraph, FuncId, Id, InstKind};

const PROGRAM: &str = r#"
module lp64

global @table: 8 align 8 = { address 8 fn @leaf }

func @main() -> i32 {
bb0:
  call void @even(i32 4)
  %0 = load ptr @table align 8
  call void *%0(i32 1)
  call void *%0(ptr null)
  return 0
}

func @even(%n.0: i32) {
bb0:
  call void @odd(i32 %n.0)
  return
}

func @odd(%n.0: i32) {
bb0:
  call void @even(i32 %n.0)
  call void *fn @itself(... i32 2)
  return
}

func @leaf(%n.0: i32) {
bb0:
  return
}

func @itself(%p.0: ptr) {
bb0:
  call void @itself(ptr %p.0)
  return
}

func @never(i32) extern
"#;

#[test]
fn indirect_calls_reach_what_fits() {
    let module = ir::parse(PROGRAM).expect("the program parses");
    ir::verify(&module).expect("the program verifies");
    let graph = CallGraph::of(&module);
    let names = |funcs: &[FuncId]| funcs.iter().map(|func| module.funcs[*func].name.clone()).collect::<Vec<_>>();
    let id = |name| module.func_named(name).expect("a function of the program");
    assert_eq!(names(graph.callees(id("main"))), ["even", "leaf", "itself"]);
    assert_eq!(names(graph.callees(id("odd"))), ["even", "leaf", "itself"]);
    assert_eq!(names(graph.callers(id("itself"))), ["main", "odd", "itself"]);
    assert_eq!(
        ir::address_taken(&module).iter().map(|func| module.funcs[func].name.as_str()).collect::<Vec<_>>(),
        ["leaf", "itself"]
    );
    let mut calls = Vec::new();
    for inst in &module.funcs[id("main")].blocks[Id::from_index(0)].insts {
        if let InstKind::Call(call) = &inst.kind {
            calls.push(names(graph.may_call(call)));
        }
    }
    assert_eq!(calls, [["even"], ["leaf"], ["itself"]]);
}

#[test]
fn components_come_bottom_up() {
    let module = ir::parse(PROGRAM).expect("the program parses");
    let graph = CallGraph::of(&module);
    let sccs: Vec<Vec<&str>> =
        graph.sccs().map(|scc| scc.iter().map(|func| module.funcs[*func].name.as_str()).collect()).collect();
    assert_eq!(sccs, [vec!["leaf"], vec!["itself"], vec!["even", "odd"], vec!["main"], vec!["never"]]);
    let recursive: Vec<usize> =
        module.funcs.ids().filter(|func| graph.may_recurse(*func)).map(|func| func.index()).collect();
    assert_eq!(recursive, [1, 2, 4]);
    assert_eq!(graph.scc_of(FuncId::from_index(1)), graph.scc_of(FuncId::from_index(2)));
}
