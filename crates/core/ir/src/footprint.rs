//! Which globals a function can name: those in its own code and in that of functions it may call, and those that their
//! initialisers lead to. It comes to any other only through what it is given.

use std::sync::{Arc, OnceLock};

use crate::bitset::BitSet;
use crate::callgraph::CallGraph;
use crate::constant::Const;
use crate::ids::{FuncId, GlobalId, Id};
use crate::inst::Operand;
use crate::module::{FuncBody, Function, InitPiece, Module};

/// The global that says why a library function failed: builtins write it without naming it.
pub const ERRNO: &str = "__cairn_errno";

#[derive(Debug)]
pub struct Footprints {
    of: Vec<Arc<BitSet<GlobalId>>>,
    /// What the initialiser of each global leads to.
    initial: Vec<OnceLock<Vec<GlobalId>>>,
}

impl Footprints {
    pub fn of(module: &Module, calls: &CallGraph) -> Self {
        let mut of: Vec<Option<Arc<BitSet<GlobalId>>>> = vec![None; module.funcs.len()];
        // Callees come before their callers.
        for component in calls.sccs() {
            let mut named = BitSet::new(module.globals.len());
            for func in component {
                name_own(module, &module.funcs[*func], &mut named);
                for callee in calls.callees(*func) {
                    if let Some(known) = &of[callee.index()] {
                        named.union_with(known);
                    }
                }
            }
            let named = Arc::new(named);
            component.iter().for_each(|func| of[func.index()] = Some(named.clone()));
        }
        let of = of.into_iter().map(|named| named.expect("invariant: every function is in a component")).collect();
        Footprints { of, initial: module.globals.iter().map(|_| OnceLock::new()).collect() }
    }

    /// Can the function come to the global without being given its address?
    pub fn names(&self, func: FuncId, global: GlobalId) -> bool {
        self.of[func.index()].contains(global)
    }

    /// All globals that the initialiser of one leads to, directly or through those of others.
    pub fn initial(&self, module: &Module, global: GlobalId) -> &[GlobalId] {
        self.initial[global.index()].get_or_init(|| {
            let mut named = BitSet::new(module.globals.len());
            in_initialiser(module, global, |other| name(module, other, &mut named));
            named.iter().collect()
        })
    }
}

fn name_own(module: &Module, func: &Function, named: &mut BitSet<GlobalId>) {
    if let FuncBody::Builtin(_) = func.body {
        let errno = module.globals.iter_enumerated().find(|(_, global)| global.name == ERRNO);
        errno.into_iter().for_each(|(id, _)| name(module, id, named));
    }
    let mut operand = |operand: Operand| {
        if let Operand::Const(id) = operand
            && let Const::Global { id, .. } = module.consts.get(id)
        {
            name(module, id, named);
        }
    };
    for block in func.blocks.iter() {
        block.insts.iter().for_each(|inst| inst.for_each_operand(&mut operand));
        block.term.for_each_operand(&mut operand);
    }
}

/// A global and all that its initialiser leads to.
fn name(module: &Module, global: GlobalId, named: &mut BitSet<GlobalId>) {
    let mut work = vec![global];
    while let Some(global) = work.pop() {
        if named.insert(global) {
            in_initialiser(module, global, |other| work.push(other));
        }
    }
}

fn in_initialiser(module: &Module, global: GlobalId, mut found: impl FnMut(GlobalId)) {
    let mut constant = |constant: &Const| {
        if let Const::Global { id, .. } = constant {
            found(*id);
        }
    };
    for piece in module.globals[global].init.iter().flatten() {
        match piece {
            InitPiece::Address { value, .. } => constant(value),
            InitPiece::Difference { plus, minus, .. } => {
                constant(plus);
                constant(minus);
            }
            InitPiece::Zero(_)
            | InitPiece::Bytes(_)
            | InitPiece::Undef(_)
            | InitPiece::Outside(_)
            | InitPiece::Unsupported { .. } => {}
        }
    }
}
