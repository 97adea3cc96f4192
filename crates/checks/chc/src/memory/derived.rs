//! What the registers of a function lead into, where it is one object in every run.

use ir::{BlockId, Cfg, Const, FuncId, Function, GlobalId, Inst, InstKind, Module, Operand, RegId, Type};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::layout::gcd;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ObjectId {
    Global(GlobalId),
    /// The register of the `alloca`.
    Local(FuncId, RegId),
    /// The call that allocates it; where that comes again, one of those that it allocates, whichever it is.
    Heap(FuncId, BlockId, usize),
    /// All others that the call allocates. What they hold is not known, and nothing is asked about them.
    Others(FuncId, BlockId, usize),
}

impl ObjectId {
    /// Of others that a call allocates, the one.
    pub fn one_of_many(self) -> Option<ObjectId> {
        match self {
            ObjectId::Others(func, block, inst) => Some(ObjectId::Heap(func, block, inst)),
            ObjectId::Global(_) | ObjectId::Local(..) | ObjectId::Heap(..) => None,
        }
    }
}

/// Where a distance is counted from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    Object(ObjectId),
    /// The address that the function was called with.
    Param(usize),
}

/// The address of a place: at a distance of `constant` plus any multiple of `step` (0: of the constant alone).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Derived {
    pub base: Base,
    pub constant: i64,
    pub step: u64,
}

impl Derived {
    fn of(base: Base) -> Derived {
        Derived { base, constant: 0, step: 0 }
    }

    /// Both are places of what comes out. `None` if there is no such thing.
    fn join(self, other: Derived) -> Option<Derived> {
        let between = self.constant.abs_diff(other.constant);
        (self.base == other.base).then(|| Derived { step: gcd(gcd(self.step, other.step), between), ..self })
    }

    /// Further on from there.
    pub fn plus(self, module: &Module, constant: i64, step: u64) -> Derived {
        let constant = distance(module, self.constant.wrapping_add(constant));
        Derived { base: self.base, constant, step: gcd(self.step, step) }
    }
}

/// What registers lead into; those of which nothing is known are not there.
#[derive(Debug, Default)]
pub struct Registers(FxHashMap<RegId, Derived>);

impl Registers {
    pub fn get(&self, module: &Module, operand: Operand) -> Option<Derived> {
        match operand {
            Operand::Reg(reg) => self.0.get(&reg).copied(),
            Operand::Const(id) => named(module, id),
        }
    }

    pub fn register(&self, reg: RegId) -> Option<Derived> {
        self.0.get(&reg).copied()
    }
}

/// A distance as addresses have it: modulo their width.
pub fn distance(module: &Module, constant: i64) -> i64 {
    let width = u16::try_from(module.data_model.pointer_bits()).expect("invariant: 32 or 64");
    i64::try_from(ir::sign_extend(ir::truncate(constant as u128, width), width)).expect("invariant: at most 64 bits")
}

fn named(module: &Module, id: ir::ConstId) -> Option<Derived> {
    match module.consts.get(id) {
        Const::Global { id, offset } => Some(Derived::of(Base::Object(ObjectId::Global(id))).plus(module, offset, 0)),
        Const::Int { .. } | Const::Null | Const::Func(_) | Const::Block { .. } | Const::Float { .. } => None,
    }
}

/// Of a function. Its parameters count as addresses of objects if `follows_params`.
pub fn registers(module: &Module, id: FuncId, func: &Function, cfg: &Cfg, follows_params: bool) -> Registers {
    let mut search = Search { module, func, id, found: FxHashMap::default(), changed: false };
    for (index, param) in func.params.iter().enumerate() {
        let is_followed = follows_params && func.regs[*param].ty == Type::Ptr;
        search.add(*param, is_followed.then(|| Derived::of(Base::Param(index))));
    }
    // Steps only ever get smaller, and what is known only less, so this ends.
    loop {
        search.changed = false;
        cfg.rpo().iter().for_each(|block| search.block(*block));
        if !search.changed {
            break;
        }
    }
    let known = search.found.into_iter().filter_map(|(reg, derived)| Some((reg, derived?)));
    Registers(known.collect())
}

struct Search<'a> {
    module: &'a Module,
    func: &'a Function,
    id: FuncId,
    /// `None` inside: it may be anything. Not there: nothing was found yet.
    found: FxHashMap<RegId, Option<Derived>>,
    changed: bool,
}

impl Search<'_> {
    fn add(&mut self, reg: RegId, new: Option<Derived>) {
        let joined = match self.found.get(&reg) {
            None => new,
            Some(None) => None,
            Some(Some(old)) => new.and_then(|new| old.join(new)),
        };
        if self.found.insert(reg, joined) != Some(joined) {
            self.changed = true;
        }
    }

    /// What an operand is now; nothing if it was not come to yet.
    fn operand(&self, operand: Operand) -> Option<Option<Derived>> {
        match operand {
            Operand::Reg(reg) => self.found.get(&reg).copied(),
            Operand::Const(id) => Some(named(self.module, id)),
        }
    }

    fn block(&mut self, id: BlockId) {
        let func = self.func;
        for inst in &func.blocks[id].insts {
            self.inst(inst);
        }
        func.blocks[id].term.for_each_target(|target| {
            for (param, arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                if let Some(derived) = self.operand(*arg) {
                    self.add(*param, derived);
                }
            }
        });
    }

    fn inst(&mut self, inst: &Inst) {
        let mut defined = Vec::new();
        inst.for_each_def(|reg| defined.push(reg));
        match (&inst.kind, inst.dst) {
            (InstKind::Alloca { .. }, Some(dst)) => {
                self.add(dst, Some(Derived::of(Base::Object(ObjectId::Local(self.id, dst)))));
            }
            (InstKind::Offset { base, terms, constant, .. }, Some(dst)) => {
                let Some(base) = self.operand(*base) else { return };
                let step = terms.iter().fold(0, |step, term| gcd(step, term.scale.unsigned_abs()));
                self.add(dst, base.map(|base| base.plus(self.module, *constant, step)));
            }
            (InstKind::Select { a, b, .. }, Some(dst)) => {
                for operand in [*a, *b] {
                    if let Some(derived) = self.operand(operand) {
                        self.add(dst, derived);
                    }
                }
            }
            // Any other result may lead anywhere.
            _ => defined.into_iter().for_each(|reg| self.add(reg, None)),
        }
    }
}
