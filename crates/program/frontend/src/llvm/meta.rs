//! Debug information.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use smallvec::SmallVec;

use super::{Module, Value, borrowed, owned};

/// A metadata node of the module's context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Meta<'m> {
    raw: LLVMMetadataRef,
    module: PhantomData<&'m Module>,
}

/// Blocks in blocks, at most: debug information that goes in circles passes LLVM's verifier.
const MAX_NESTING: usize = 1 << 12;

/// The kinds of nodes that the front end looks into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetaKind {
    BasicType,
    DerivedType,
    CompositeType,
    SubroutineType,
    Subrange,
    Enumerator,
    LocalVariable,
    GlobalVariable,
    GlobalVariableExpression,
    Subprogram,
    File,
    /// A block inside of a function.
    LexicalBlock,
    /// A part of a scope that stands in another file.
    ScopeFile,
    /// A unit that code can be in.
    OtherScope,
    Label,
    Constant,
    Tuple,
    Other,
}

impl<'m> Meta<'m> {
    pub(super) fn new(raw: LLVMMetadataRef) -> Self {
        Meta { raw, module: PhantomData }
    }

    pub(super) fn some(raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then(|| Meta::new(raw))
    }

    pub fn kind(self) -> MetaKind {
        use LLVMMetadataKind::*;
        let kind = ask!(LLVMGetMetadataKind(self.raw));
        match kind {
            LLVMDIBasicTypeMetadataKind => MetaKind::BasicType,
            LLVMDIDerivedTypeMetadataKind => MetaKind::DerivedType,
            LLVMDICompositeTypeMetadataKind => MetaKind::CompositeType,
            LLVMDISubroutineTypeMetadataKind => MetaKind::SubroutineType,
            LLVMDISubrangeMetadataKind => MetaKind::Subrange,
            LLVMDIEnumeratorMetadataKind => MetaKind::Enumerator,
            LLVMDILocalVariableMetadataKind => MetaKind::LocalVariable,
            LLVMDIGlobalVariableMetadataKind => MetaKind::GlobalVariable,
            LLVMDIGlobalVariableExpressionMetadataKind => MetaKind::GlobalVariableExpression,
            LLVMDISubprogramMetadataKind => MetaKind::Subprogram,
            LLVMDIFileMetadataKind => MetaKind::File,
            LLVMDILexicalBlockMetadataKind => MetaKind::LexicalBlock,
            LLVMDILexicalBlockFileMetadataKind => MetaKind::ScopeFile,
            LLVMDICompileUnitMetadataKind | LLVMDINamespaceMetadataKind => MetaKind::OtherScope,
            LLVMDILabelMetadataKind => MetaKind::Label,
            LLVMConstantAsMetadataMetadataKind => MetaKind::Constant,
            LLVMMDTupleMetadataKind => MetaKind::Tuple,
            // Any other node is not looked into.
            _ => MetaKind::Other,
        }
    }

    /// Debug-information nodes only.
    pub fn tag(self) -> u16 {
        ask!(LLVMGetDINodeTag(self.raw))
    }

    /// Locations only.
    pub fn location(self) -> (u32, u32, Option<Meta<'m>>) {
        let scope = Meta::some(ask!(LLVMDILocationGetScope(self.raw)));
        (ask!(LLVMDILocationGetLine(self.raw)), ask!(LLVMDILocationGetColumn(self.raw)), scope)
    }

    /// The file that a scope is in. LLVM's verifier lets debug information pass that is not what it seems.
    pub fn scope_file(self) -> Option<Meta<'m>> {
        use MetaKind::{File, LexicalBlock, OtherScope, ScopeFile, Subprogram};
        let is_scope = matches!(self.kind(), Subprogram | LexicalBlock | ScopeFile | OtherScope | File);
        let file = is_scope.then(|| ask!(LLVMDIScopeGetFile(self.raw)))?;
        Meta::some(file).filter(|file| file.kind() == File)
    }

    /// Files only: directory and name.
    pub fn file_path(self, module: &'m Module) -> (&'m str, &'m str) {
        let operands = self.operands(module);
        (operands.string(1).unwrap_or_default(), operands.string(0).unwrap_or_default())
    }

    /// Variables only.
    pub fn variable_line(self) -> u32 {
        ask!(LLVMDIVariableGetLine(self.raw))
    }

    /// Variables only: the block inside of its function that the variable belongs to.
    pub fn variable_block(self, module: &'m Module) -> Option<Meta<'m>> {
        Meta::some(ask!(LLVMDIVariableGetScope(self.raw))).and_then(|scope| scope.block(module))
    }

    /// The block inside of a function that a scope is, if it is not the function itself.
    pub fn block(self, module: &'m Module) -> Option<Meta<'m>> {
        let mut scope = self;
        for _ in 0..MAX_NESTING {
            if scope.kind() != MetaKind::ScopeFile {
                break;
            }
            scope = scope.operands(module).node(1)?;
        }
        (scope.kind() == MetaKind::LexicalBlock).then_some(scope)
    }

    /// A block and the blocks around it, from the inside.
    pub fn and_around(self, module: &'m Module) -> impl Iterator<Item = Meta<'m>> {
        std::iter::successors(Some(self), move |block| block.enclosing_block(module)).take(MAX_NESTING)
    }

    /// The block around a block or a label.
    pub fn enclosing_block(self, module: &'m Module) -> Option<Meta<'m>> {
        let scope = match self.kind() {
            MetaKind::LexicalBlock => self.operands(module).node(1),
            MetaKind::Label => self.operands(module).node(0),
            // Any other node is in no block.
            _ => None,
        };
        scope?.block(module)
    }

    /// Variables only.
    pub fn variable_file(self) -> Option<Meta<'m>> {
        Meta::some(ask!(LLVMDIVariableGetFile(self.raw))).filter(|file| file.kind() == MetaKind::File)
    }

    /// Functions only.
    pub fn subprogram_line(self) -> u32 {
        ask!(LLVMDISubprogramGetLine(self.raw))
    }

    /// Types only.
    pub fn type_bits(self) -> u64 {
        ask!(LLVMDITypeGetSizeInBits(self.raw))
    }

    /// Types only: where it is declared.
    pub fn type_line(self) -> u32 {
        ask!(LLVMDITypeGetLine(self.raw))
    }

    /// Types only: where it is declared.
    pub fn type_file(self) -> Option<Meta<'m>> {
        Meta::some(ask!(LLVMDIScopeGetFile(self.raw))).filter(|file| file.kind() == MetaKind::File)
    }

    /// Types only: members have an offset.
    pub fn type_offset_bits(self) -> u64 {
        ask!(LLVMDITypeGetOffsetInBits(self.raw))
    }

    /// Types only: is it the declaration of a bit field?
    pub fn type_is_bit_field(self) -> bool {
        ask!(LLVMDITypeGetFlags(self.raw)) & LLVMDIFlagBitField != 0
    }

    /// Types only: a C++ static member, which takes no place in the object.
    pub fn type_is_static_member(self) -> bool {
        ask!(LLVMDITypeGetFlags(self.raw)) & LLVMDIFlagStaticMember != 0
    }

    /// The node's operands; absent ones are `None`. Nodes only.
    pub fn operands(self, module: &'m Module) -> Operands<'m> {
        let node = module.wrap(self.raw);
        let count = ask!(LLVMGetMDNodeNumOperands(node)) as usize;
        let mut values: SmallVec<[LLVMValueRef; 12]> = SmallVec::from_elem(std::ptr::null_mut(), count);
        // SAFETY: there is room for as many operands as LLVM has counted.
        unsafe { LLVMGetMDNodeOperands(node, values.as_mut_ptr()) };
        Operands { values, module: PhantomData }
    }

    /// As LLVM prints it: the C API has no getter for some fields.
    pub fn text(self, module: &'m Module) -> String {
        let node = module.wrap(self.raw);
        // SAFETY: the text is new and ours.
        unsafe { owned(LLVMPrintValueToString(node)) }
    }
}

/// Operands of a metadata node.
#[derive(Clone, Debug)]
pub struct Operands<'m> {
    values: SmallVec<[LLVMValueRef; 12]>,
    module: PhantomData<&'m Module>,
}

impl<'m> Operands<'m> {
    pub fn len(&self) -> usize {
        self.values.len()
    }

    fn raw(&self, index: usize) -> Option<LLVMValueRef> {
        self.values.get(index).copied().filter(|value| !value.is_null())
    }

    pub fn node(&self, index: usize) -> Option<Meta<'m>> {
        let value = self.raw(index)?;
        let is_node = !ask!(LLVMIsAMDNode(value)).is_null();
        is_node.then(|| Meta::new(ask!(LLVMValueAsMetadata(value))))
    }

    pub fn string(&self, index: usize) -> Option<&'m str> {
        let value = self.raw(index)?;
        if ask!(LLVMIsAMDString(value)).is_null() {
            return None;
        }
        let mut len = 0;
        // SAFETY: the value is a string of that length, which lives in the context.
        let text = unsafe {
            let text = LLVMGetMDString(value, &mut len);
            borrowed(text, len as usize)
        };
        std::str::from_utf8(text).ok()
    }

    /// An operand that is a constant: the C API hands out the constant itself.
    pub fn constant(&self, index: usize) -> Option<Value<'m>> {
        let value = self.raw(index)?;
        Value::some(ask!(LLVMIsAConstant(value)))
    }
}
