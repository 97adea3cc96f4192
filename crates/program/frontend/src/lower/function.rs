//! Lowering one function: blocks in dominator-tree order, with the promoted variables renamed on the way.

use ir::{
    BinOp, Block, BlockId, FuncBody, FuncId, Id, IdVec, Inst, InstKind, LocId, Operand, Places, RegId, RegInfo,
    TermKind, Terminator, Type, TypeId, Unsupported, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::cfg::Node;
use super::globals::StartUp;
use super::passing::Carrier;
use super::plan::{Declared, Plan, Var};
use super::results::CallResult;
use super::scopes::Before;
use super::shape::Shape;
use super::{Lowered, Lowering};
use crate::llvm::{Opcode, Value};

/// The registers of one LLVM value.
pub(super) type Parts = SmallVec<[Operand; 2]>;

#[derive(Clone, Copy, Debug)]
enum Slot {
    One(Operand),
    /// A range of `FuncLower::pool`.
    Many {
        start: u32,
        len: u32,
    },
}

/// Tables that one function after the other uses.
#[derive(Default)]
pub(super) struct Scratch<'m> {
    values: FxHashMap<Value<'m>, Slot>,
    pool: Vec<Operand>,
}

/// State of lowering one function.
pub(super) struct FuncLower<'a, 'm> {
    pub(super) cx: &'a mut Lowering<'m>,
    pub(super) plan: &'a Plan<'m>,
    pub(super) regs: IdVec<RegId, RegInfo>,
    vars: IdVec<VarId, ir::Var>,
    blocks: Vec<Option<Block>>,
    scratch: Scratch<'m>,
    /// The value of each promoted variable here, and what to restore when the walk leaves a subtree.
    current: Vec<Option<Operand>>,
    undo: Vec<(Var, Option<Operand>)>,
    /// The C variable that a promoted slot is.
    var_ids: Vec<Option<VarId>>,
    /// C types of the function's result and parameters, and of the variables met so far.
    pub(super) shown: Vec<TypeId>,
    /// Results of calls whose C type is the callee's and has not been asked for, in ascending order.
    pub(super) results: Vec<(RegId, FuncId)>,
    /// Registers of slots that hold one object after the other, without marks.
    pub(super) renewed: FxHashSet<RegId>,
    pub(super) insts: Vec<Inst>,
    pub(super) loc: LocId,
    /// What the function returns when it ends without `return`, if it may.
    unreturned: Option<RegId>,
    /// Is it part of a library model?
    pub(super) is_model: bool,
    /// May functions build what they return in the caller's object?
    pub(super) is_cplusplus: bool,
    /// Called before the function ends the run.
    pub(super) at_end: Vec<Value<'m>>,
}

/// Lowers the body of a declared function into its place.
pub(super) fn lower_function<'m>(cx: &mut Lowering<'m>, function: Value<'m>, start: &StartUp<'m>) {
    let id = cx.func_id(function);
    cx.read_body(function);
    cx.describe(function, id);
    if let (_, Some(problem)) = cx.call_signature(function.value_type()) {
        unsupported_body(cx, id, format!("function with a parameter or result that is a {problem}"));
        return;
    }
    cx.places.enter_function();
    let plan = Plan::new(cx, function);
    if plan.nodes.iter().any(|node| node.end.opcode() == Opcode::LLVMIndirectBr) {
        let labels = plan.node_of.iter().map(|(&block, &node)| (block, BlockId::from_index(node as usize)));
        cx.labels.extend(labels);
        cx.jumping.push(id);
    }
    let mut lower = FuncLower {
        plan: &plan,
        regs: IdVec::new(),
        vars: IdVec::new(),
        blocks: plan.nodes.iter().map(|_| None).collect(),
        scratch: std::mem::take(&mut cx.scratch),
        current: vec![None; plan.vars.len()],
        undo: Vec::new(),
        var_ids: Vec::with_capacity(plan.vars.len()),
        shown: cx.signature_types(id),
        results: Vec::new(),
        renewed: FxHashSet::default(),
        insts: Vec::new(),
        loc: Places::nowhere(),
        unreturned: None,
        is_model: cx.out.funcs[id].model,
        is_cplusplus: function.is_cplusplus(),
        at_end: start.at_end_of(function),
        cx,
    };
    lower.declare_vars();
    let params = lower.enter(function);
    if start.is_main(function) {
        lower.start_up(start);
    }
    lower.walk();

    let FuncLower { regs, vars, blocks, mut scratch, results, unreturned, .. } = lower;
    scratch.values.clear();
    scratch.pool.clear();
    cx.scratch = scratch;
    cx.results.extend(results.into_iter().map(|(reg, callee)| CallResult { caller: id, reg, callee }));
    cx.unreturned.extend(unreturned.map(|reg| (id, reg)));
    let blocks = blocks.into_iter().map(|block| block.expect("invariant: the dominator tree has every node"));
    let func = &mut cx.out.funcs[id];
    func.params = params;
    func.regs = regs;
    func.vars = vars;
    func.blocks = blocks.collect();
}

/// Is it clang's variable for the result? It has no name, and only the function's end reads it.
fn is_result_slot(plan: &Plan<'_>, var: Var) -> bool {
    let slot = plan.vars[var as usize].slot;
    let only_user = |value: Value<'_>, opcode| {
        let mut users = value.users();
        users.next().is_some_and(|user| user.opcode() == opcode) && users.next().is_none()
    };
    let mut loads = slot.users().filter(|user| user.opcode() == Opcode::LLVMLoad);
    !plan.declared.contains_key(&slot)
        && loads.next().is_some_and(|load| only_user(load, Opcode::LLVMRet))
        && loads.next().is_none()
}

/// A body that only says what is wrong with the function.
fn unsupported_body(cx: &mut Lowering<'_>, id: FuncId, what: String) {
    let func = &mut cx.out.funcs[id];
    debug_assert_eq!(func.body, FuncBody::Defined);
    func.params = func.signature.params.clone().into_iter().map(|ty| func.new_reg(ty)).collect();
    let term = Terminator { loc: func.loc, kind: TermKind::Unsupported { what } };
    func.blocks = vec![Block { params: Vec::new(), insts: Vec::new(), term }].into();
}

impl<'m> FuncLower<'_, 'm> {
    /// Gives every promoted slot with a C name its variable.
    fn declare_vars(&mut self) {
        for var in &self.plan.vars {
            let id = self.plan.declared.get(&var.slot).filter(|_| !var.stays).and_then(|declared| {
                let (name, ty) = self.cx.ctypes.variable(&mut self.cx.out.types, declared.variable);
                self.shown.extend(ty);
                // Bounds of variable-length arrays have names only for debuggers.
                let name = name.filter(|name| !name.starts_with("__vla_expr"))?.to_string();
                let loc = self.declared_at(declared);
                Some(self.vars.push(ir::Var { name, ty, loc }))
            });
            self.var_ids.push(id);
        }
    }

    pub(super) fn declared_at(&mut self, declared: &Declared<'m>) -> LocId {
        self.cx.places.of(&mut self.cx.out.places, declared.at)
    }

    /// Parameters, and what happens before the first instruction.
    fn enter(&mut self, function: Value<'m>) -> Vec<RegId> {
        let mut params = Vec::new();
        let mut vectors = Vec::new();
        let mut copies = Vec::new();
        for (index, param) in (0..).zip(function.params()) {
            let regs: Parts = match self.cx.shapes.of(param.ty()) {
                Shape::Void | Shape::Unsupported(_) => Parts::new(),
                Shape::One(ty) => match Carrier::of(param.ty()) {
                    Some(carrier) => {
                        let arrived = self.new_param(carrier.ty(), &mut params);
                        vectors.push((param, arrived, carrier, ty));
                        continue;
                    }
                    None => Parts::from_iter([self.new_param(ty, &mut params)]),
                },
                Shape::Many(parts) => parts.iter().map(|part| self.new_param(part.ty, &mut params)).collect(),
            };
            self.set_parts(param, &regs);
            if let Some(byval) = function.param_attr(index, self.cx.attrs.byval) {
                let align = function.param_attr(index, self.cx.attrs.align).map_or(0, |align| align.number() as u32);
                copies.push((param, byval.ty(), align));
            }
        }
        for (param, arrived, carrier, ty) in vectors {
            let value = self.receive(arrived, carrier, ty);
            self.set(param, value);
        }
        for (param, ty, align) in copies {
            self.copy_by_value(param, ty, align);
        }
        for &var in &self.plan.entry_undefs {
            self.make_undef(var);
            if let Operand::Reg(reg) = self.current(var)
                && is_result_slot(self.plan, var)
            {
                self.unreturned = Some(reg);
            }
        }
        params
    }

    fn new_param(&mut self, ty: Type, params: &mut Vec<RegId>) -> Operand {
        let reg = self.new_reg(ty);
        params.push(reg);
        Operand::Reg(reg)
    }

    /// Preorder over the dominator tree: every value is lowered before its uses.
    fn walk(&mut self) {
        enum Step {
            Enter(Node),
            Leave { undo: usize },
        }
        let mut stack = vec![Step::Enter(0)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Enter(node) => {
                    stack.push(Step::Leave { undo: self.undo.len() });
                    self.lower_node(node);
                    stack.extend(self.plan.dom.children(node).iter().rev().map(|&child| Step::Enter(child)));
                }
                Step::Leave { undo } => {
                    for (var, old) in self.undo.drain(undo..).rev() {
                        self.current[var as usize] = old;
                    }
                }
            }
        }
    }

    fn lower_node(&mut self, node: Node) {
        let plan = self.plan;
        let planned = &plan.nodes[node as usize];
        let params = self.block_params(node);
        let last = planned.segments.len() - 1;
        for (index, segment) in planned.segments.iter().enumerate() {
            for inst in segment.block.instructions() {
                if inst == planned.end {
                    break;
                }
                let opcode = inst.opcode();
                if opcode == Opcode::LLVMPHI || segment.skip == Some(inst) {
                    continue;
                }
                if !plan.unevaluated.is_empty() && plan.unevaluated.contains(&inst) {
                    continue;
                }
                self.loc = self.cx.places.of(&mut self.cx.out.places, inst.debug_loc());
                if !plan.befores.is_empty() {
                    self.before(inst);
                }
                if index != last && opcode == Opcode::LLVMBr {
                    if let Some(fault) = segment.fault {
                        self.wrong_shift(fault);
                    }
                    break;
                }
                self.lower_inst(inst, opcode);
            }
        }
        self.loc = self.cx.places.of(&mut self.cx.out.places, planned.end.debug_loc());
        self.before(planned.end);
        let kind = self.lower_end(planned.end).unwrap_or_else(|what| TermKind::Unsupported { what });
        let insts = std::mem::take(&mut self.insts);
        let term = Terminator { loc: self.loc, kind };
        self.blocks[node as usize] = Some(Block { params, insts, term });
    }

    /// What scopes without marks make happen before an instruction.
    fn before(&mut self, inst: Value<'m>) {
        for &before in self.plan.befores.get(&inst).into_iter().flatten() {
            match before {
                Before::Ends(slot) => self.object_ends(slot),
                Before::Unknown(what) => {
                    let node = Unsupported { what: what.to_string(), args: Vec::new(), rets: Vec::new() };
                    self.push(None, InstKind::Unsupported(Box::new(node)));
                }
            }
        }
    }

    /// The object in the slot ends, and another one waits for the next run of its block.
    fn object_ends(&mut self, slot: Value<'m>) {
        match self.promoted(slot) {
            Some(var) => self.unbind(var),
            None => {
                let ptr = self.lowered_one(slot).expect("invariant: the entry has the slots of fixed size");
                self.push(None, InstKind::LifetimeEnd { ptr });
                self.push(None, InstKind::LifetimeStart { ptr });
            }
        }
    }

    /// Phi nodes first, then the promoted variables that meet here.
    fn block_params(&mut self, node: Node) -> Vec<RegId> {
        let plan = self.plan;
        let planned = &plan.nodes[node as usize];
        let mut params = Vec::new();
        for phi in planned.segments[0].block.instructions().take_while(|inst| inst.opcode() == Opcode::LLVMPHI) {
            let parts: Parts = match self.cx.shapes.of(phi.ty()) {
                Shape::Void | Shape::Unsupported(_) => Parts::new(),
                Shape::One(ty) => Parts::from_iter([self.new_param(ty, &mut params)]),
                Shape::Many(parts) => parts.iter().map(|part| self.new_param(part.ty, &mut params)).collect(),
            };
            self.set_parts(phi, &parts);
        }
        for &var in &planned.params {
            let reg = self.new_reg(plan.vars[var as usize].ty);
            params.push(reg);
            self.name_after(reg, var);
            self.assign(var, Operand::Reg(reg));
        }
        params
    }
}

/// Promoted variables.
impl<'m> FuncLower<'_, 'm> {
    pub(super) fn promoted(&self, slot: Value<'m>) -> Option<Var> {
        self.plan.var_of.get(&slot).copied()
    }

    fn assign(&mut self, var: Var, value: Operand) {
        let old = self.current[var as usize].replace(value);
        self.undo.push((var, old));
    }

    pub(super) fn current(&self, var: Var) -> Operand {
        self.current[var as usize].expect("invariant: the plan gives a variable a value before it is read")
    }

    /// An assignment in the program.
    pub(super) fn assign_and_bind(&mut self, var: Var, value: Operand) {
        let value = self.lasting(value);
        self.assign(var, value);
        if let Some(id) = self.var_ids[var as usize] {
            if let Operand::Reg(reg) = value {
                self.name_after(reg, var);
            }
            self.push(None, InstKind::Bind { var: id, value });
        }
    }

    /// The register of an unmarked slot gets the address of a new object where the old one ends; a variable keeps the old.
    fn lasting(&mut self, value: Operand) -> Operand {
        match value {
            Operand::Reg(reg) if self.renewed.contains(&reg) => {
                let of = self.operand_of(value);
                let kind = InstKind::Offset { base: value, terms: Box::new([]), constant: 0, of: None };
                let copy = self.def(Type::Ptr, kind);
                self.set_of(copy, of);
                copy
            }
            Operand::Reg(_) | Operand::Const(_) => value,
        }
    }

    /// The variable's scope starts with an indeterminate value.
    pub(super) fn make_undef(&mut self, var: Var) {
        let ty = self.plan.vars[var as usize].ty;
        let value = self.def(ty, InstKind::Undef { ty });
        self.assign_and_bind(var, value);
    }

    pub(super) fn unbind(&mut self, var: Var) {
        if let Some(id) = self.var_ids[var as usize] {
            self.push(None, InstKind::Unbind { var: id });
        }
    }

    /// The register is called after the first variable that holds it.
    fn name_after(&mut self, reg: RegId, var: Var) {
        let Some(id) = self.var_ids[var as usize] else { return };
        let variable = &self.vars[id];
        let info = &mut self.regs[reg];
        if info.name.is_none() {
            info.name = Some(variable.name.as_str().into());
        }
        if info.of.is_none() {
            info.of = variable.ty;
        }
    }
}

/// Values and instructions.
impl<'m> FuncLower<'_, 'm> {
    pub(super) fn new_reg(&mut self, ty: Type) -> RegId {
        self.regs.push(RegInfo { ty, name: None, of: None })
    }

    pub(super) fn push(&mut self, dst: Option<RegId>, kind: InstKind) {
        self.insts.push(Inst { dst, loc: self.loc, kind });
    }

    /// Emits an instruction that defines one register of type `ty`.
    pub(super) fn def(&mut self, ty: Type, kind: InstKind) -> Operand {
        let reg = self.new_reg(ty);
        self.push(Some(reg), kind);
        Operand::Reg(reg)
    }

    pub(super) fn set(&mut self, value: Value<'m>, operand: Operand) {
        self.scratch.values.insert(value, Slot::One(operand));
    }

    pub(super) fn set_parts(&mut self, value: Value<'m>, parts: &[Operand]) {
        let slot = match parts {
            [one] => Slot::One(*one),
            many => {
                let start = self.scratch.pool.len() as u32;
                self.scratch.pool.extend_from_slice(many);
                Slot::Many { start, len: many.len() as u32 }
            }
        };
        self.scratch.values.insert(value, slot);
    }

    /// The registers of an instruction or argument that has been lowered.
    pub(super) fn lowered(&self, value: Value<'m>) -> Option<Parts> {
        match *self.scratch.values.get(&value)? {
            Slot::One(operand) => Some(Parts::from_iter([operand])),
            Slot::Many { start, len } => Some(self.scratch.pool[start as usize..][..len as usize].into()),
        }
    }

    #[inline]
    pub(super) fn lowered_one(&self, value: Value<'m>) -> Option<Operand> {
        match self.scratch.values.get(&value) {
            Some(Slot::One(operand)) => Some(*operand),
            Some(Slot::Many { .. }) | None => None,
        }
    }

    /// The type of a value that is one register.
    pub(super) fn scalar(&mut self, ty: crate::llvm::Ty<'m>) -> Lowered<Type> {
        match self.cx.shapes.of(ty) {
            Shape::One(ty) => Ok(ty),
            Shape::Unsupported(what) => Err(what.to_string()),
            Shape::Void | Shape::Many(_) => Err(format!("value of type {}", ty.text())),
        }
    }

    pub(super) fn int(&mut self, width: u16, value: u128) -> Operand {
        Operand::Const(self.cx.out.consts.int(width, value))
    }

    /// An integer as wide as a pointer.
    pub(super) fn size(&mut self, value: u64) -> Operand {
        let width = self.cx.out.data_model.pointer_bits() as u16;
        self.int(width, value.into())
    }

    pub(super) fn operand_type(&self, operand: Operand) -> Type {
        match operand {
            Operand::Reg(reg) => self.regs[reg].ty,
            Operand::Const(id) => self.cx.out.consts.get(id).ty(),
        }
    }

    /// What a C programmer would call the operand's type.
    pub(super) fn operand_of(&mut self, operand: Operand) -> Option<TypeId> {
        match operand {
            Operand::Reg(reg) => self.regs[reg].of.or_else(|| self.result_type(reg)),
            Operand::Const(id) => match self.cx.out.consts.get(id) {
                ir::Const::Global { id, offset: 0 } => {
                    let ty = self.cx.out.globals[id].ty?;
                    Some(self.cx.ctypes.pointer_to(&mut self.cx.out.types, ty))
                }
                ir::Const::Global { .. }
                | ir::Const::Int { .. }
                | ir::Const::Null
                | ir::Const::Func(_)
                | ir::Const::Block { .. }
                | ir::Const::Float { .. } => None,
            },
        }
    }

    pub(super) fn set_of(&mut self, operand: Operand, of: Option<TypeId>) {
        if let (Operand::Reg(reg), Some(_)) = (operand, of) {
            self.regs[reg].of = of;
        }
    }

    pub(super) fn binary(&mut self, op: BinOp, ty: Type, a: Operand, b: Operand) -> Operand {
        self.def(ty, InstKind::Binary { op, ty, a, b, nsw: false })
    }

    pub(super) fn undef_parts(&mut self, ty: crate::llvm::Ty<'m>) -> Lowered<Parts> {
        Ok(match self.cx.shapes.of(ty) {
            Shape::Void => Parts::new(),
            Shape::One(ty) => Parts::from_iter([self.def(ty, InstKind::Undef { ty })]),
            Shape::Many(parts) => parts.iter().map(|part| self.def(part.ty, InstKind::Undef { ty: part.ty })).collect(),
            Shape::Unsupported(what) => return Err(what.to_string()),
        })
    }

    /// A node that says what is not modelled, in place of an instruction.
    pub(super) fn unsupported(&mut self, inst: Value<'m>, what: String, args: Vec<Operand>) {
        let types: SmallVec<[Type; 2]> = match self.cx.shapes.of(inst.ty()) {
            Shape::Void | Shape::Unsupported(_) => SmallVec::new(),
            Shape::One(ty) => SmallVec::from_iter([ty]),
            Shape::Many(parts) => parts.iter().map(|part| part.ty).collect(),
        };
        let rets: Vec<RegId> = types.into_iter().map(|ty| self.new_reg(ty)).collect();
        let parts: Parts = rets.iter().map(|&reg| Operand::Reg(reg)).collect();
        self.set_parts(inst, &parts);
        self.push(None, InstKind::Unsupported(Box::new(Unsupported { what, args, rets })));
    }
}
