//! Bitcode that another compiler wrote, or something that is none.
//!
//! LLVM's reader and verifier look at instructions, but take it on trust that the elements of a constant structure, array
//! or vector are as many as its type has and have the types of their places. Whoever computes layouts relies on it.

use std::ffi::CStr;

use ir::DataModel;
use rustc_hash::FxHashSet;

use crate::llvm::{Failure, Module, Ty, TypeKind, Value, ValueKind};

/// What a module says about the machine it is for.
pub struct Target {
    pub triple: String,
    pub pointer_bits: u32,
    is_little_endian: bool,
}

/// Begins the line of what was found, and no message.
const MARK: &str = "target\t";

/// What is found in a file that is well-formed.
pub struct Found {
    pub target: Target,
    /// Nothing but its debug information is wrong.
    pub is_misplaced: bool,
}

impl Target {
    pub fn of(module: &Module) -> Target {
        let layout = module.layout();
        Target {
            triple: module.triple(),
            pointer_bits: layout.pointer_bits(),
            is_little_endian: layout.is_little_endian(),
        }
    }

    pub fn is_modelled(&self) -> bool {
        // Text may name no target; its layout must fit all the same.
        let machine = self.triple.split('-').next().unwrap_or_default();
        let is_x86 = matches!(machine, "" | "x86_64" | "amd64" | "i386" | "i486" | "i586" | "i686");
        self.is_little_endian && is_x86 && !self.triple.contains("windows")
    }
}

impl Found {
    pub fn to_line(&self) -> String {
        let Target { triple, pointer_bits, is_little_endian } = &self.target;
        format!("{MARK}{pointer_bits}\t{is_little_endian}\t{}\t{triple}", self.is_misplaced)
    }

    pub fn of_line(line: &str) -> Option<Found> {
        let mut parts = line.strip_prefix(MARK)?.splitn(4, '\t');
        let (bits, order, is_misplaced, triple) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let target = Target {
            triple: triple.to_string(),
            pointer_bits: bits.parse().ok()?,
            is_little_endian: order.parse().ok()?,
        };
        Some(Found { target, is_misplaced: is_misplaced.parse().ok()? })
    }
}

/// Looks whether a file is well-formed. Wrong debug information costs itself and nothing else, as with clang.
pub fn look(content: &[u8], name: &str) -> Result<Found, Failure> {
    let mut module = Module::read_any(content, name)?;
    let is_misplaced = match module.verify() {
        Ok(()) => false,
        Err(_) => {
            module.strip_debug_information();
            module.verify()?;
            true
        }
    };
    check_constants(&module)?;
    let found = Found { target: Target::of(&module), is_misplaced };
    // The process ends: to take a large module apart first would take a while.
    std::mem::forget(module);
    Ok(found)
}

/// LLVM's text form as bitcode, or bitcode without its debug information. Where it says nothing of sizes and alignments, they
/// are those of the data model.
pub fn assembled(content: &[u8], name: &str, is_misplaced: bool, data_model: DataModel) -> Result<Vec<u8>, Failure> {
    let mut module = Module::read_any(content, name)?;
    if is_misplaced {
        module.strip_debug_information();
    }
    if module.has_no_layout() {
        module.set_layout(match data_model {
            DataModel::Lp64 => LP64_LAYOUT,
            DataModel::Ilp32 => ILP32_LAYOUT,
        });
    }
    Ok(module.to_bitcode())
}

/// As clang writes it for x86-64 and for i386.
const LP64_LAYOUT: &CStr = c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const ILP32_LAYOUT: &CStr = c"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

/// Constants that initialisers and instructions mention are what their types say.
fn check_constants(module: &Module) -> Result<(), Failure> {
    let mut work: Vec<Value<'_>> = Vec::new();
    let mut seen: FxHashSet<Value<'_>> = FxHashSet::default();
    for global in module.globals() {
        let Some(initializer) = global.initializer() else { continue };
        if initializer.ty() != global.value_type() {
            return Err(malformed(global));
        }
        let is_list = matches!(global.name(), b"llvm.global_ctors" | b"llvm.global_dtors");
        if is_list && !has_priorities(initializer) {
            return Err(Failure("the priority of a constructor is no number".to_string()));
        }
        work.push(initializer);
    }
    for function in module.functions().filter(|function| !function.is_declaration()) {
        for inst in function.blocks().flat_map(|block| block.instructions()) {
            work.extend((0..inst.num_operands()).map(|index| inst.operand(index)).filter(|value| is_composed(*value)));
        }
    }
    while let Some(value) = work.pop() {
        if !is_composed(value) || !seen.insert(value) {
            continue;
        }
        if !elements_fit(value) {
            return Err(malformed(value));
        }
        work.extend((0..value.num_operands()).map(|index| value.operand(index)));
    }
    Ok(())
}

/// Does every entry start with a number?
fn has_priorities(list: Value<'_>) -> bool {
    let mut priorities =
        (0..).map_while(|index| list.aggregate_element(index)).filter_map(|entry| entry.aggregate_element(0));
    priorities.all(|priority| priority.kind() == ValueKind::LLVMConstantIntValueKind)
}

fn malformed(value: Value<'_>) -> Failure {
    Failure(format!("a constant has elements of other types than its own type says: {}", value.ty().text()))
}

/// Arrays of plain data carry their elements as bytes; they have no operands and nothing to be wrong.
fn is_composed(value: Value<'_>) -> bool {
    matches!(
        value.kind(),
        ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantExprValueKind
    )
}

fn elements_fit(value: Value<'_>) -> bool {
    let ty = value.ty();
    let count = u64::from(value.num_operands());
    let all_are = |expected: Ty<'_>| (0..value.num_operands()).all(|index| value.operand(index).ty() == expected);
    match (value.kind(), ty.kind()) {
        (ValueKind::LLVMConstantExprValueKind, _) => true,
        (ValueKind::LLVMConstantStructValueKind, TypeKind::LLVMStructTypeKind) => {
            let fields = ty.fields();
            fields.len() as u64 == count
                && fields.iter().zip(0..).all(|(field, index)| value.operand(index).ty() == *field)
        }
        (ValueKind::LLVMConstantArrayValueKind, TypeKind::LLVMArrayTypeKind) => {
            ty.array_len() == count && all_are(ty.element())
        }
        (ValueKind::LLVMConstantVectorValueKind, TypeKind::LLVMVectorTypeKind) => {
            u64::from(ty.vector_len()) == count && all_are(ty.element())
        }
        // Any other pair is a value that does not have its type's form.
        (_, _) => false,
    }
}
