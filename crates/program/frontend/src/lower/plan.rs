//! What is decided about a function before its instructions are lowered: which blocks exist, which stack slots become
//! registers, where their values meet.
//!
//! Locals become registers exactly when no code can see their address: static slots of one scalar that are only loaded
//! and stored whole. Their values meet in block parameters, placed where the dominance frontier says and only where
//! the variable is still read (pruned SSA).
//!
//! Invariants of a [`Plan`]:
//!  - node 0 is the entry and every node can be reached; nodes are numbered in the order of the file;
//!  - `params` of a node lists variables in ascending order;
//!  - a promoted variable has a value wherever it is read: a store, a parameter, or an indeterminate value made at its
//!    scope's start (`undef_starts`) or at the function's entry (`entry_undefs`).

use std::collections::hash_map::Entry;

use ir::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::cfg::{DomTree, Edges, Node, predecessors};
use super::roles::{Intrinsic, Role};
use super::scopes::{self, Befores, Scanned, Unmarked};
use super::shift::{Checked, Fault, ShiftRule, recognise};
use super::unevaluated::unevaluated;
use super::unnamed::Unnamed;
use super::{Lowering, shape};
use crate::llvm::{Block, Meta, MetaKind, Opcode, Value, ValueKind};

/// Index of a promoted variable.
pub type Var = u32;

#[derive(Debug)]
pub struct Plan<'m> {
    pub nodes: Vec<PlanNode<'m>>,
    /// First blocks of nodes.
    pub node_of: FxHashMap<Block<'m>, Node>,
    pub dom: DomTree,
    pub vars: Vec<PromotedVar<'m>>,
    pub var_of: FxHashMap<Value<'m>, Var>,
    pub entry_undefs: Vec<Var>,
    pub undef_starts: FxHashSet<Value<'m>>,
    pub shifts: FxHashMap<Value<'m>, ShiftRule<'m>>,
    /// Not lowered: operands of `__builtin_constant_p`.
    pub unevaluated: FxHashSet<Value<'m>>,
    /// `dbg.declare`: the C variable that lives in a slot or argument.
    pub declared: FxHashMap<Value<'m>, Declared<'m>>,
    /// What happens before an instruction, because of scopes that clang does not mark.
    pub befores: Befores<'m>,
    /// Slots in memory that hold objects of a block, without marks.
    pub unmarked: FxHashSet<Value<'m>>,
}

#[derive(Clone, Copy, Debug)]
pub struct Declared<'m> {
    pub variable: Meta<'m>,
    pub at: Option<Meta<'m>>,
}

#[derive(Debug)]
pub struct PlanNode<'m> {
    pub segments: SmallVec<[Segment<'m>; 1]>,
    /// The instruction that ends the node: a terminator, or a call that does not return.
    pub end: Value<'m>,
    pub succs: Edges,
    pub params: SmallVec<[Var; 4]>,
}

impl<'m> PlanNode<'m> {
    /// Everything up to the node's end, parts of checks too.
    pub fn instructions(&self) -> impl Iterator<Item = Value<'m>> {
        let end = self.end;
        let mut done = false;
        self.segments.iter().flat_map(|segment| segment.block.instructions()).take_while(move |&inst| {
            let before = !done;
            done |= inst == end;
            before
        })
    }
}

/// An LLVM block of a node; all but a node's last end in a recognised check and fall through.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'m> {
    pub block: Block<'m>,
    /// Part of the check: not lowered.
    pub skip: Option<Value<'m>>,
    /// The block ends in a shift of constants that is wrong.
    pub fault: Option<Fault>,
}

#[derive(Debug)]
pub struct PromotedVar<'m> {
    pub slot: Value<'m>,
    pub ty: Type,
    /// Stays in memory after all, because a run may find a value there that is none any more.
    pub stays: bool,
    marked: bool,
    /// The block that the variable belongs to, when clang does not mark its scope.
    block: Option<Meta<'m>>,
    defs: SmallVec<[Node; 4]>,
    /// Nodes that read it before they write it.
    uses: SmallVec<[Node; 4]>,
    /// Scope starts after which the node says nothing more about the variable.
    open_starts: SmallVec<[(Node, Value<'m>); 1]>,
    /// The node that was last seen to define or to read it.
    seen_def: Node,
    seen_use: Node,
}

const NO_NODE: Node = Node::MAX;

impl<'m> Plan<'m> {
    pub fn new(cx: &mut Lowering<'m>, function: Value<'m>) -> Plan<'m> {
        let mut scan = Scan {
            cx,
            nodes: Vec::new(),
            node_of: FxHashMap::default(),
            vars: Vec::new(),
            var_of: FxHashMap::default(),
            undef_starts: FxHashSet::default(),
            shifts: FxHashMap::default(),
            declared: FxHashMap::default(),
            marked: FxHashSet::default(),
            in_memory: Vec::new(),
            pending_starts: SmallVec::new(),
            questions: Vec::new(),
        };
        scan.reach(function);
        let Scan {
            cx,
            mut nodes,
            node_of,
            mut vars,
            mut var_of,
            mut undef_starts,
            shifts,
            declared,
            marked,
            in_memory,
            questions,
            ..
        } = scan;
        let unevaluated = unevaluated(&nodes, &questions);

        let succs: Vec<Edges> = nodes.iter().map(|node| node.succs.clone()).collect();
        let preds = predecessors(&succs);
        let dom = DomTree::new(&succs, &preds);
        let mut entry_undefs = Vec::new();
        let mut objects: Vec<Unmarked<'m>> = Vec::new();
        let mut placement = Placement::new(&succs, &preds, &dom);
        for (index, var) in (0..).zip(&mut vars) {
            placement.find_live(index, var);
            let mut object = var.block.map(|block| Unmarked { slot: var.slot, block });
            if placement.is_live_in(index, 0) {
                if object.is_none() && !var.marked && !declared.contains_key(&var.slot) {
                    object = Unnamed::new(&nodes).variable(cx, var.slot);
                }
                if object.is_some() {
                    var.stays = true;
                    var_of.remove(&var.slot);
                } else {
                    entry_undefs.push(index);
                }
            }
            objects.extend(object);
            if !var.stays {
                placement.place(index, var, &mut nodes, &mut undef_starts);
            }
        }
        let mut befores = Befores::default();
        let mut unnamed = Unnamed::new(&nodes);
        for slot in in_memory.into_iter().filter(|slot| !marked.contains(slot)) {
            objects.extend(match declared.get(&slot) {
                Some(declared) => declared.variable.variable_block(cx.module).map(|block| Unmarked { slot, block }),
                None => unnamed.object(cx, slot, &mut befores),
            });
        }
        let scanned = Scanned { nodes: &nodes, succs: &succs, preds: &preds, declared: &declared };
        scopes::find_ends(cx, scanned, &objects, &mut befores);
        let unmarked = objects.iter().map(|object| object.slot).filter(|slot| !var_of.contains_key(slot)).collect();
        Plan {
            nodes,
            node_of,
            dom,
            vars,
            var_of,
            entry_undefs,
            undef_starts,
            shifts,
            unevaluated,
            declared,
            befores,
            unmarked,
        }
    }
}

/// The walk over everything that can be reached.
struct Scan<'a, 'm> {
    cx: &'a mut Lowering<'m>,
    nodes: Vec<PlanNode<'m>>,
    node_of: FxHashMap<Block<'m>, Node>,
    vars: Vec<PromotedVar<'m>>,
    var_of: FxHashMap<Value<'m>, Var>,
    undef_starts: FxHashSet<Value<'m>>,
    shifts: FxHashMap<Value<'m>, ShiftRule<'m>>,
    declared: FxHashMap<Value<'m>, Declared<'m>>,
    /// Slots whose scope clang has marked. It does not mark variables whose declaration a jump may skip.
    marked: FxHashSet<Value<'m>>,
    /// Slots of a fixed size that are not promoted.
    in_memory: Vec<Value<'m>>,
    /// Scope starts in the node at hand that no access has followed yet.
    pending_starts: SmallVec<[(Var, Value<'m>); 4]>,
    /// Calls that are about an operand and do not evaluate it.
    questions: Vec<Value<'m>>,
}

impl<'m> Scan<'_, 'm> {
    /// Visits every node once, in some order, and then numbers them in the order of the file.
    fn reach(&mut self, function: Value<'m>) {
        let mut order: Vec<Block<'m>> = function.blocks().collect();
        let mut found: FxHashMap<Block<'m>, Node> = FxHashMap::default();
        let mut succs: Vec<SmallVec<[Block<'m>; 2]>> = Vec::new();
        let mut work = vec![order[0]];
        while let Some(head) = work.pop() {
            let node = self.nodes.len() as Node;
            if let Entry::Vacant(entry) = found.entry(head) {
                entry.insert(node);
                let blocks = self.scan_node(node, head);
                work.extend(blocks.iter().rev().copied());
                succs.push(blocks);
            }
        }
        order.retain(|block| found.contains_key(block));
        let mut number = vec![0; order.len()];
        for (final_number, block) in (0..).zip(&order) {
            number[found[block] as usize] = final_number;
        }
        for (node, succs) in self.nodes.iter_mut().zip(succs) {
            node.succs = succs.iter().map(|succ| number[found[succ] as usize]).collect();
        }
        self.renumber(&number);
        self.node_of = order.into_iter().zip(0..).collect();
    }

    fn renumber(&mut self, number: &[Node]) {
        let mut nodes: Vec<Option<PlanNode<'m>>> = self.nodes.iter().map(|_| None).collect();
        for (node, &number) in self.nodes.drain(..).zip(number) {
            nodes[number as usize] = Some(node);
        }
        self.nodes = nodes.into_iter().map(|node| node.expect("invariant: the numbers are a permutation")).collect();
        for var in &mut self.vars {
            let mentioned = var.defs.iter_mut().chain(&mut var.uses);
            for node in mentioned.chain(var.open_starts.iter_mut().map(|(node, _)| node)) {
                *node = number[*node as usize];
            }
        }
    }

    /// The blocks that control runs through from `head` on without a choice that the IR has to know, and what they do
    /// to slots. Gives where control goes next.
    fn scan_node(&mut self, node: Node, head: Block<'m>) -> SmallVec<[Block<'m>; 2]> {
        let mut segments: SmallVec<[Segment<'m>; 1]> = SmallVec::new();
        let mut block = head;
        let (end, succs) = loop {
            let end = self.scan_block(node, block);
            let check = match self.cx.ubsan_traps.as_slice() {
                [] => None,
                traps => recognise(end, |callee| traps.contains(&callee)),
            };
            let Some(check) = check else {
                segments.push(Segment { block, skip: None, fault: None });
                break (end, successors(end));
            };
            let mut segment = Segment { block, skip: None, fault: None };
            match check.shift {
                Checked::Shift(shift, rule) => {
                    self.shifts.insert(shift, rule);
                    if rule.whole_amount_in_range.is_none() {
                        segment.skip = check.in_range.filter(|inst| inst.users().count() == 1);
                    }
                }
                Checked::Folded(fault) => segment.fault = fault,
            }
            segments.push(segment);
            block = check.next;
        };
        for (var, start) in self.pending_starts.drain(..) {
            self.vars[var as usize].open_starts.push((node, start));
        }
        self.nodes.push(PlanNode { segments, end, succs: Edges::new(), params: SmallVec::new() });
        succs
    }

    /// Gives the block's terminator, or the first call after which nothing runs.
    fn scan_block(&mut self, node: Node, block: Block<'m>) -> Value<'m> {
        let mut last = None;
        for inst in block.instructions() {
            last = Some(inst);
            match inst.opcode() {
                Opcode::LLVMAlloca if node == 0 => self.scan_alloca(inst),
                Opcode::LLVMLoad => self.scan_load(node, inst),
                Opcode::LLVMStore => self.scan_store(node, inst),
                Opcode::LLVMCall if self.scan_call(node, inst) => break,
                // Any other instruction neither reads nor writes a variable that becomes registers.
                _ => {}
            }
        }
        last.expect("invariant: a block ends in a terminator")
    }

    fn scan_alloca(&mut self, slot: Value<'m>) {
        let allocated = slot.allocated_type();
        let scalar = self.cx.shapes.scalar(allocated).filter(|_| shape::Lanes::of(allocated).is_none());
        let Some(ty) = scalar.filter(|_| self.is_promotable(slot)) else {
            if slot.operand(0).kind() == ValueKind::LLVMConstantIntValueKind {
                self.in_memory.push(slot);
            }
            return;
        };
        self.var_of.insert(slot, self.vars.len() as Var);
        self.vars.push(PromotedVar {
            slot,
            ty,
            stays: false,
            marked: false,
            block: None,
            defs: SmallVec::new(),
            uses: SmallVec::new(),
            open_starts: SmallVec::new(),
            seen_def: NO_NODE,
            seen_use: NO_NODE,
        });
    }

    fn is_promotable(&mut self, slot: Value<'m>) -> bool {
        let allocated = slot.allocated_type();
        let count = slot.operand(0);
        if count.kind() != ValueKind::LLVMConstantIntValueKind || count.zext_value() != 1 {
            return false;
        }
        slot.users().all(|user| match user.opcode() {
            Opcode::LLVMLoad => user.ty() == allocated && !user.is_volatile() && !user.is_atomic(),
            Opcode::LLVMStore => {
                let value = user.operand(0);
                value != slot && value.ty() == allocated && !user.is_volatile() && !user.is_atomic()
            }
            Opcode::LLVMCall => self.scope_mark(user).is_some(),
            // Any other use may let the address escape.
            _ => false,
        })
    }

    fn scope_mark(&mut self, call: Value<'m>) -> Option<Intrinsic> {
        let callee = call.callee();
        if callee.kind() != ValueKind::LLVMFunctionValueKind {
            return None;
        }
        let Role::Intrinsic(mark) = self.cx.role(callee) else { return None };
        matches!(mark, Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd).then_some(mark)
    }

    fn scan_load(&mut self, node: Node, load: Value<'m>) {
        let Some(&index) = self.var_of.get(&load.operand(0)) else { return };
        let var = &mut self.vars[index as usize];
        if var.seen_def != node && var.seen_use != node {
            var.seen_use = node;
            var.uses.push(node);
        }
        if let Some(at) = self.pending_starts.iter().position(|&(pending, _)| pending == index) {
            let (_, start) = self.pending_starts.swap_remove(at);
            self.undef_starts.insert(start);
        }
    }

    fn scan_store(&mut self, node: Node, store: Value<'m>) {
        let Some(&index) = self.var_of.get(&store.operand(1)) else { return };
        self.define(node, index);
        self.pending_starts.retain(|&mut (pending, _)| pending != index);
    }

    fn define(&mut self, node: Node, index: Var) {
        let var = &mut self.vars[index as usize];
        if var.seen_def != node {
            var.seen_def = node;
            var.defs.push(node);
        }
    }

    /// Is it a call after which nothing runs?
    fn scan_call(&mut self, node: Node, call: Value<'m>) -> bool {
        let callee = call.callee();
        if callee.kind() != ValueKind::LLVMFunctionValueKind {
            return false;
        }
        let role = self.cx.role(callee);
        match role {
            Role::Intrinsic(Intrinsic::DbgDeclare) => {
                let variable = call.operand(1).wrapped_node();
                let variable = variable.filter(|node| node.kind() == MetaKind::LocalVariable);
                if let (Some(slot), Some(variable)) = (call.operand(0).wrapped_value(), variable) {
                    self.declared.entry(slot).or_insert(Declared { variable, at: call.debug_loc() });
                    self.declare(node, slot, variable, call);
                }
            }
            Role::Intrinsic(Intrinsic::LifetimeStart) => {
                self.marked.insert(call.operand(1));
                if let Some(&index) = self.var_of.get(&call.operand(1)) {
                    self.vars[index as usize].marked = true;
                    self.start(node, index, call);
                }
            }
            Role::Intrinsic(Intrinsic::IsConstant | Intrinsic::ObjectSize) => self.questions.push(call),
            // Any other call says nothing about variables.
            _ => {}
        }
        role.ends_run()
    }

    /// A declaration. Without marks it is where the variable's value becomes indeterminate.
    fn declare(&mut self, node: Node, slot: Value<'m>, variable: Meta<'m>, call: Value<'m>) {
        let Some(&index) = self.var_of.get(&slot) else { return };
        let var = &mut self.vars[index as usize];
        if var.marked {
            return;
        }
        var.block = variable.variable_block(self.cx.module);
        if var.block.is_some() {
            self.start(node, index, call);
        }
    }

    fn start(&mut self, node: Node, index: Var, call: Value<'m>) {
        self.define(node, index);
        self.pending_starts.retain(|&mut (pending, _)| pending != index);
        self.pending_starts.push((index, call));
    }
}

/// Where control can go. An exception raised by the callee of an `invoke` is not modelled: what raises one is.
fn successors<'m>(terminator: Value<'m>) -> SmallVec<[Block<'m>; 2]> {
    match terminator.opcode() {
        Opcode::LLVMInvoke => SmallVec::from_iter([terminator.successor(0)]),
        Opcode::LLVMBr | Opcode::LLVMSwitch | Opcode::LLVMIndirectBr => {
            (0..terminator.num_successors()).map(|index| terminator.successor(index)).collect()
        }
        // Any other goes nowhere: final calls, return, unreachable, and what becomes an unsupported terminator.
        _ => SmallVec::new(),
    }
}

/// Finds where a variable is live and where its values meet, one variable after the other.
struct Placement<'a> {
    succs: &'a [Edges],
    preds: &'a [Edges],
    frontiers: Option<Vec<Edges>>,
    dom: &'a DomTree,
    /// Marks hold the variable's number plus 1, so that they need no clearing.
    live_in: Vec<u32>,
    defines: Vec<u32>,
    joins: Vec<u32>,
    work: Vec<Node>,
}

impl<'a> Placement<'a> {
    fn new(succs: &'a [Edges], preds: &'a [Edges], dom: &'a DomTree) -> Self {
        let marks = || vec![0; succs.len()];
        let (live_in, defines, joins) = (marks(), marks(), marks());
        Placement { succs, preds, frontiers: None, dom, live_in, defines, joins, work: Vec::new() }
    }

    fn is_live_in(&self, var: Var, node: Node) -> bool {
        self.live_in[node as usize] == var + 1
    }

    fn find_live(&mut self, index: Var, var: &PromotedVar<'_>) {
        let mark = index + 1;
        for &node in &var.defs {
            self.defines[node as usize] = mark;
        }
        for &node in &var.uses {
            self.live_in[node as usize] = mark;
            self.work.push(node);
        }
        while let Some(node) = self.work.pop() {
            for &pred in &self.preds[node as usize] {
                if self.defines[pred as usize] != mark && self.live_in[pred as usize] != mark {
                    self.live_in[pred as usize] = mark;
                    self.work.push(pred);
                }
            }
        }
    }

    fn place<'m>(
        &mut self,
        index: Var,
        var: &mut PromotedVar<'m>,
        nodes: &mut [PlanNode<'m>],
        undef_starts: &mut FxHashSet<Value<'m>>,
    ) {
        let mark = index + 1;
        for &(node, start) in &var.open_starts {
            if self.succs[node as usize].iter().any(|&succ| self.is_live_in(index, succ)) {
                undef_starts.insert(start);
            }
        }
        if var.uses.is_empty() {
            return;
        }
        let (preds, dom) = (self.preds, self.dom);
        let frontiers = self.frontiers.get_or_insert_with(|| dom.frontiers(preds));
        self.work.extend(var.defs.iter().copied());
        if self.live_in[0] == mark {
            self.work.push(0);
        }
        while let Some(node) = self.work.pop() {
            for &join in &frontiers[node as usize] {
                if self.live_in[join as usize] == mark && self.joins[join as usize] != mark {
                    self.joins[join as usize] = mark;
                    nodes[join as usize].params.push(index);
                    self.work.push(join);
                }
            }
        }
    }
}
