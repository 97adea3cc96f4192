//! Small programs as text, and whether their clauses have a solution.

use chc::system::System;
use chc::{Plan, Pointers, Words, clauses};
use engine::{Budget, Property, Task};
use ir::{FuncId, Module};
use smt::{Guidance, HornAnswer, Limits, Session, Terms};

pub const ALL: [Words; 3] = [Words::Fitting, Words::Integers, Words::Bits];

pub fn module(text: &str) -> Module {
    let module = ir::parse(&format!("module lp64\n\n{text}")).expect("the test program parses");
    ir::verify(&module).expect("the test program is well-formed");
    module
}

pub fn task(module: &Module) -> Task<'_> {
    let main = module.func_named("main").expect("there is a main");
    let mut task = Task::new(module, main, vec![Property::UnreachCall, Property::NoOverflow]);
    task.error_functions = vec!["reach_error".to_string()];
    task
}

pub fn plan(words: Words, summarised: &[&str], module: &Module) -> Plan {
    let id = |name: &&str| module.func_named(name).expect("there is such a function");
    let summarised: Vec<FuncId> = summarised.iter().map(id).collect();
    Plan { summarised, ..Plan::new(words, Pointers::Followed) }
}

pub fn system(module: &Module, property: Property, plan: &Plan) -> System {
    clauses(&task(module), property, plan, &Terms::new(), &Budget::new()).expect("there are clauses")
}

pub fn is_safe(module: &Module, property: Property, plan: &Plan) -> bool {
    let system = system(module, property, plan);
    let session = Session::new(&system.terms).expect("the solver starts");
    let ways = [Guidance { global: true, ..Guidance::default() }, Guidance { simplify: true, ..Guidance::default() }];
    let equations = Guidance { equations: true, ..ways[0] };
    for guidance in [ways[0], ways[1], equations] {
        match system.horn.solve(&session, guidance, Limits::work(5_000_000)) {
            HornAnswer::Safe(_) => return true,
            HornAnswer::Unsafe(_) => return false,
            HornAnswer::Unknown(_) => {}
        }
    }
    panic!("not solved")
}

/// In every reading.
pub fn safe(text: &str, property: Property, expected: bool) {
    let module = module(text);
    for words in ALL {
        assert_eq!(is_safe(&module, property, &plan(words, &[], &module)), expected, "{words:?} of\n{text}");
    }
}

/// A comparison that decides whether the error is called.
pub fn asserting(before: &str, condition: &str) -> String {
    // The next register.
    let main = &before[before.find("@main").expect("there is a main")..];
    let next = main.matches(" = ").count() + main[..main.find('{').expect("it has a body")].matches('%').count();
    format!(
        "{before}  %{next} = {condition}
  branch %{next}, bb2, bb1
bb1:
  call void @reach_error()
  jump bb2
bb2:
  return i32 0
}}

func @reach_error() builtin reach_error
"
    )
}
