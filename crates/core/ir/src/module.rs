//! Modules, functions, blocks and globals.

use crate::block::Block;
use crate::builtin::Builtin;
use crate::constant::{Const, Consts};
use crate::ctype::CTypes;
use crate::ids::{BlockId, FuncId, GlobalId, IdVec, LocId, RegId, TypeId, VarId};
use crate::inst::{Operand, Signature};
use crate::place::Places;
use crate::types::{DataModel, Type};

/// A whole program.
#[derive(Clone, Debug)]
pub struct Module {
    pub data_model: DataModel,
    pub places: Places,
    pub types: CTypes,
    pub consts: Consts,
    pub globals: IdVec<GlobalId, Global>,
    pub funcs: IdVec<FuncId, Function>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Unique among globals.
    pub name: String,
    /// 0 in a declaration that leaves it open; see [`Global::is_open_ended`].
    pub size: u64,
    pub align: u32,
    /// Writing to it is a violation (string literals, `const` objects).
    pub constant: bool,
    /// A string literal or another object without a C name.
    pub anonymous: bool,
    /// `None`: declared here, defined nowhere that Cairn can see.
    pub init: Option<Vec<InitPiece>>,
    pub ty: Option<TypeId>,
    pub loc: LocId,
}

impl Global {
    /// Declared without a size, and defined nowhere that Cairn can see.
    pub fn is_open_ended(&self) -> bool {
        self.init.is_none() && self.size == 0
    }
}

/// Consecutive pieces of an initialiser; their sizes add up to the global's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InitPiece {
    Zero(u64),
    Bytes(Vec<u8>),
    /// An address (`Const` of pointer type), stored in `size` bytes.
    Address {
        value: Const,
        size: u64,
    },
    /// `plus - minus + addend` in `size` bytes: differences of labels or of addresses in one object.
    Difference {
        plus: Const,
        minus: Const,
        addend: i64,
        size: u64,
    },
    /// Padding without a defined value.
    Undef(u64),
    /// The outside decides: any numbers, and pointers as [`crate::NondetKind::Outside`] gives them.
    Outside(u64),
    /// Whoever reads the global says UNKNOWN.
    Unsupported {
        size: u64,
        what: String,
    },
}

impl InitPiece {
    pub fn size(&self) -> u64 {
        match self {
            InitPiece::Zero(size) | InitPiece::Undef(size) | InitPiece::Outside(size) => *size,
            InitPiece::Bytes(bytes) => bytes.len() as u64,
            InitPiece::Address { size, .. }
            | InitPiece::Difference { size, .. }
            | InitPiece::Unsupported { size, .. } => *size,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Unique among functions.
    pub name: String,
    pub signature: Signature,
    /// Registers that hold the arguments; as many as `signature.params`. Empty unless the body is `Defined`.
    pub params: Vec<RegId>,
    pub body: FuncBody,
    pub regs: IdVec<RegId, RegInfo>,
    pub vars: IdVec<VarId, Var>,
    pub blocks: IdVec<BlockId, Block>,
    /// The C type of the function.
    pub ty: Option<TypeId>,
    pub loc: LocId,
    /// Part of the library models: its errors are reported at the user's call.
    pub model: bool,
    /// The body is nobody's code but what the user takes the function to do: a verdict that rests on it says so.
    pub assumed: Option<Assumed>,
    /// Returns a struct of this many bytes, in memory that the first parameter points to.
    pub struct_return: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FuncBody {
    /// The blocks are the body.
    Defined,
    /// No blocks; the exact meaning is the builtin's.
    Builtin(Builtin),
    /// No blocks, no meaning: a call of it is UNKNOWN.
    External,
}

/// What a function without a body is taken to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumed {
    /// It returns anything and changes nothing.
    Pure,
    /// It also writes anything to memory that its arguments lead to.
    Havoc,
    /// What a summary that the user has written says.
    Summary,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegInfo {
    pub ty: Type,
    /// A hint for people; need not be unique.
    pub name: Option<Box<str>>,
    /// What a C programmer would call the value's type.
    pub of: Option<TypeId>,
}

/// A C variable that lives in registers, not in memory; `Bind` says in which one, and from where on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    pub name: String,
    pub ty: Option<TypeId>,
    pub loc: LocId,
}

impl Module {
    pub fn new(data_model: DataModel) -> Self {
        Module {
            data_model,
            places: Places::new(),
            types: CTypes::new(),
            consts: Consts::default(),
            globals: IdVec::new(),
            funcs: IdVec::new(),
        }
    }

    pub fn func_named(&self, name: &str) -> Option<FuncId> {
        self.funcs.iter_enumerated().find(|(_, func)| func.name == name).map(|(id, _)| id)
    }

    pub fn operand_type(&self, func: &Function, operand: Operand) -> Type {
        match operand {
            Operand::Reg(reg) => func.regs[reg].ty,
            Operand::Const(id) => self.consts.get(id).ty(),
        }
    }
}

impl Function {
    pub fn is_defined(&self) -> bool {
        match self.body {
            FuncBody::Defined => true,
            FuncBody::Builtin(_) | FuncBody::External => false,
        }
    }

    /// The first block; only defined functions have one.
    pub fn entry(&self) -> BlockId {
        self.blocks.ids().next().expect("invariant: a defined function has a block")
    }

    pub fn new_reg(&mut self, ty: Type) -> RegId {
        self.regs.push(RegInfo { ty, name: None, of: None })
    }
}
