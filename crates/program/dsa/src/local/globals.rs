//! Nodes of globals and of function addresses, with what their initialisers hold.

use ir::{Const, FuncId, GlobalId, Id, InitPiece};

use crate::graph::{Cell, ENDLESS, Flags, Shape, Site};
use crate::state::Analysis;

/// Addresses in an initialiser beyond which it is one content: a table, not a structure.
const MOST_ADDRESSES: usize = 256;
/// Constants with more addresses have one node for all functions.
const MOST_COPIED: usize = 64;

impl Analysis<'_> {
    /// The address of a global, as a function sees it.
    pub(crate) fn global(&mut self, func: Option<FuncId>, id: GlobalId) -> Cell {
        match func.filter(|_| !self.options.context_insensitive && self.is_copied(id)) {
            None => self.shared_global(id),
            Some(func) => {
                if let Some(cell) = self.funcs[func.index()].constants.get(&id) {
                    return *cell;
                }
                let cell = self.graph.fresh(Flags::GLOBAL);
                self.graph.add_site(cell, Site::Global(id));
                self.funcs[func.index()].constants.insert(id, cell);
                self.initialise_later(Some(func), id, cell);
                cell
            }
        }
    }

    /// Nobody can write to it, so every function may have a node of its own.
    fn is_copied(&self, id: GlobalId) -> bool {
        let global = &self.module.globals[id];
        global.constant && global.init.as_ref().is_some_and(|init| addresses(init) <= MOST_COPIED)
    }

    fn shared_global(&mut self, id: GlobalId) -> Cell {
        if let Some(cell) = self.globals[id.index()] {
            return cell;
        }
        let mut flags = Flags::GLOBAL;
        if self.module.globals[id].init.is_none() {
            flags |= Flags::EXTERNAL;
        }
        let cell = self.graph.fresh(flags);
        self.graph.add_site(cell, Site::Global(id));
        self.globals[id.index()] = Some(cell);
        if !self.options.context_insensitive {
            self.graph.add_flags(cell, Flags::SHARED);
        }
        self.initialise_later(None, id, cell);
        cell
    }

    /// Initialisers lead to other globals, in chains of any length.
    fn initialise_later(&mut self, func: Option<FuncId>, id: GlobalId, cell: Cell) {
        self.to_initialise.push((func, id, cell));
        if !std::mem::replace(&mut self.initialising, true) {
            while let Some((func, id, cell)) = self.to_initialise.pop() {
                self.initialise(func, id, cell);
            }
            self.initialising = false;
        }
    }

    fn initialise(&mut self, func: Option<FuncId>, id: GlobalId, cell: Cell) {
        let module = self.module;
        let Some(init) = &module.globals[id].init else { return };
        let table = addresses(init) > MOST_ADDRESSES;
        let mut offset: i64 = 0;
        for piece in init {
            let size = piece.size() as i64;
            match piece {
                InitPiece::Address { value, size } => {
                    let target = match value {
                        Const::Global { id, offset } => {
                            let target = self.global(func, *id);
                            Some(self.moved(target, i128::from(*offset)))
                        }
                        Const::Func(target) => Some(self.function_address(func, *target)),
                        Const::Int { .. } | Const::Null | Const::Block { .. } | Const::Float { .. } => None,
                    };
                    if let Some(target) = target {
                        if table {
                            self.graph.set_content(cell, Shape::bulk(ENDLESS), target);
                        } else {
                            self.graph.set_content(cell.plus(offset), Shape::scalar(*size as i64), target);
                        }
                    }
                }
                // A difference of addresses in one object is a number; one of labels leads to no memory.
                InitPiece::Difference { .. }
                | InitPiece::Zero(_)
                | InitPiece::Bytes(_)
                | InitPiece::Undef(_)
                | InitPiece::Outside(_)
                | InitPiece::Unsupported { .. } => {}
            }
            offset = offset.wrapping_add(size);
        }
    }

    /// A node that stands for the address of a function. Nothing can be written there, so it is new wherever it is used.
    pub(crate) fn function_address(&mut self, func: Option<FuncId>, target: FuncId) -> Cell {
        if let Some(func) = func
            && let Some(cell) = self.funcs[func.index()].addresses.get(&target)
        {
            return *cell;
        }
        let cell = self.graph.fresh(Flags::FUNCTION);
        self.graph.add_func(cell, target);
        if let Some(func) = func {
            self.funcs[func.index()].addresses.insert(target, cell);
        }
        cell
    }
}

fn addresses(init: &[InitPiece]) -> usize {
    init.iter().filter(|piece| matches!(piece, InitPiece::Address { .. })).count()
}
