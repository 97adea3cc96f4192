//! Slots without a declaration whose address escapes: compound literals, results of functions that return structs, and
//! variables of which no run meets the declaration (between `switch` and its first `case`).
//!
//! A compound literal belongs to the block it is written in, and everything that names its slot is in there. A variable may
//! be named in inner blocks only. The two look alike, so inside of the body of a `switch` or around a label, where such
//! variables can be, the object is taken to belong to the outermost block that may be its own. A result of a function
//! lives only until the end of the expression, of which nothing can be seen: whoever keeps its address in a variable is
//! told so.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::Lowering;
use super::plan::PlanNode;
use super::roles::Role;
use super::scopes::{Before, Befores, Unmarked, block_at};
use crate::llvm::{Meta, MetaKind, Opcode, TypeKind, Value, ValueKind};

const KEPT: &str = "pointer into a returned struct that is kept longer than the struct";

/// Finds the blocks of slots without a declaration, for one function.
pub struct Unnamed<'a, 'm> {
    nodes: &'a [PlanNode<'m>],
    homes: Option<Homes<'m>>,
}

/// Blocks in which a variable may be declared that no run declares.
#[derive(Debug, Default)]
struct Homes<'m> {
    /// The blocks around each `switch`.
    around_switches: Vec<Option<Meta<'m>>>,
    /// The blocks around each label.
    around_labels: Vec<Meta<'m>>,
    labels: bool,
}

/// What becomes of a slot's address.
#[derive(Debug, Default)]
struct Address<'m> {
    escapes: bool,
    /// Where it is stored.
    stores: SmallVec<[Value<'m>; 1]>,
}

impl<'a, 'm> Unnamed<'a, 'm> {
    pub fn new(nodes: &'a [PlanNode<'m>]) -> Self {
        Unnamed { nodes, homes: None }
    }

    /// A slot in memory: does it hold an object of a block?
    pub fn object(
        &mut self,
        cx: &mut Lowering<'m>,
        slot: Value<'m>,
        befores: &mut Befores<'m>,
    ) -> Option<Unmarked<'m>> {
        let address = follow(cx, slot);
        if !address.escapes {
            return None;
        }
        let common = common_block(cx, slot);
        let home = self.home(cx, common);
        if is_result(cx, slot) || (home.is_none() && is_copy(slot)) {
            for store in address.stores {
                befores.entry(store).or_default().push(Before::Unknown(KEPT));
            }
        }
        let block = home.flatten().or(common)?;
        Some(Unmarked { slot, block })
    }

    /// The block of a variable that no run declares, if the slot can be one.
    pub fn variable(&mut self, cx: &mut Lowering<'m>, slot: Value<'m>) -> Option<Unmarked<'m>> {
        let common = common_block(cx, slot);
        let block = self.home(cx, common)??;
        Some(Unmarked { slot, block })
    }

    /// The outermost block that may declare a variable which is named in `block`, if one may.
    fn home(&mut self, cx: &mut Lowering<'m>, block: Option<Meta<'m>>) -> Option<Option<Meta<'m>>> {
        let nodes = self.nodes;
        let homes = self.homes.get_or_insert_with(|| Homes::of(cx, nodes));
        let Some(block) = block else { return homes.labels.then_some(None) };
        let may_declare = |around: &Meta<'m>| {
            homes.around_labels.contains(around) || homes.around_switches.contains(&around.enclosing_block(cx.module))
        };
        block.and_around(cx.module).filter(may_declare).last().map(Some)
    }
}

impl<'m> Homes<'m> {
    fn of(cx: &Lowering<'m>, nodes: &[PlanNode<'m>]) -> Homes<'m> {
        let mut homes = Homes::default();
        for inst in nodes.iter().flat_map(PlanNode::instructions) {
            match inst.opcode() {
                Opcode::LLVMSwitch => {
                    if let Some(location) = inst.debug_loc() {
                        homes.around_switches.push(block_at(cx, location));
                    }
                }
                Opcode::LLVMCall if inst.callee().name() == b"llvm.dbg.label" => {
                    let label = inst.operand(0).wrapped_node().filter(|node| node.kind() == MetaKind::Label);
                    let block = label.and_then(|label| label.enclosing_block(cx.module));
                    homes.labels = true;
                    homes.around_labels.extend(block.into_iter().flat_map(|block| block.and_around(cx.module)));
                }
                // Any other instruction says nothing about blocks.
                _ => {}
            }
        }
        homes
    }
}

/// Is it a place for a result that nobody else can come to: a part of a slot whose address goes nowhere, or the place that the
/// function itself was given for its own result?
pub fn is_unseen<'m>(cx: &mut Lowering<'m>, place: Value<'m>) -> bool {
    let is_instruction = |value: Value<'m>| value.kind() == ValueKind::LLVMInstructionValueKind;
    let is_part = |value: Value<'m>| {
        is_instruction(value) && matches!(value.opcode(), Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast)
    };
    let mut whole = place;
    while is_part(whole) {
        whole = whole.operand(0);
    }
    match whole.kind() {
        ValueKind::LLVMArgumentValueKind => whole.has_attr(cx.attrs.sret),
        ValueKind::LLVMInstructionValueKind if whole.opcode() == Opcode::LLVMAlloca => !follow(cx, whole).escapes,
        // Any other place may be known to anybody.
        _ => false,
    }
}

/// The innermost block around everything that names the slot; `None` is the function's own.
fn common_block<'m>(cx: &Lowering<'m>, slot: Value<'m>) -> Option<Meta<'m>> {
    let mut blocks = slot.users().filter_map(|user| user.debug_loc()).map(|location| block_at(cx, location));
    let mut common = blocks.next()??;
    for block in blocks {
        let around: SmallVec<[Meta<'m>; 8]> = block?.and_around(cx.module).collect();
        common = common.and_around(cx.module).find(|block| around.contains(block))?;
    }
    Some(common)
}

fn follow<'m>(cx: &mut Lowering<'m>, slot: Value<'m>) -> Address<'m> {
    let mut address = Address::default();
    let mut seen = FxHashSet::from_iter([slot]);
    let mut work = vec![slot];
    while let Some(value) = work.pop() {
        for user in value.users() {
            match user.opcode() {
                Opcode::LLVMLoad | Opcode::LLVMICmp => {}
                Opcode::LLVMStore if user.operand(0) != value => {}
                Opcode::LLVMStore => {
                    address.escapes = true;
                    address.stores.push(user);
                }
                Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMPHI | Opcode::LLVMSelect => {
                    if seen.insert(user) {
                        work.push(user);
                    }
                }
                Opcode::LLVMCall => address.escapes |= is_given_away(cx, user, value),
                // Any other use may let the address escape.
                _ => address.escapes = true,
            }
        }
    }
    address
}

/// Can the callee keep the address?
fn is_given_away<'m>(cx: &mut Lowering<'m>, call: Value<'m>, address: Value<'m>) -> bool {
    let callee = call.callee();
    if callee.kind() == ValueKind::LLVMFunctionValueKind && matches!(cx.role(callee), Role::Intrinsic(_)) {
        return false;
    }
    let (byval, sret) = (cx.attrs.byval, cx.attrs.sret);
    let is_copied = |arg| call.arg_attr(arg, byval).or(call.arg_attr(arg, sret)).is_some();
    callee == address || (0..call.num_args()).any(|arg| call.operand(arg) == address && !is_copied(arg))
}

/// Does the slot hold a struct as a function returned it? Small structs arrive in registers and are stored from there, as
/// part of the call.
fn is_result<'m>(cx: &Lowering<'m>, slot: Value<'m>) -> bool {
    if !matches!(slot.allocated_type().kind(), TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind) {
        return false;
    }
    slot.users().any(|user| match user.opcode() {
        Opcode::LLVMStore => stores_result(user, slot),
        Opcode::LLVMGetElementPtr => {
            user.users().any(|part| part.opcode() == Opcode::LLVMStore && stores_result(part, user))
        }
        Opcode::LLVMCall => {
            (0..user.num_args()).any(|arg| user.operand(arg) == slot && user.arg_attr(arg, cx.attrs.sret).is_some())
        }
        // Any other use stores no result of a call.
        _ => false,
    })
}

fn stores_result<'m>(store: Value<'m>, to: Value<'m>) -> bool {
    let value = store.operand(0);
    store.operand(1) == to
        && value.kind() == ValueKind::LLVMInstructionValueKind
        && value.opcode() == Opcode::LLVMCall
        && value.debug_loc() == store.debug_loc()
}

/// Is the slot a copy of an object, as the value of `c ? a : b` is?
fn is_copy(slot: Value<'_>) -> bool {
    slot.users().any(|user| {
        user.opcode() == Opcode::LLVMCall
            && user.callee().name().starts_with(b"llvm.memcpy.")
            && user.operand(0) == slot
            && user.operand(1).kind() == ValueKind::LLVMInstructionValueKind
    })
}
