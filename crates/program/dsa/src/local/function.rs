//! What one function's instructions mean for the graph.
//!
//! Paper: [SAS17] section 3, Fig. 7.
//! Guarantees: for every run of the function, whatever its callers pass, each access touches a byte that the cell of the
//!             instruction's pointer stands for (checked on runs by `check::runs`).
//! DIVERGENCE: a symbolic index makes bytes `scale` apart one; the size by use so far does not matter for that.
//! DIVERGENCE: sizes grow with accesses, not with pointer arithmetic: a pointer that is only computed touches nothing.

use engine::CodePlace;
use ir::{
    BinOp, BitSet, BlockId, Callee, CastOp, Const, FuncId, Function, Id, Inst, InstKind, Operand, RegId, TermKind,
    Terminator, Type, TypeId, insts, va64,
};

use smallvec::SmallVec;

use super::carriers::keeps_address;
use crate::graph::{Cell, Class, ENDLESS, Flags, Shape, Site};
use crate::state::{Analysis, CallState};

/// The analysis of one function.
pub(crate) struct Local<'a, 'm> {
    pub analysis: &'a mut Analysis<'m>,
    pub func: FuncId,
    pub function: &'m Function,
    /// Pointers that were cast to numbers.
    addresses: BitSet<RegId>,
}

impl<'a, 'm> Local<'a, 'm> {
    pub fn new(analysis: &'a mut Analysis<'m>, func: FuncId) -> Local<'a, 'm> {
        let function = analysis.function(func);
        Local { analysis, func, function, addresses: BitSet::new(0) }
    }

    pub fn run(mut self) {
        self.addresses = BitSet::new(self.function.regs.len());
        for inst in self.function.blocks.iter().flat_map(|block| &block.insts) {
            if let (Some(dst), InstKind::Cast { op: CastOp::PtrToInt, .. }) = (inst.dst, &inst.kind) {
                self.addresses.insert(dst);
            }
        }
        // Calls are brought together parameter by parameter, so all that matter are there from the start.
        for param in self.function.params.iter().filter(|param| self.is_tracked(**param)).collect::<Vec<_>>() {
            self.register(*param);
        }
        for (id, block) in self.function.blocks.iter_enumerated() {
            for (index, inst) in block.insts.iter().enumerate() {
                self.inst(id, index as u32, inst);
            }
            self.terminator(&block.term);
        }
        let state = &mut self.analysis.funcs[self.func.index()];
        state.join_accesses();
        state.analysed = true;
    }

    fn pointer_size(&self) -> i64 {
        self.analysis.module.data_model.pointer_size() as i64
    }

    fn scalar(&mut self, ty: Type, of: Option<TypeId>) -> Shape {
        let width = ty.store_size(self.analysis.module.data_model) as i64;
        let class = if self.analysis.options.type_aware {
            self.analysis.classes.of(self.analysis.module, of)
        } else {
            Class::ANY
        };
        Shape { width, bulk: false, class, of }
    }

    pub fn is_tracked(&self, reg: RegId) -> bool {
        let tracked = self.analysis.funcs[self.func.index()].tracked.as_ref();
        tracked.expect("invariant: carriers come before instructions").contains(reg)
    }

    /// What the operand refers to: `None` for what holds no address.
    pub fn value(&mut self, operand: Operand) -> Option<Cell> {
        match operand {
            Operand::Reg(reg) => self.is_tracked(reg).then(|| self.register(reg)),
            Operand::Const(id) => match self.analysis.module.consts.get(id) {
                Const::Global { id, offset } => {
                    let cell = self.analysis.global(Some(self.func), id);
                    Some(self.analysis.moved(cell, i128::from(offset)))
                }
                Const::Func(target) => Some(self.analysis.function_address(Some(self.func), target)),
                Const::Int { .. } | Const::Null | Const::Block { .. } | Const::Float { .. } => None,
            },
        }
    }

    /// The cell of a tracked register.
    pub fn register(&mut self, reg: RegId) -> Cell {
        let analysis = &mut *self.analysis;
        *analysis.funcs[self.func.index()].regs[reg.index()].get_or_insert_with(|| analysis.graph.fresh(Flags::NONE))
    }

    /// The register refers to the cell, too (Fig. 7, `unify`).
    pub fn assign(&mut self, reg: RegId, cell: Cell) {
        if !self.is_tracked(reg) {
            return;
        }
        match &mut self.analysis.funcs[self.func.index()].regs[reg.index()] {
            Some(there) => {
                let there = *there;
                self.analysis.graph.unify(there, cell);
            }
            empty @ None => *empty = Some(cell),
        }
    }

    fn assign_value(&mut self, reg: RegId, operand: Operand) {
        if self.is_tracked(reg)
            && let Some(cell) = self.value(operand)
        {
            self.assign(reg, cell);
        }
    }

    fn inst(&mut self, block: BlockId, index: u32, inst: &'m Inst) {
        let site = CodePlace { func: self.func, block, inst: index };
        match &inst.kind {
            InstKind::Binary { op, ty, a, b, .. } => self.binary(inst, *op, *ty, *a, *b),
            InstKind::Bits { a, .. } => self.number(inst, &[*a]),
            InstKind::Cast { op, a, .. } => {
                if let Some(dst) = inst.dst.filter(|_| keeps_address(*op)) {
                    self.assign_value(dst, *a);
                }
            }
            InstKind::Select { a, b, .. } => {
                if let Some(dst) = inst.dst {
                    self.assign_value(dst, *a);
                    self.assign_value(dst, *b);
                }
            }
            InstKind::Offset { base, terms, constant, .. } => self.offset(inst, *base, terms, *constant),
            InstKind::Alloca { .. } => {
                if let Some(dst) = inst.dst {
                    let cell = self.analysis.graph.fresh(Flags::STACK);
                    self.analysis.graph.add_site(cell, Site::Inst(CodePlace { func: self.func, block, inst: index }));
                    self.assign(dst, cell);
                }
            }
            InstKind::Load { ty, ptr, of, .. } => self.load(inst, *ty, *ptr, *of),
            InstKind::Store { ty, ptr, value, of, .. } => self.store(*ty, *ptr, *value, *of),
            InstKind::MemCopy { dst, src, len, .. } => self.copy(*dst, *src, *len),
            InstKind::MemSet { dst, byte, len } => self.fill(*dst, *byte, *len),
            InstKind::Call(call) => {
                let pointer = match call.callee {
                    Callee::Direct(_) => None,
                    Callee::Indirect(target) => {
                        Some(self.value(target).unwrap_or_else(|| self.analysis.graph.fresh(Flags::NONE)))
                    }
                };
                let number = self.analysis.calls.len();
                self.analysis.calls.push(CallState {
                    site,
                    call,
                    pointer,
                    outside: false,
                    area: None,
                    in_area: call.args.len(),
                    targets: Vec::new(),
                    reached: SmallVec::new(),
                });
                self.analysis.funcs[self.func.index()].calls.push(number);
                if let Callee::Direct(callee) = call.callee {
                    self.reaches(number, callee);
                }
            }
            InstKind::VaStart { list } => self.va_start(*list),
            InstKind::Unsupported(unsupported) => {
                for arg in &unsupported.args {
                    if let Some(cell) = self.value(*arg) {
                        self.external(cell);
                    }
                }
                for ret in unsupported.rets.iter().filter(|ret| self.is_tracked(**ret)).collect::<Vec<_>>() {
                    let cell = self.register(*ret);
                    self.external(cell);
                }
            }
            insts!(floats)
            | insts!(lifetimes)
            | insts!(bindings)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::Overflows { .. }
            | InstKind::Compare { .. } => {}
        }
    }

    fn terminator(&mut self, term: &'m Terminator) {
        let function = self.function;
        if let TermKind::Return(values) = &term.kind {
            for (index, value) in values.iter().enumerate() {
                if let Some(cell) = self.value(*value) {
                    match self.analysis.funcs[self.func.index()].rets.get_mut(index) {
                        Some(Some(there)) => {
                            let there = *there;
                            self.analysis.graph.unify(there, cell);
                        }
                        Some(empty @ None) => *empty = Some(cell),
                        None => {}
                    }
                }
            }
        }
        term.for_each_target(|target| {
            for (param, arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                self.assign_value(*param, *arg);
            }
        });
    }

    pub fn constant(&self, operand: Operand) -> Option<i64> {
        match operand {
            Operand::Reg(_) => None,
            Operand::Const(id) => {
                self.analysis.module.consts.get(id).as_signed().and_then(|value| i64::try_from(value).ok())
            }
        }
    }

    fn binary(&mut self, inst: &Inst, op: BinOp, ty: Type, a: Operand, b: Operand) {
        let Some(dst) = inst.dst.filter(|dst| self.is_tracked(*dst)) else { return };
        let whole = ty.store_size(self.analysis.module.data_model) == self.pointer_size() as u64;
        let distance = match (op, self.constant(a), self.constant(b)) {
            (BinOp::Add, None, Some(b)) => Some((a, b)),
            (BinOp::Add, Some(a), None) => Some((b, a)),
            (BinOp::Sub, None, Some(b)) => Some((a, b.wrapping_neg())),
            (_, _, _) => None,
        };
        if let Some((base, distance)) = distance.filter(|_| whole) {
            if let Some(cell) = self.value(base) {
                let cell = self.analysis.moved(cell, i128::from(distance));
                self.assign(dst, cell);
            }
        } else if op == BinOp::Sub && self.is_distance(a, b) {
            // Whatever it is added to, the sum leads to no other region than that does.
        } else {
            self.number(inst, &[a, b]);
        }
    }

    /// Are these two pointers into one region, just cast to numbers?
    fn is_distance(&mut self, a: Operand, b: Operand) -> bool {
        let mut region = |operand: Operand| match operand {
            Operand::Reg(reg) if self.addresses.contains(reg) => {
                self.value(operand).map(|cell| self.analysis.graph.find(cell.node).0)
            }
            Operand::Reg(_) | Operand::Const(_) => None,
        };
        region(a).is_some_and(|of_a| region(b) == Some(of_a))
    }

    /// A result that is computed from addresses in some way.
    fn number(&mut self, inst: &Inst, operands: &[Operand]) {
        let Some(dst) = inst.dst.filter(|dst| self.is_tracked(*dst)) else { return };
        let cells: Vec<Cell> = operands.iter().filter_map(|operand| self.value(*operand)).collect();
        match cells.as_slice() {
            [] => {}
            [one] => {
                let number = self.analysis.graph.scrambled(*one);
                self.assign(dst, number);
            }
            several => {
                let number = self.analysis.graph.fresh(Flags::NUMBER);
                several.iter().for_each(|cell| self.analysis.graph.add_origin(number, *cell));
                self.assign(dst, number);
            }
        }
    }

    fn offset(&mut self, inst: &Inst, base: Operand, terms: &[ir::OffsetTerm], constant: i64) {
        let Some(dst) = inst.dst else { return };
        let Some(mut cell) = self.value(base) else {
            let values: Vec<Operand> = terms.iter().map(|term| term.value).collect();
            return self.number(inst, &values);
        };
        let mut distance = i128::from(constant);
        for term in terms {
            match self.constant(term.value) {
                Some(value) => distance += i128::from(value) * i128::from(term.scale),
                None if term.scale == 0 => {}
                None => self.analysis.graph.make_sequence(cell, term.scale.unsigned_abs()),
            }
        }
        cell = self.analysis.moved(cell, distance);
        self.assign(dst, cell);
    }

    fn touch(&mut self, cell: Cell, shape: Shape, flags: Flags) {
        self.analysis.graph.access(cell, shape, flags);
        self.analysis.funcs[self.func.index()].accessed.push((cell.node, flags));
    }

    fn load(&mut self, inst: &Inst, ty: Type, ptr: Operand, of: Option<TypeId>) {
        let Some(cell) = self.value(ptr) else { return };
        let shape = self.scalar(ty, of);
        self.touch(cell, shape, Flags::READ);
        if let Some(dst) = inst.dst.filter(|dst| self.is_tracked(*dst)) {
            let content = self.analysis.graph.content(cell, shape);
            self.assign(dst, content);
        }
    }

    fn store(&mut self, ty: Type, ptr: Operand, value: Operand, of: Option<TypeId>) {
        let Some(cell) = self.value(ptr) else { return };
        let shape = self.scalar(ty, of);
        self.touch(cell, shape, Flags::MODIFIED);
        if let Some(value) = self.value(value) {
            self.analysis.graph.set_content(cell, shape, value);
        }
    }

    /// A block operation of this many bytes, or of an unknown number.
    pub fn block_access(&mut self, ptr: Operand, len: Option<i64>, flags: Flags) -> Option<Cell> {
        let cell = self.value(ptr)?;
        let width = len.filter(|len| *len >= 0).unwrap_or(ENDLESS);
        if width > 0 {
            self.touch(cell, Shape::bulk(width), flags);
        }
        Some(cell)
    }

    pub fn copy(&mut self, dst: Operand, src: Operand, len: Operand) {
        let len = self.constant(len).filter(|len| (0..ENDLESS).contains(len));
        let to = self.block_access(dst, len, Flags::MODIFIED);
        let from = self.block_access(src, len, Flags::READ);
        if let (Some(to), Some(from)) = (to, from) {
            let slot = self.pointer_size();
            self.analysis.graph.copy(to, from, len, slot);
        }
    }

    /// The byte may be a piece of an address that is copied byte by byte.
    pub fn fill(&mut self, dst: Operand, byte: Operand, len: Operand) {
        let len = self.constant(len).filter(|len| (0..ENDLESS).contains(len));
        let place = self.block_access(dst, len, Flags::MODIFIED);
        if let (Some(place), Some(value)) = (place, self.value(byte))
            && len != Some(0)
        {
            let number = self.analysis.graph.scrambled(value);
            self.analysis.graph.set_content(place, Shape::bulk(len.unwrap_or(ENDLESS)), number);
        }
    }

    fn va_start(&mut self, list: Operand) {
        let Some(cell) = self.value(list) else { return };
        let area = self.varargs();
        let model = self.analysis.module.data_model;
        self.touch(cell, Shape::bulk(model.va_list().size as i64), Flags::MODIFIED);
        self.analysis.funcs[self.func.index()].accessed.push((area.node, Flags::MODIFIED));
        self.analysis.graph.add_flags(area, Flags::MODIFIED);
        let places: &[u64] = match model {
            ir::DataModel::Lp64 => &[va64::OVERFLOW_ARG_AREA, va64::REG_SAVE_AREA],
            ir::DataModel::Ilp32 => &[0],
        };
        for place in places {
            let shape = Shape::scalar(self.pointer_size());
            self.analysis.graph.set_content(cell.plus(*place as i64), shape, area);
        }
    }

    /// Memory with the function's variable arguments.
    fn varargs(&mut self) -> Cell {
        if let Some(area) = self.analysis.funcs[self.func.index()].varargs {
            return area;
        }
        let area = self.analysis.graph.fresh(Flags::STACK | Flags::VARARGS);
        self.analysis.graph.collapse(area);
        self.analysis.funcs[self.func.index()].varargs = Some(area);
        area
    }

    /// The cell is handed to the unknown.
    pub fn external(&mut self, cell: Cell) {
        self.analysis.graph.add_flags(cell, Flags::EXTERNAL | Flags::READ | Flags::MODIFIED);
        let state = &mut self.analysis.funcs[self.func.index()];
        state.accessed.push((cell.node, Flags::READ | Flags::MODIFIED));
        state.escaped.push(cell.node);
    }
}
