//! Which objects are known, and how they are divided.

use ir::{BlockId, Cfg, Const, FuncId, GlobalId, Id, IdVec, InstKind, Module, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

use super::addressed::{Effects, Many, Window, allocated, candidates, lay_out, windows};
use super::derived::{Base, Derived, ObjectId, Registers, registers};
use super::layout::{Access, Layout};
use super::scope::over;
use super::targets::{Flow, Followed, Sets};
use super::uses::{Uses, has_unsupported};

/// How large an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub most: u64,
    /// It has so many bytes in every run; otherwise the program says how many.
    pub is_exact: bool,
}

impl Size {
    pub fn exactly(bytes: u64) -> Size {
        Size { most: bytes, is_exact: true }
    }

    /// As much as there is room for in a window. Larger ones are not modelled.
    pub fn unknown(module: &Module) -> Size {
        let most = match module.data_model {
            ir::DataModel::Lp64 => 1 << 36,
            ir::DataModel::Ilp32 => 1 << 20,
        };
        Size { most, is_exact: false }
    }
}

#[derive(Clone, Debug)]
pub struct Object {
    pub size: Size,
    pub layout: Layout,
    /// Where it lies; `None` if it is private.
    pub window: Option<Window>,
}

/// The objects of a program that are known by what they hold.
#[derive(Debug)]
pub struct Objects {
    objects: FxHashMap<ObjectId, Object>,
    registers: IdVec<FuncId, Registers>,
    /// What pointers may lead to that others may know of.
    sets: Sets,
    effects: Effects,
    windows: Option<Window>,
    /// What is allocated many times, and has addresses.
    many: FxHashSet<ObjectId>,
    /// How private objects are accessed, by name.
    private: Vec<(ObjectId, Vec<Access>)>,
    /// Accesses of locals that may be out of scope.
    over: IdVec<FuncId, FxHashSet<(BlockId, usize)>>,
}

impl Objects {
    /// As runs see them from the entry function on; addresses are not followed into functions that are not read in place.
    pub fn of(program: &Followed<'_>, entry: FuncId, is_unread: &dyn Fn(FuncId) -> bool) -> Objects {
        let module = program.module;
        let in_place = |func: FuncId| module.funcs[func].is_defined() && !is_unread(func);
        let in_place: Vec<bool> = module.funcs.ids().map(in_place).collect();
        let found: Vec<_> = module
            .funcs
            .iter_enumerated()
            .map(|(id, func)| {
                if !func.is_defined() {
                    return (Registers::default(), FxHashSet::default());
                }
                let cfg = Cfg::of(func);
                let registers = registers(module, id, func, &cfg, in_place[id.index()] && id != entry);
                let local = |reg| match registers.register(reg)?.base {
                    Base::Object(ObjectId::Local(_, local)) => Some(local),
                    Base::Object(ObjectId::Global(_) | ObjectId::Heap(..) | ObjectId::Others(..)) | Base::Param(_) => {
                        None
                    }
                };
                let over = over(func, &cfg, local);
                (registers, over)
            })
            .collect();
        let (registers, over): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let registers: IdVec<FuncId, Registers> = registers.into_iter().collect();
        let is_read_in_place = |func: FuncId| in_place[func.index()] && func != entry;
        let mut uses = Uses::of(module, &registers, &is_read_in_place);
        let mut objects = FxHashMap::default();
        let mut private = Vec::new();
        for id in uses.objects() {
            if let Some(size) = size(module, id)
                && let Some(accesses) = uses.accesses(id)
            {
                objects.insert(id, Object { size, layout: Layout::of(&accesses), window: None });
                private.push((id, accesses));
            }
        }
        Objects {
            objects,
            registers,
            sets: Sets::default(),
            effects: Effects::default(),
            windows: None,
            many: FxHashSet::default(),
            private,
            over: over.into_iter().collect(),
        }
    }

    /// … and those whose address others may know.
    pub fn with_addressed(mut self, program: &Followed<'_>, entry: FuncId, many: Many) -> Objects {
        let module = program.module;
        let is_private = |id| self.objects.contains_key(&id);
        let addressed = candidates(module, entry, program.calls, many, &is_private);
        self.many = addressed.iter().filter_map(|object| object.one_of_many()).collect();
        let followed = self.objects.keys().chain(&addressed).copied().collect();
        let Some((sets, reached)) = Flow::of(program, entry, followed) else { return self };
        let addressed: Vec<ObjectId> = addressed.into_iter().filter(|id| sets.is_inside(*id)).collect();
        self.effects = Effects::of(module, program.calls, &sets, &|func| reached.contains(func));
        let windows_of = lay_out(module.data_model, &addressed);
        for (id, layout) in self.effects.layouts(&addressed, std::mem::take(&mut self.private)) {
            if let Some(size) = size(module, id) {
                let layout = if let ObjectId::Others(..) = id { Layout::of(&[]) } else { layout };
                self.objects.insert(id, Object { size, layout, window: windows_of.get(&id).copied() });
            }
        }
        self.windows = windows(module.data_model, addressed.len());
        self.sets = sets;
        self
    }

    /// Does the call that allocates it allocate several?
    pub fn are_many(&self, object: ObjectId) -> bool {
        self.many.contains(&object)
    }

    /// What pointers may lead to.
    pub fn sets(&self) -> &Sets {
        &self.sets
    }

    /// Numbers that are addresses of these objects alone.
    pub fn windows(&self) -> Option<Window> {
        self.windows
    }

    /// May the function, or one that it calls, come to the object through a pointer?
    pub fn touches(&self, func: FuncId, object: ObjectId) -> bool {
        self.effects.touches(func, object)
    }

    /// If it is known.
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(&id)
    }

    /// All of them, in a fixed order.
    pub fn ids(&self) -> Vec<ObjectId> {
        let mut ids: Vec<ObjectId> = self.objects.keys().copied().collect();
        ids.sort_unstable();
        ids
    }

    /// What an operand of a function leads into, private or not.
    pub fn derived(&self, module: &Module, func: FuncId, operand: Operand) -> Option<Derived> {
        self.registers[func].get(module, operand)
    }

    /// May the object that the instruction accesses, or whose address it passes or compares, be out of scope?
    pub fn may_be_over(&self, func: FuncId, block: BlockId, inst: usize) -> bool {
        self.over[func].contains(&(block, inst))
    }
}

/// The size of an object, private or not, that has one which can be told.
pub fn size(module: &Module, id: ObjectId) -> Option<Size> {
    let fits = |size: &Size| size.most <= module.data_model.max_object_size();
    match id {
        ObjectId::Global(id) => global_size(module, id).map(Size::exactly),
        ObjectId::Heap(func, block, inst) | ObjectId::Others(func, block, inst) => {
            allocated(module, func, block, inst).filter(fits)
        }
        ObjectId::Local(func, reg) => {
            let func = &module.funcs[func];
            let alloca = func.blocks[func.entry()].insts.iter().find(|inst| inst.dst == Some(reg))?;
            let InstKind::Alloca { size: Operand::Const(size), dynamic: false, .. } = alloca.kind else { return None };
            let Const::Int { value, .. } = module.consts.get(size) else { return None };
            u64::try_from(value).ok().map(Size::exactly).filter(fits)
        }
    }
}

/// … of one whose bytes are all known to be there.
fn global_size(module: &Module, id: GlobalId) -> Option<u64> {
    let global = &module.globals[id];
    global.init.as_ref().filter(|_| !has_unsupported(global)).map(|_| global.size)
}
