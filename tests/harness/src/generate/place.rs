//! Objects that a program has, and the places in them that expressions read and statements write.

use super::Gen;
use super::expr::Expr;
use super::int::{Int, Range};

/// What an object is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Scalar(Int),
    /// A bit-field of so many bits, fewer than an `int` has: it reads as an `int`.
    Bits {
        signed: bool,
        width: u32,
    },
    Array(Box<Shape>, u64),
    /// By number in `Gen::records`.
    Record(usize),
}

/// A `struct`. Unions are used by self-contained statements only.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) tag: String,
    pub(crate) fields: Vec<(String, Shape)>,
}

/// Something that statements of the current scope can name.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) name: String,
    /// The name is a pointer to it. Arrays behind a pointer do not set this: they index alike.
    pub(crate) behind_pointer: bool,
    pub(crate) shape: Shape,
    /// Values that a scalar keeps to, narrower than its type.
    pub(crate) keeps: Option<Range>,
    pub(crate) writable: bool,
    /// Pointers to it may be made, and kept by variables that die no later.
    pub(crate) addressable: bool,
    /// The scope it lives in; file scope is 0.
    pub(crate) depth: usize,
}

/// A scalar in an object.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) text: String,
    pub(crate) ty: Int,
    pub(crate) range: Range,
    pub(crate) bits: bool,
}

impl Object {
    pub(crate) fn scalar(name: impl Into<String>, ty: Int, keeps: Option<Range>, depth: usize) -> Object {
        let shape = Shape::Scalar(ty);
        Object { name: name.into(), behind_pointer: false, shape, keeps, writable: true, addressable: true, depth }
    }

    pub(crate) fn shaped(name: impl Into<String>, shape: Shape, depth: usize) -> Object {
        Object {
            name: name.into(),
            behind_pointer: false,
            shape,
            keeps: None,
            writable: true,
            addressable: true,
            depth,
        }
    }

    pub(crate) fn read_only(mut self) -> Object {
        self.writable = false;
        self.addressable = false;
        self
    }

    /// What the name points to.
    pub(crate) fn pointee(mut self) -> Object {
        self.behind_pointer = true;
        self
    }

    /// The whole object as an expression.
    pub(crate) fn text(&self) -> String {
        if self.behind_pointer { format!("(*{})", self.name) } else { self.name.clone() }
    }
}

impl Gen {
    pub(crate) fn readable(&mut self) -> Option<Place> {
        self.some_place(|_| true)
    }

    pub(crate) fn assignable(&mut self) -> Option<Place> {
        self.some_place(|object| object.writable)
    }

    fn some_place(&mut self, fits: impl Fn(&Object) -> bool) -> Option<Place> {
        let object = self.some_object(fits)?;
        Some(self.place_in(&object))
    }

    /// Recent objects are likelier: they are what the code around is about.
    pub(crate) fn some_object(&mut self, fits: impl Fn(&Object) -> bool) -> Option<Object> {
        let matching: Vec<usize> = (0..self.objects.len()).filter(|&at| fits(&self.objects[at])).collect();
        if matching.is_empty() {
            return None;
        }
        let first = self.rng.index(matching.len());
        let second = self.rng.index(matching.len());
        Some(self.objects[matching[first.max(second)]].clone())
    }

    pub(crate) fn place_in(&mut self, object: &Object) -> Place {
        let mut text = object.name.clone();
        let mut shape = object.shape.clone();
        let mut arrow = object.behind_pointer;
        loop {
            match shape {
                Shape::Scalar(ty) => {
                    let text = if arrow { format!("(*{text})") } else { text };
                    return Place { text, ty, range: object.keeps.unwrap_or(ty.range()), bits: false };
                }
                Shape::Bits { signed, width } => {
                    let range =
                        if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) };
                    return Place { text, ty: Int::I32, range, bits: true };
                }
                Shape::Array(element, len) => {
                    text = format!("{text}[{}]", self.index_text(len));
                    shape = *element;
                    arrow = false;
                }
                Shape::Record(id) => {
                    let at = self.rng.index(self.records[id].fields.len());
                    let (field, inner) = self.records[id].fields[at].clone();
                    text = format!("{text}{}{field}", if arrow { "->" } else { "." });
                    shape = inner;
                    arrow = false;
                }
            }
        }
    }

    /// An index into `len` elements; most are computed. Indices are shallow: they read scalars only.
    fn index_text(&mut self, len: u64) -> String {
        let scalar = |object: &Object| matches!(object.shape, Shape::Scalar(_));
        if self.rng.chance(70)
            && let Some(object) = self.some_object(scalar)
        {
            let place = self.place_in(&object);
            let value = Expr { text: place.text, ty: place.ty, range: place.range };
            return self.index_below(value, len).text;
        }
        self.rng.below(len).to_string()
    }

    /// An object of the record type, or an element of an array of them, as an expression.
    pub(crate) fn record_place(&mut self, id: usize, writable: bool) -> Option<String> {
        let object = self.some_object(|object| {
            (object.writable || !writable)
                && match &object.shape {
                    Shape::Record(other) => *other == id,
                    Shape::Array(element, _) => **element == Shape::Record(id),
                    Shape::Scalar(_) | Shape::Bits { .. } => false,
                }
        })?;
        match object.shape {
            Shape::Array(_, len) => {
                let index = self.index_text(len);
                Some(format!("{}[{index}]", object.name))
            }
            Shape::Record(_) | Shape::Scalar(_) | Shape::Bits { .. } => Some(object.text()),
        }
    }

    /// The address of a scalar of the type that keeps to no narrower range and lives in a scope of at most `depth`.
    pub(crate) fn address_of(&mut self, ty: Int, depth: usize) -> Option<String> {
        for _ in 0..6 {
            let object = self.some_object(|object| {
                object.addressable && object.writable && object.keeps.is_none() && object.depth <= depth
            })?;
            let place = self.place_in(&object);
            if place.ty == ty && !place.bits {
                return Some(format!("&{}", place.text));
            }
        }
        None
    }

    /// An initialiser for an object of the shape.
    pub(crate) fn initialiser(&mut self, shape: &Shape, constant: bool) -> String {
        match shape {
            Shape::Scalar(ty) => self.initial_value(*ty, ty.range(), constant),
            Shape::Bits { signed, width } => {
                let high = 1i128 << (width - u32::from(*signed));
                (self.rng.next() as i128 % high).to_string()
            }
            Shape::Array(element, len) => {
                let given = if self.rng.chance(70) { *len } else { self.rng.between(1, *len) };
                let values: Vec<String> = (0..given).map(|_| self.initialiser(element, constant)).collect();
                format!("{{{}}}", values.join(", "))
            }
            Shape::Record(id) => {
                let fields = self.records[*id].fields.clone();
                let designated = self.rng.chance(40);
                let mut values = Vec::new();
                for (name, inner) in &fields {
                    if designated && self.rng.chance(25) {
                        continue;
                    }
                    let value = self.initialiser(inner, constant);
                    values.push(if designated { format!(".{name} = {value}") } else { value });
                }
                if values.is_empty() { "{0}".to_string() } else { format!("{{{}}}", values.join(", ")) }
            }
        }
    }

    fn initial_value(&mut self, ty: Int, range: Range, constant: bool) -> String {
        let value = if constant { self.constant() } else { self.expr(1) };
        if constant { value.text } else { self.fitted(value, ty, range).text }
    }

    /// The declaration of an object: `int a[3]`.
    pub(crate) fn declarator(&self, shape: &Shape, name: &str) -> String {
        match shape {
            Shape::Scalar(ty) => format!("{} {name}", ty.name()),
            Shape::Bits { signed, width } => {
                format!("{} {name} : {width}", if *signed { "signed" } else { "unsigned" })
            }
            Shape::Array(element, len) => self.declarator(element, &format!("{name}[{len}]")),
            Shape::Record(id) => format!("struct {} {name}", self.records[*id].tag),
        }
    }
}
