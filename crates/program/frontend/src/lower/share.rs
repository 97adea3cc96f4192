//! Parts of a program that other threads lower.
//!
//! A thread has an LLVM module of its own, and fills tables of its own. Functions and globals that the program defines
//! have the same ids in all threads. What else a share names (constants, places, types, what it declares or finds in
//! libraries) gets its final id when the share is added. Tables list things in the order of their first mention, so adding
//! the shares one after the other makes the tables that one thread would have made.

use std::ops::Range;

use ir::{BlockId, DataModel, FuncId, GlobalId, Id, IdVec, RegId, Renumbering, TypeId};
use rustc_hash::FxHashMap;

use super::Lowering;
use super::ctypes::RecordKey;
use super::function;
use super::globals::StartUp;
use super::results::CallResult;
use crate::llvm::{Module, Value};

/// A part of a program, lowered apart from the rest. Bodies of libraries and initialisers are not in it.
pub struct Share {
    out: ir::Module,
    lowered: Vec<FuncId>,
    records: FxHashMap<TypeId, RecordKey>,
    results: Vec<CallResult>,
    unreturned: Vec<(FuncId, RegId)>,
    /// For functions that jump to computed labels, the block of the IR that each of LLVM's is, if it is one.
    labels: Vec<(FuncId, Vec<Option<BlockId>>)>,
    /// Functions and globals beyond those that the program defines, by their place in the module and its libraries.
    funcs: Vec<(FuncId, usize)>,
    globals: Vec<(GlobalId, usize)>,
}

/// Lowers some of the program's definitions. `None`: there are no such definitions.
pub fn lower_share(module: &Module, data_model: DataModel, part: Range<usize>) -> Option<Share> {
    let mut cx = Lowering::new(module, data_model);
    let program = cx.declare_program();
    let (defined_funcs, defined_globals) = (cx.out.funcs.len(), cx.out.globals.len());
    let start = StartUp::find(&mut cx);
    let program = program.get(part)?;
    program.iter().for_each(|&body| function::lower_function(&mut cx, body, &start));
    let labels_of = |id: FuncId| cx.values[id].blocks().map(|block| cx.labels.get(&block).copied()).collect();
    Some(Share {
        lowered: program.iter().map(|body| cx.funcs[body]).collect(),
        labels: cx.jumping.iter().map(|&id| (id, labels_of(id))).collect(),
        funcs: requested(&cx.all_funcs, &cx.funcs, defined_funcs),
        globals: requested(&cx.all_globals, &cx.globals, defined_globals),
        records: cx.ctypes.into_records(),
        results: cx.results,
        unreturned: cx.unreturned,
        out: cx.out,
    })
}

/// Each id from the first one on, in order, and the place of a value that it stands for.
fn requested<'m, I: Id + Ord>(values: &[Value<'m>], ids: &FxHashMap<Value<'m>, I>, first: usize) -> Vec<(I, usize)> {
    let found = values.iter().enumerate().filter_map(|(place, value)| Some((*ids.get(value)?, place)));
    let mut requested: Vec<(I, usize)> = found.filter(|(id, _)| id.index() >= first).collect();
    requested.sort();
    requested.dedup_by_key(|&mut (id, _)| id);
    requested
}

impl Lowering<'_> {
    /// Adds a share of the same program.
    pub(super) fn adopt(&mut self, mut share: Share) {
        let mut new = Renumbering {
            locs: self.places.adopt(&mut self.out.places, &share.out.places),
            types: self.ctypes.adopt(&mut self.out.types, &share.out.types, share.records),
            funcs: self.adopt_functions(&share.out, &share.funcs),
            globals: self.adopt_globals(&share.out, &share.globals),
            consts: IdVec::new(),
        };
        new.consts = share.out.consts.iter().map(|&constant| self.out.consts.intern(new.constant(constant))).collect();
        for id in share.lowered {
            let func = &mut share.out.funcs[id];
            new.function(func);
            std::mem::swap(&mut self.out.funcs[new.funcs[id]], func);
        }
        for (id, labels) in share.labels {
            let function = self.values[new.funcs[id]];
            self.read_body(function);
            let blocks = function.blocks().zip(labels);
            self.labels.extend(blocks.filter_map(|(block, label)| Some((block, label?))));
        }
        self.unreturned.extend(share.unreturned.iter().map(|&(func, reg)| (new.funcs[func], reg)));
        self.results.extend(share.results.iter().map(|result| CallResult {
            caller: new.funcs[result.caller],
            reg: result.reg,
            callee: new.funcs[result.callee],
        }));
    }

    fn adopt_functions(&mut self, theirs: &ir::Module, requested: &[(FuncId, usize)]) -> IdVec<FuncId, FuncId> {
        let defined = theirs.funcs.ids().take(theirs.funcs.len() - requested.len());
        let mut new: IdVec<FuncId, FuncId> = defined.collect();
        for &(_, place) in requested {
            new.push(self.func_id(self.all_funcs[place]));
        }
        new
    }

    fn adopt_globals(&mut self, theirs: &ir::Module, requested: &[(GlobalId, usize)]) -> IdVec<GlobalId, GlobalId> {
        let defined = theirs.globals.ids().take(theirs.globals.len() - requested.len());
        let mut new: IdVec<GlobalId, GlobalId> = defined.collect();
        for &(_, place) in requested {
            let id = self.global_id(self.all_globals[place]);
            new.push(id.expect("invariant: weak references without an object have no id"));
        }
        new
    }
}
