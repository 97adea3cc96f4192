//! Executes whole programs without joining anything, and writes down what was met as a proof: for programs that end, and
//! whose functions do not call themselves.

use std::collections::BTreeMap;

use super::*;
use crate::exec::prepared::Prepared;
use crate::exec::{Leaving, Machine, Problem, Successors, start};
use crate::graph::{Trail, check_consistency};
use crate::proof::{Context, Proof};
use expect_test::Expect;
use ir::{BlockId, InstKind};

const BUILTINS: &str = "
func @malloc(i64) -> ptr builtin malloc
func @calloc(i64, i64) -> ptr builtin calloc
func @realloc(ptr, i64) -> ptr builtin realloc
func @aligned(i64, i64) -> ptr builtin __cairn_aligned_alloc
func @free(ptr) builtin free
func @memcpy(ptr, ptr, i64) -> ptr builtin memcpy
func @memmove(ptr, ptr, i64) -> ptr builtin memmove
func @memset(ptr, i32, i64) -> ptr builtin memset
func @havoc(ptr, i64) builtin __cairn_havoc
func @write(i32, ptr, i64) -> i64 builtin __cairn_write
func @exit(i32) builtin __cairn_exit
func @abort() builtin abort
func @reach_error() builtin reach_error
func @elsewhere() extern
";

/// A program with globals and functions before `main`, which takes nothing and returns a number.
pub fn program(before: &str, body: &str) -> Module {
    let (globals, functions) = before.split_at(before.find("func ").unwrap_or(before.len()));
    parsed(&format!(
        "module lp64\n{globals}\nfunc @main() -> i64 !f0:1:1 {{\n{body}\n}}\n{functions}{BUILTINS}\nfile f0 \"a.c\"\n"
    ))
}

pub fn parsed(text: &str) -> Module {
    let module = ir::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    ir::verify(&module).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    module
}

/// A global that keeps heap objects, so that what they hold can be seen at the end.
pub const KEPT: &str = "global @kept: 8 align 8 = { zero 8 }\n";

/// `%3` is a kept heap object of so many bytes, filled with ones; registers from 4 on are free.
pub fn kept(size: i64) -> String {
    format!("  %3 = call ptr @malloc(i64 {size})\n  store ptr %3 to @kept align 8\n  memset %3, i8 1, i64 {size}\n")
}

/// `%0` is a number between the two, then the rest; registers from 3 on are free.
pub fn with_number(lo: i64, hi: i64, rest: &str) -> String {
    format!(
        "bb0:\n  %0 = nondet signed i64\n  %1 = cmp sge i64 %0, {lo}\n  assume %1\n  %2 = cmp sle i64 %0, {hi}\n  assume %2\n{rest}"
    )
}

/// Executes a program and shows every state in which it returns, and what may go wrong.
pub fn shows(before: &str, body: &str, expected: Expect) {
    let module = program(before, body);
    let mut task = task(&module);
    task.entry = module.func_named("main").expect("it is there");
    task.error_functions = vec!["reach_error".to_string()];
    expected.assert_eq(&explore(&task).text());
}

/// What executing a program came to.
pub struct Explored {
    pub proof: Proof,
    /// Of the entry function, as text: every state in which it returns.
    pub returns: Vec<String>,
    /// Everything that may go wrong, with its line.
    pub findings: Vec<String>,
}

impl Explored {
    pub fn text(&self) -> String {
        let ended = |live: usize| self.proof.contexts[0].ended[live];
        let ends = match (ended(0), ended(1)) {
            (true, true) => "ends with and without heap objects",
            (true, false) => "ends without heap objects",
            (false, true) => "ends with heap objects",
            (false, false) => "does not end",
        };
        let lines = self.returns.iter().chain(&self.findings).map(String::as_str).chain([ends]);
        lines.collect::<Vec<_>>().join("\n")
    }
}

struct Explorer<'f, 'm> {
    machine: Machine<'f, 'm>,
    contexts: Vec<Context>,
}

/// Executes the program from its entry.
pub fn explore(task: &Task<'_>) -> Explored {
    explore_with(task, Trail::default())
}

pub fn explore_with(task: &Task<'_>, trail: Trail) -> Explored {
    let flows = task.flows();
    explore_from(task, &start::initial_with(&Prepared::of(task, &flows), task.entry, trail))
}

/// The same, from any state of the entry function.
pub fn explore_from(task: &Task<'_>, entry: &State) -> Explored {
    let flows = task.flows();
    let prepared = Prepared::of(task, &flows);
    let mut explorer = Explorer { machine: Machine::new(&prepared), contexts: Vec::new() };
    explorer.context(task.entry, canon::canonical(entry));
    let shown = |state: &State| {
        let events = state.trail.events();
        let past: String = events.iter().map(|event| format!("    {event:?}\n")).collect();
        let aligned = state.graph.syms().iter().filter(|(_, info)| info.range.align > 0);
        let steps: String =
            aligned.map(|(sym, info)| format!("    ?{} by {}\n", sym.0, 1i64 << info.range.align)).collect();
        format!("{state}{steps}{past}").trim_end().to_string()
    };
    let returns = explorer.contexts[0].exits.iter().map(shown).collect();
    let line = |loc: ir::LocId| task.module.places.get(loc).map_or(0, |place| place.line);
    let findings = explorer.machine.findings.iter().map(|finding| match &finding.problem {
        Problem::Bug(kind) => format!("line {}: {kind}: {}", line(finding.loc), finding.message),
        Problem::Unsupported => format!("line {}: unsupported: {}", line(finding.loc), finding.message),
    });
    let mut findings: Vec<String> = findings.collect();
    findings.sort();
    Explored { returns, findings, proof: Proof { contexts: explorer.contexts } }
}

impl Explorer<'_, '_> {
    /// Executes a function from an entry state, unless that was done; which context is it?
    fn context(&mut self, func: FuncId, entry: State) -> usize {
        let known = |context: &Context| context.func == func && canon::same(&context.entry, &entry);
        if let Some(at) = self.contexts.iter().position(known) {
            return at;
        }
        let at = self.contexts.len();
        let (blocks, exits) = (Vec::new(), Vec::new());
        self.contexts.push(Context { func, entry: entry.clone(), blocks, exits, ended: [false; 2] });
        let mut met: BTreeMap<BlockId, Vec<State>> = BTreeMap::new();
        let mut work = vec![(BlockId::from_index(0), entry)];
        while let Some((block, state)) = work.pop() {
            assert_eq!(check_consistency(&state), Ok(()), "{block:?}\n{state}");
            let there = met.entry(block).or_default();
            if there.iter().any(|other| canon::same(other, &state)) {
                continue;
            }
            there.push(state.clone());
            for leaving in self.block(at, block, state) {
                match leaving {
                    Leaving::To(target, state) => work.push((target, canon::canonical(&state))),
                    Leaving::Return(state) => {
                        let state = canon::canonical(&state);
                        if at == 0 {
                            self.ends(at, state.has_live_heap());
                        }
                        let exits = &mut self.contexts[at].exits;
                        if !exits.iter().any(|other| canon::same(other, &state)) {
                            exits.push(state);
                        }
                    }
                    Leaving::Exit(state) => self.ends(at, state.has_live_heap()),
                }
            }
        }
        self.contexts[at].blocks = met.into_iter().collect();
        at
    }

    fn ends(&mut self, at: usize, live: bool) {
        self.contexts[at].ended[usize::from(live)] = true;
    }

    fn block(&mut self, at: usize, block: BlockId, state: State) -> Vec<Leaving> {
        let code = &self.machine.module.funcs[self.contexts[at].func].blocks[block];
        let mut states = vec![state];
        for (index, inst) in code.insts.iter().enumerate() {
            let mut next = Vec::new();
            for state in states {
                match self.machine.step(state, block, index, inst) {
                    Successors::On(states) => next.extend(states),
                    Successors::Enter(entered, states) => {
                        next.extend(states);
                        let InstKind::Call(call) = &inst.kind else { panic!("only calls enter functions") };
                        for (state, callee) in entered {
                            next.extend(self.call(at, block, index, call, state, callee));
                        }
                    }
                }
            }
            let regs = self.machine.module.funcs[self.contexts[at].func].regs.len();
            for state in &next {
                assert_eq!(check_consistency(state), Ok(()), "{inst:?}\n{state}");
                let own = state.frame().regs.iter().all(|(reg, _)| reg.index() < regs);
                assert!(own, "{inst:?} leaves something in a register that no function has\n{state}");
            }
            states = next;
            for state in std::mem::take(&mut self.machine.ended) {
                self.ends(at, state.has_live_heap());
            }
        }
        states.into_iter().flat_map(|state| self.machine.leave(state, &code.term)).collect()
    }

    fn call(
        &mut self,
        at: usize,
        block: BlockId,
        index: usize,
        call: &ir::Call,
        mut state: State,
        callee: FuncId,
    ) -> Vec<State> {
        let callee = self.machine.arguments(&mut state, call, callee);
        let frame = self.machine.enter(&callee);
        let (residue, entry) = self.machine.split_call(state, frame, block, index);
        let target = self.context(callee.func, canon::canonical(&entry));
        for live in [false, true] {
            if self.contexts[target].ended[usize::from(live)] {
                self.ends(at, live || residue.has_live_heap());
            }
        }
        let exits = self.contexts[target].exits.iter().map(|exit| {
            let (mut state, results) = residue.combine(exit);
            self.machine.receive(&mut state, call, callee.func, &results);
            state
        });
        exits.collect()
    }
}
