//! How LLVM types become registers.
//!
//! Integers, pointers and floats are one register. First-class structs and arrays (`{ i64, i64 }`, which calling
//! conventions use) are flattened to several. Vectors of at most 128 bits travel as one integer of their bits, lane 0
//! lowest, as they lie in memory of a little-endian target; larger ones as one register a lane.

use std::rc::Rc;

use ir::{DataModel, FloatKind, MAX_INT_WIDTH, Type};
use rustc_hash::FxHashMap;

use crate::llvm::{Layout, Ty, TypeKind};

/// One register of a flattened value and its place in the value's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub ty: Type,
    pub offset: u64,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Void,
    One(Type),
    Many(Rc<[Part]>),
    /// Says what it is to a C programmer.
    Unsupported(Rc<str>),
}

/// More parts than this are not flattened: no calling convention makes such values.
const MAX_PARTS: usize = 64;

/// Shapes of types, computed once.
#[derive(Debug)]
pub struct Shapes<'m> {
    layout: Layout<'m>,
    cache: FxHashMap<Ty<'m>, Shape>,
    last: Option<(Ty<'m>, Type)>,
}

impl<'m> Shapes<'m> {
    pub fn new(layout: Layout<'m>) -> Self {
        Shapes { layout, cache: FxHashMap::default(), last: None }
    }

    pub fn of(&mut self, ty: Ty<'m>) -> Shape {
        if let Some((last, one)) = self.last
            && last == ty
        {
            return Shape::One(one);
        }
        let shape = match self.cache.get(&ty) {
            Some(shape) => shape.clone(),
            None => {
                let shape = self.compute(ty);
                self.cache.insert(ty, shape.clone());
                shape
            }
        };
        if let Shape::One(one) = shape {
            self.last = Some((ty, one));
        }
        shape
    }

    /// The register type of a value that is one register.
    pub fn scalar(&mut self, ty: Ty<'m>) -> Option<Type> {
        match self.of(ty) {
            Shape::One(ty) => Some(ty),
            Shape::Void | Shape::Many(_) | Shape::Unsupported(_) => None,
        }
    }

    fn compute(&mut self, ty: Ty<'m>) -> Shape {
        use TypeKind::*;
        match ty.kind() {
            LLVMVoidTypeKind => Shape::Void,
            LLVMIntegerTypeKind => int_shape(ty.int_width()),
            LLVMPointerTypeKind if ty.is_default_pointer() => Shape::One(Type::Ptr),
            LLVMPointerTypeKind => unsupported("pointer into another address space"),
            LLVMHalfTypeKind => Shape::One(Type::Float(FloatKind::F16)),
            LLVMBFloatTypeKind => Shape::One(Type::Float(FloatKind::BF16)),
            LLVMFloatTypeKind => Shape::One(Type::Float(FloatKind::F32)),
            LLVMDoubleTypeKind => Shape::One(Type::Float(FloatKind::F64)),
            LLVMX86_FP80TypeKind => Shape::One(Type::Float(FloatKind::F80)),
            LLVMFP128TypeKind => Shape::One(Type::Float(FloatKind::F128)),
            LLVMVectorTypeKind => vector_shape(ty),
            LLVMStructTypeKind | LLVMArrayTypeKind => {
                let mut parts = Vec::new();
                match self.flatten(ty, 0, &mut parts) {
                    Ok(()) => Shape::Many(parts.into()),
                    Err(what) => Shape::Unsupported(what),
                }
            }
            LLVMPPC_FP128TypeKind
            | LLVMLabelTypeKind
            | LLVMFunctionTypeKind
            | LLVMMetadataTypeKind
            | LLVMX86_MMXTypeKind
            | LLVMTokenTypeKind
            | LLVMScalableVectorTypeKind
            | LLVMX86_AMXTypeKind
            | LLVMTargetExtTypeKind => unsupported(&format!("value of type {}", ty.text())),
        }
    }

    fn flatten(&mut self, ty: Ty<'m>, offset: u64, parts: &mut Vec<Part>) -> Result<(), Rc<str>> {
        match ty.kind() {
            TypeKind::LLVMStructTypeKind => {
                for (index, field) in (0..).zip(ty.fields()) {
                    self.flatten(field, offset + self.layout.field_offset(ty, index), parts)?;
                }
                Ok(())
            }
            TypeKind::LLVMArrayTypeKind => {
                let element = ty.element();
                let size = self.layout.alloc_size(element);
                for index in 0..ty.array_len() {
                    self.flatten(element, offset + index * size, parts)?;
                }
                Ok(())
            }
            // Any other type is a scalar, or several in a vector.
            _ => match self.of(ty) {
                Shape::One(_) if parts.len() == MAX_PARTS => Err("large aggregate as a value".into()),
                Shape::One(ty) => {
                    parts.push(Part { ty, offset });
                    Ok(())
                }
                Shape::Many(lanes) if parts.len() + lanes.len() > MAX_PARTS => Err("large aggregate as a value".into()),
                Shape::Many(lanes) => {
                    parts.extend(lanes.iter().map(|lane| Part { ty: lane.ty, offset: offset + lane.offset }));
                    Ok(())
                }
                Shape::Unsupported(what) => Err(what),
                Shape::Void => Err("aggregate of another kind".into()),
            },
        }
    }
}

fn unsupported(what: &str) -> Shape {
    Shape::Unsupported(what.into())
}

fn int_shape(width: u32) -> Shape {
    match u16::try_from(width) {
        Ok(width) if width <= MAX_INT_WIDTH => Shape::One(Type::Int(width)),
        Ok(_) | Err(_) => unsupported(&format!("integer of {width} bits")),
    }
}

fn vector_shape(ty: Ty<'_>) -> Shape {
    match Lanes::of(ty) {
        Some(lanes) if lanes.is_one() => Shape::One(Type::Int(lanes.bits())),
        Some(lanes) => {
            let bytes = u64::from(lanes.lane_bits() / 8);
            Shape::Many((0..lanes.count).map(|lane| Part { ty: lanes.ty, offset: u64::from(lane) * bytes }).collect())
        }
        None => unsupported(&format!("vector {}", ty.text())),
    }
}

/// A vector type whose values fit a register, or one register a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lanes {
    pub count: u32,
    pub ty: Type,
}

impl Lanes {
    pub fn of(ty: Ty<'_>) -> Option<Lanes> {
        if ty.kind() != TypeKind::LLVMVectorTypeKind {
            return None;
        }
        let element = ty.element();
        let lane = match element.kind() {
            TypeKind::LLVMIntegerTypeKind => Type::Int(u16::try_from(element.int_width()).ok()?),
            TypeKind::LLVMHalfTypeKind => Type::Float(FloatKind::F16),
            TypeKind::LLVMBFloatTypeKind => Type::Float(FloatKind::BF16),
            TypeKind::LLVMFloatTypeKind => Type::Float(FloatKind::F32),
            TypeKind::LLVMDoubleTypeKind => Type::Float(FloatKind::F64),
            // Any other lane has no type here.
            _ => return None,
        };
        let lanes = Lanes { count: ty.vector_len(), ty: lane };
        // Lanes of other widths do not start at a byte.
        let is_large = lanes.count as usize <= MAX_PARTS
            && lanes.lane_bits().is_multiple_of(8)
            && lanes.lane_bits() <= MAX_INT_WIDTH;
        (lanes.is_one() || is_large).then_some(lanes)
    }

    /// Does a value fit one register?
    pub fn is_one(self) -> bool {
        u64::from(self.count) * u64::from(self.lane_bits()) <= u64::from(MAX_INT_WIDTH)
    }

    /// Lanes are never pointers, so their size does not depend on the data model.
    pub fn lane_bits(self) -> u16 {
        self.ty.bits(DataModel::Lp64) as u16
    }

    pub fn bits(self) -> u16 {
        self.count as u16 * self.lane_bits()
    }
}
