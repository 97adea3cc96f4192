//! Values: constants, globals, functions, arguments, instructions; and basic blocks.

use std::marker::PhantomData;

use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use smallvec::SmallVec;

use super::clang::cairn_is_cplusplus;
use super::{IntPredicate, Meta, Module, Opcode, RealPredicate, RmwOp, Ty, ValueKind, borrowed, owned};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value<'m> {
    pub(super) raw: LLVMValueRef,
    module: PhantomData<&'m Module>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block<'m> {
    raw: LLVMBasicBlockRef,
    module: PhantomData<&'m Module>,
}

impl<'m> Value<'m> {
    pub(super) fn new(raw: LLVMValueRef) -> Self {
        debug_assert!(!raw.is_null());
        Value { raw, module: PhantomData }
    }

    pub(super) fn some(raw: LLVMValueRef) -> Option<Self> {
        (!raw.is_null()).then(|| Value::new(raw))
    }

    #[inline]
    pub fn kind(self) -> ValueKind {
        ask!(LLVMGetValueKind(self.raw))
    }

    #[inline]
    pub fn ty(self) -> Ty<'m> {
        Ty::new(ask!(LLVMTypeOf(self.raw)))
    }

    pub fn name(self) -> &'m [u8] {
        let mut len = 0;
        // SAFETY: the name has that length and lives as long as the value.
        unsafe {
            let name = LLVMGetValueName2(self.raw, &mut len);
            borrowed(name, len)
        }
    }

    /// As LLVM prints it.
    pub fn text(self) -> String {
        // SAFETY: the text is new and ours.
        unsafe { owned(LLVMPrintValueToString(self.raw)) }
    }

    pub fn users(self) -> Uses<'m> {
        Uses { next: ask!(LLVMGetFirstUse(self.raw)), module: PhantomData }
    }

    /// Users (instructions, constant expressions) only.
    #[inline]
    pub fn operand(self, index: u32) -> Value<'m> {
        Value::new(ask!(LLVMGetOperand(self.raw, index)))
    }

    pub fn num_operands(self) -> u32 {
        ask!(LLVMGetNumOperands(self.raw)) as u32
    }
}

/// Constants.
impl<'m> Value<'m> {
    /// Integer constants of at most 64 bits only.
    pub fn zext_value(self) -> u64 {
        ask!(LLVMConstIntGetZExtValue(self.raw))
    }

    /// Is this the constant zero, or null, of its type?
    pub fn is_null(self) -> bool {
        ask!(LLVMIsNull(self.raw)) != 0
    }

    /// Integer constants of at most 64 bits only.
    pub fn sext_value(self) -> i64 {
        ask!(LLVMConstIntGetSExtValue(self.raw))
    }

    /// Floating-point and vector constants: the same bits as an integer constant. `None` when LLVM does not fold it.
    pub fn as_bits(self, module: &'m Module, width: u32) -> Option<Value<'m>> {
        let bits = Value::new(ask!(LLVMConstBitCast(self.raw, module.int_type(width))));
        (bits.kind() == ValueKind::LLVMConstantIntValueKind).then_some(bits)
    }

    /// Arrays of `i8` constants: their bytes.
    pub fn string_bytes(self) -> Option<&'m [u8]> {
        // LLVM looks at any other constant as if it were of this kind.
        if self.kind() != ValueKind::LLVMConstantDataArrayValueKind || ask!(LLVMIsConstantString(self.raw)) == 0 {
            return None;
        }
        let mut len = 0;
        // SAFETY: the constant is an array of bytes, has that length and lives as long as the context.
        unsafe {
            let data = LLVMGetAsString(self.raw, &mut len);
            Some(borrowed(data, len))
        }
    }

    /// Aggregates and vectors only.
    pub fn aggregate_element(self, index: u32) -> Option<Value<'m>> {
        Value::some(ask!(LLVMGetAggregateElement(self.raw, index)))
    }

    /// Constant expressions only.
    pub fn const_opcode(self) -> Opcode {
        ask!(LLVMGetConstOpcode(self.raw))
    }

    /// Block addresses only.
    pub fn block_address(self) -> (Value<'m>, Block<'m>) {
        let function = Value::new(ask!(LLVMGetBlockAddressFunction(self.raw)));
        (function, Block::new(ask!(LLVMGetBlockAddressBasicBlock(self.raw))))
    }
}

/// Globals and functions.
impl<'m> Value<'m> {
    pub fn is_declaration(self) -> bool {
        ask!(LLVMIsDeclaration(self.raw)) != 0
    }

    /// A weak reference: null when nothing defines it.
    pub fn is_extern_weak(self) -> bool {
        self.has_linkage(LLVMLinkage::LLVMExternalWeakLinkage)
    }

    /// Known to this module alone and without a name in C.
    pub fn is_private(self) -> bool {
        self.has_linkage(LLVMLinkage::LLVMPrivateLinkage)
    }

    /// Known by its name outside of its own file?
    pub fn is_visible(self) -> bool {
        !self.is_private() && !self.has_linkage(LLVMLinkage::LLVMInternalLinkage)
    }

    fn has_linkage(self, linkage: LLVMLinkage) -> bool {
        ask!(LLVMGetLinkage(self.raw)) as u32 == linkage as u32
    }

    /// The type of what the global or function is, not of its address.
    pub fn value_type(self) -> Ty<'m> {
        Ty::new(ask!(LLVMGlobalGetValueType(self.raw)))
    }

    /// Global variables only.
    pub fn initializer(self) -> Option<Value<'m>> {
        Value::some(ask!(LLVMGetInitializer(self.raw)))
    }

    /// Global variables only.
    pub fn is_constant_global(self) -> bool {
        ask!(LLVMIsGlobalConstant(self.raw)) != 0
    }

    /// Aliases only.
    pub fn aliasee(self) -> Value<'m> {
        Value::new(ask!(LLVMAliasGetAliasee(self.raw)))
    }

    /// Of globals and of instructions that access memory; 0 when none is given.
    pub fn align(self) -> u32 {
        ask!(LLVMGetAlignment(self.raw))
    }

    /// Debug information attached to a global or function.
    pub fn attached_debug_info(self) -> Option<Meta<'m>> {
        let mut count = 0;
        // SAFETY: the list is a copy, asked below its length and disposed of once; the nodes in it live in the context.
        unsafe {
            let entries = LLVMGlobalCopyAllMetadata(self.raw, &mut count);
            let found = (0..count as u32)
                .find(|&index| LLVMValueMetadataEntriesGetKind(entries, index) == DBG_KIND)
                .map(|index| Meta::new(LLVMValueMetadataEntriesGetMetadata(entries, index)));
            LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }

    /// Functions only. That of a definition comes with its body.
    pub fn subprogram(self) -> Option<Meta<'m>> {
        Meta::some(ask!(LLVMGetSubprogram(self.raw)))
    }

    /// Functions only, with a body: is it C++, as far as debug information says?
    pub fn is_cplusplus(self) -> bool {
        ask!(cairn_is_cplusplus(self.raw)) != 0
    }

    /// Functions only.
    pub fn is_intrinsic(self) -> bool {
        ask!(LLVMGetIntrinsicID(self.raw)) != 0
    }

    /// Functions only.
    pub fn params(self) -> SmallVec<[Value<'m>; 8]> {
        let mut params = SmallVec::new();
        let mut next = ask!(LLVMGetFirstParam(self.raw));
        while let Some(param) = Value::some(next) {
            params.push(param);
            next = ask!(LLVMGetNextParam(next));
        }
        params
    }

    /// Functions only: the attribute of a kind on a parameter.
    pub fn param_attr(self, param: u32, kind: u32) -> Option<Attr<'m>> {
        Attr::some(ask!(LLVMGetEnumAttributeAtIndex(self.raw, param + 1, kind)))
    }

    /// Arguments only: does it have an attribute of the kind?
    pub fn has_attr(self, kind: u32) -> bool {
        let function = Value::new(ask!(LLVMGetParamParent(self.raw)));
        let is_it = |param: &u32| ask!(LLVMGetParam(function.raw, *param)) == self.raw;
        let place = (0..ask!(LLVMCountParams(function.raw))).find(is_it);
        place.is_some_and(|place| function.param_attr(place, kind).is_some())
    }

    /// Functions only: blocks in the order of the file.
    pub fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        let mut next = ask!(LLVMGetFirstBasicBlock(self.raw));
        std::iter::from_fn(move || {
            let current = Block::some(next)?;
            next = ask!(LLVMGetNextBasicBlock(next));
            Some(current)
        })
    }
}

/// The metadata kind `dbg`, which is fixed in LLVM.
const DBG_KIND: u32 = 0;

/// Instructions. A method names the opcodes it is for.
impl<'m> Value<'m> {
    #[inline]
    pub fn opcode(self) -> Opcode {
        ask!(LLVMGetInstructionOpcode(self.raw))
    }

    #[inline]
    pub fn debug_loc(self) -> Option<Meta<'m>> {
        Meta::some(ask!(LLVMInstructionGetDebugLoc(self.raw)))
    }

    pub fn parent(self) -> Block<'m> {
        Block::new(ask!(LLVMGetInstructionParent(self.raw)))
    }

    pub fn next(self) -> Option<Value<'m>> {
        Value::some(ask!(LLVMGetNextInstruction(self.raw)))
    }

    /// Alloca.
    pub fn allocated_type(self) -> Ty<'m> {
        Ty::new(ask!(LLVMGetAllocatedType(self.raw)))
    }

    /// Load, store.
    #[inline]
    pub fn is_volatile(self) -> bool {
        ask!(LLVMGetVolatile(self.raw)) != 0
    }

    /// Load, store.
    #[inline]
    pub fn is_atomic(self) -> bool {
        ask!(LLVMGetOrdering(self.raw)) as u32 != 0
    }

    /// Add, sub, mul, shl.
    pub fn nsw(self) -> bool {
        ask!(LLVMGetNSW(self.raw)) != 0
    }

    /// Add, sub, mul, shl.
    pub fn nuw(self) -> bool {
        ask!(LLVMGetNUW(self.raw)) != 0
    }

    /// Icmp.
    pub fn icmp_predicate(self) -> IntPredicate {
        ask!(LLVMGetICmpPredicate(self.raw))
    }

    /// Fcmp.
    pub fn fcmp_predicate(self) -> RealPredicate {
        ask!(LLVMGetFCmpPredicate(self.raw))
    }

    /// Atomicrmw.
    pub fn rmw_op(self) -> RmwOp {
        ask!(LLVMGetAtomicRMWBinOp(self.raw))
    }

    /// Getelementptr, also as a constant expression.
    pub fn gep_source_type(self) -> Ty<'m> {
        Ty::new(ask!(LLVMGetGEPSourceElementType(self.raw)))
    }

    /// Extractvalue, insertvalue.
    pub fn indices(self) -> &'m [u32] {
        let count = ask!(LLVMGetNumIndices(self.raw)) as usize;
        // SAFETY: this many numbers are part of the instruction, which has at least one.
        unsafe { std::slice::from_raw_parts(LLVMGetIndices(self.raw), count) }
    }

    /// Shufflevector: `None` is an undefined lane.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        (0..ask!(LLVMGetNumMaskElements(self.raw)))
            .map(|index| u32::try_from(ask!(LLVMGetMaskValue(self.raw, index))).ok())
            .collect()
    }

    /// Phi.
    pub fn incoming(self) -> impl Iterator<Item = (Value<'m>, Block<'m>)> {
        let count = ask!(LLVMCountIncoming(self.raw));
        (0..count).map(move |index| {
            let value = Value::new(ask!(LLVMGetIncomingValue(self.raw, index)));
            (value, Block::new(ask!(LLVMGetIncomingBlock(self.raw, index))))
        })
    }

    /// Terminators.
    pub fn num_successors(self) -> u32 {
        ask!(LLVMGetNumSuccessors(self.raw))
    }

    /// Terminators.
    pub fn successor(self, index: u32) -> Block<'m> {
        Block::new(ask!(LLVMGetSuccessor(self.raw, index)))
    }

    /// Br.
    pub fn is_conditional(self) -> bool {
        ask!(LLVMIsConditional(self.raw)) != 0
    }

    /// Br with two targets.
    pub fn condition(self) -> Value<'m> {
        Value::new(ask!(LLVMGetCondition(self.raw)))
    }

    /// Call, invoke, callbr.
    #[inline]
    pub fn callee(self) -> Value<'m> {
        Value::new(ask!(LLVMGetCalledValue(self.raw)))
    }

    /// Call, invoke, callbr.
    pub fn called_type(self) -> Ty<'m> {
        Ty::new(ask!(LLVMGetCalledFunctionType(self.raw)))
    }

    /// Call, invoke, callbr.
    pub fn num_args(self) -> u32 {
        ask!(LLVMGetNumArgOperands(self.raw))
    }

    /// Call, invoke, callbr: the attribute of a kind on an argument.
    pub fn arg_attr(self, arg: u32, kind: u32) -> Option<Attr<'m>> {
        Attr::some(ask!(LLVMGetCallSiteEnumAttribute(self.raw, arg + 1, kind)))
    }

    /// Inline assembly: its text and constraints.
    pub fn asm(self) -> (&'m [u8], &'m [u8]) {
        let mut len = 0;
        // SAFETY: both strings have the length that comes with them and live as long as the value.
        unsafe {
            let text = LLVMGetInlineAsmAsmString(self.raw, &mut len);
            let text = borrowed(text, len);
            let constraints = LLVMGetInlineAsmConstraintString(self.raw, &mut len);
            (text, borrowed(constraints, len))
        }
    }

    /// An argument of a debug intrinsic: the value it wraps, when it still exists.
    pub fn wrapped_value(self) -> Option<Value<'m>> {
        // A wrapped value is the only operand that the C API lists for such metadata.
        if ask!(LLVMIsAValueAsMetadata(self.raw)).is_null() || ask!(LLVMGetMDNodeNumOperands(self.raw)) != 1 {
            return None;
        }
        let mut value = std::ptr::null_mut();
        // SAFETY: there is room for the only operand.
        unsafe { LLVMGetMDNodeOperands(self.raw, &mut value) };
        Value::some(value)
    }

    /// An argument of a debug intrinsic: the node it wraps.
    pub fn wrapped_node(self) -> Option<Meta<'m>> {
        (!ask!(LLVMIsAMDNode(self.raw)).is_null()).then(|| Meta::new(ask!(LLVMValueAsMetadata(self.raw))))
    }
}

impl<'m> Block<'m> {
    fn new(raw: LLVMBasicBlockRef) -> Self {
        debug_assert!(!raw.is_null());
        Block { raw, module: PhantomData }
    }

    fn some(raw: LLVMBasicBlockRef) -> Option<Self> {
        (!raw.is_null()).then(|| Block::new(raw))
    }

    pub fn instructions(self) -> Instructions<'m> {
        Instructions { next: ask!(LLVMGetFirstInstruction(self.raw)), module: PhantomData }
    }

    /// Terminators that lead here.
    pub fn jumps(self) -> impl Iterator<Item = Value<'m>> {
        let block = Value::<'m>::new(ask!(LLVMBasicBlockAsValue(self.raw)));
        block.users().filter(|user| user.kind() == ValueKind::LLVMInstructionValueKind)
    }

    pub fn first(self) -> Option<Value<'m>> {
        Value::some(ask!(LLVMGetFirstInstruction(self.raw)))
    }
}

/// The instructions of a block, in order.
#[derive(Clone, Debug)]
pub struct Instructions<'m> {
    next: LLVMValueRef,
    module: PhantomData<&'m Module>,
}

impl<'m> Iterator for Instructions<'m> {
    type Item = Value<'m>;

    #[inline]
    fn next(&mut self) -> Option<Value<'m>> {
        let current = Value::some(self.next)?;
        self.next = ask!(LLVMGetNextInstruction(self.next));
        Some(current)
    }
}

/// The users of a value; one that uses it twice comes twice.
#[derive(Clone, Debug)]
pub struct Uses<'m> {
    next: LLVMUseRef,
    module: PhantomData<&'m Module>,
}

impl<'m> Iterator for Uses<'m> {
    type Item = Value<'m>;

    fn next(&mut self) -> Option<Value<'m>> {
        if self.next.is_null() {
            return None;
        }
        let user = Value::new(ask!(LLVMGetUser(self.next)));
        self.next = ask!(LLVMGetNextUse(self.next));
        Some(user)
    }
}

/// An attribute of a parameter or argument.
#[derive(Clone, Copy, Debug)]
pub struct Attr<'m> {
    raw: LLVMAttributeRef,
    module: PhantomData<&'m Module>,
}

impl<'m> Attr<'m> {
    fn some(raw: LLVMAttributeRef) -> Option<Self> {
        (!raw.is_null()).then_some(Attr { raw, module: PhantomData })
    }

    /// Attributes that carry a number.
    pub fn number(self) -> u64 {
        ask!(LLVMGetEnumAttributeValue(self.raw))
    }

    /// Attributes that carry a type.
    pub fn ty(self) -> Ty<'m> {
        Ty::new(ask!(LLVMGetTypeAttributeValue(self.raw)))
    }
}
