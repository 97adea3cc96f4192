//! Types of LLVM, those that clang makes from C and those that it does not.

use std::fmt;

use super::rng::Rng;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    Int(u32),
    Float(&'static str),
    /// An address, and its address space.
    Ptr(u32),
    Vector(u32, Box<Ty>),
    Array(u32, Box<Ty>),
    Struct(Vec<Ty>),
}

const WIDTHS: [u32; 16] = [1, 1, 7, 8, 8, 16, 31, 32, 32, 33, 64, 64, 65, 128, 129, 300];
const FLOATS: [&str; 6] = ["half", "bfloat", "float", "double", "x86_fp80", "fp128"];

impl Ty {
    pub const BOOL: Ty = Ty::Int(1);
    pub const PTR: Ty = Ty::Ptr(0);

    pub fn int(rng: &mut Rng) -> Ty {
        Ty::Int(rng.pick(&WIDTHS))
    }

    pub fn float(rng: &mut Rng) -> Ty {
        Ty::Float(rng.pick(&FLOATS))
    }

    pub fn scalar(rng: &mut Rng) -> Ty {
        match rng.below(8) {
            0..=3 => Ty::int(rng),
            4 | 5 => Ty::float(rng),
            6 => Ty::PTR,
            _ => Ty::Ptr(if rng.one_in(4) { 1 } else { 0 }),
        }
    }

    pub fn vector_of(rng: &mut Rng, element: Ty) -> Ty {
        Ty::Vector(rng.pick(&[1, 2, 2, 3, 4, 4, 8, 16, 33]), Box::new(element))
    }

    /// The scalar or a vector of it.
    pub fn maybe_vector(rng: &mut Rng, scalar: Ty) -> Ty {
        if rng.one_in(3) { Ty::vector_of(rng, scalar) } else { scalar }
    }

    pub fn vector(rng: &mut Rng) -> Ty {
        let element = Ty::scalar(rng);
        Ty::vector_of(rng, element)
    }

    pub fn aggregate(rng: &mut Rng, depth: u32) -> Ty {
        if rng.one_in(3) {
            let count = rng.pick(&[0, 1, 2, 3, 70]);
            return Ty::Array(count, Box::new(Ty::any(rng, depth)));
        }
        let count = rng.below(4);
        Ty::Struct((0..count).map(|_| Ty::any(rng, depth)).collect())
    }

    pub fn any(rng: &mut Rng, depth: u32) -> Ty {
        match rng.below(8) {
            0 if depth > 0 => Ty::aggregate(rng, depth - 1),
            1 => Ty::vector(rng),
            _ => Ty::scalar(rng),
        }
    }

    /// The type of a lane, or the type itself.
    pub fn lane(&self) -> &Ty {
        match self {
            Ty::Vector(_, element) => element,
            other => other,
        }
    }

    /// A type with as many lanes.
    pub fn with_lane(&self, lane: Ty) -> Ty {
        match self {
            Ty::Vector(count, _) => Ty::Vector(*count, Box::new(lane)),
            _ => lane,
        }
    }

    pub fn members(&self) -> Vec<Ty> {
        match self {
            Ty::Struct(fields) => fields.clone(),
            Ty::Array(count, element) => vec![element.as_ref().clone(); *count as usize],
            Ty::Int(_) | Ty::Float(_) | Ty::Ptr(_) | Ty::Vector(..) => Vec::new(),
        }
    }

    /// How the names of intrinsics spell it.
    pub fn mangled(&self) -> String {
        match self {
            Ty::Int(width) => format!("i{width}"),
            Ty::Float("half") => "f16".to_string(),
            Ty::Float("bfloat") => "bf16".to_string(),
            Ty::Float("float") => "f32".to_string(),
            Ty::Float("double") => "f64".to_string(),
            Ty::Float("x86_fp80") => "f80".to_string(),
            Ty::Float(_) => "f128".to_string(),
            Ty::Ptr(space) => format!("p{space}"),
            Ty::Vector(count, element) => format!("v{count}{}", element.mangled()),
            Ty::Array(count, element) => format!("a{count}{}", element.mangled()),
            Ty::Struct(_) => unreachable!("no intrinsic of ours takes a struct"),
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Int(width) => write!(f, "i{width}"),
            Ty::Float(name) => f.write_str(name),
            Ty::Ptr(0) => f.write_str("ptr"),
            Ty::Ptr(space) => write!(f, "ptr addrspace({space})"),
            Ty::Vector(count, element) => write!(f, "<{count} x {element}>"),
            Ty::Array(count, element) => write!(f, "[{count} x {element}]"),
            Ty::Struct(fields) => {
                let fields: Vec<String> = fields.iter().map(Ty::to_string).collect();
                write!(f, "{{ {} }}", fields.join(", "))
            }
        }
    }
}
