//! Cairn's intermediate representation: small, typed by size, self-contained.
//!
//! A [`Module`] is a whole program: globals, functions, constants, C types and places. Functions are in SSA form with
//! block parameters; memory is untyped bytes; undefined behaviour stays in the program, where engines look for it.
//! C variables whose address is taken are stack objects (`Alloca`); the others are registers, and `Bind`/`Unbind` say
//! which register a variable is bound to, because leaks depend on it.
//!
//! Invariant: this crate knows neither LLVM nor any engine, and does no I/O.

mod bitset;
mod block;
mod builtin;
mod callgraph;
mod cfg;
mod constant;
mod ctype;
pub mod describe;
mod dominators;
pub mod eval;
mod footprint;
mod ids;
mod inst;
mod layout;
mod liveness;
mod loops;
mod module;
mod place;
mod query;
mod renumber;
mod repetition;
mod text;
mod types;
mod typing;
mod verify;

pub use bitset::BitSet;
pub use block::Block;
pub use builtin::Builtin;
pub use callgraph::{CallGraph, address_taken, strongly_connected};
pub use cfg::Cfg;
pub use constant::{Const, Consts, sign_extend, truncate};
pub use ctype::{CType, CTypes, Encoding, Field, Qualifier, Record, RecordKind, is_unsigned};
pub use dominators::Dominators;
pub use footprint::{ERRNO, Footprints};
pub use ids::{BlockId, ConstId, FileId, FuncId, GlobalId, Id, IdVec, LocId, LoopId, RegId, TypeId, VarId};
pub use inst::{
    ASSEMBLY, Arg, BinOp, BitOp, ByValue, Call, Callee, CastOp, CopyKind, ExitKind, FloatBinOp, FloatPredicate,
    FloatUnOp, Inst, InstKind, NondetKind, OffsetTerm, Operand, OverflowOp, Predicate, Requirement, Signature, Target,
    TermKind, Terminator, Unsupported,
};
pub use layout::{BasicType, Layout, va64};
pub use liveness::{LiveSet, Liveness};
pub use loops::{Loop, Loops};
pub use module::{Assumed, FuncBody, Function, Global, InitPiece, Module, RegInfo, Var};
pub use place::{Loc, Places, SourceFile};
pub use renumber::Renumbering;
pub use repetition::{Repetition, repetition};
pub use text::{ParseError, Pieces, parse, symbol};
pub use types::{DataModel, FloatKind, MAX_INT_WIDTH, Type};
pub use verify::{VerifyError, verify};
