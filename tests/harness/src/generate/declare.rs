//! Declarations: every object is initialised where it is declared, so that no deletion can leave it indeterminate.

use super::Gen;
use super::int::{Int, Range};
use super::place::{Object, Record, Shape};
use super::tree::{Item, line};

impl Gen {
    pub(crate) fn declaration(&mut self, out: &mut Vec<Item>) {
        match self.rng.below(10) {
            0..=4 => self.declare_scalar(out),
            5 | 6 => self.declare_aggregate(out),
            7 | 8 => self.declare_pointer(out),
            _ => self.declare_static(out),
        }
    }

    /// A narrower range for some variables: their arithmetic needs no repair.
    fn kept_range(&mut self, ty: Int) -> Option<Range> {
        if ty == Int::Bool || self.rng.chance(50) {
            return None;
        }
        let bits = self.rng.between(3, u64::from(ty.width()) - 2);
        let high = (1i128 << bits) - 1;
        Some(if ty.signed() && self.rng.chance(50) { (-high, high) } else { (0, high) })
    }

    pub(crate) fn declare_scalar(&mut self, out: &mut Vec<Item>) {
        let ty = self.int_type();
        let keeps = self.kept_range(ty);
        let value = self.expr(3);
        let value = self.fitted(value, ty, keeps.unwrap_or(ty.range())).text;
        let name = self.name("v");
        let qualifier = self.rng.pick(&["", "", "", "", "volatile ", "register "]);
        line(out, format!("{qualifier}{} {name} = {value};", ty.name()));
        let mut object = Object::scalar(&name, ty, keeps, self.depth);
        object.addressable = qualifier.is_empty();
        self.objects.push(object);
        if self.rng.chance(5) {
            let constant = self.name("c");
            line(out, format!("const {} {constant} = {name};", ty.name()));
            self.objects.push(Object::scalar(constant, ty, keeps, self.depth).read_only());
        }
    }

    fn declare_aggregate(&mut self, out: &mut Vec<Item>) {
        let shape = self.aggregate_shape();
        let name = self.name("a");
        let value = self.initialiser(&shape, false);
        line(out, format!("{} = {value};", self.declarator(&shape, &name)));
        self.charge(10);
        self.objects.push(Object::shaped(name, shape, self.depth));
    }

    /// An array, a struct, or an array of either.
    pub(crate) fn aggregate_shape(&mut self) -> Shape {
        let len = self.rng.pick(&[2, 3, 4, 5, 7, 8]);
        let element = Shape::Scalar(self.int_type());
        if self.records.is_empty() {
            return Shape::Array(Box::new(element), len);
        }
        let record = Shape::Record(self.rng.index(self.records.len()));
        match self.rng.below(8) {
            0..=2 => Shape::Array(Box::new(element), len),
            3 => Shape::Array(Box::new(Shape::Array(Box::new(element), len)), self.rng.between(2, 3)),
            4 => Shape::Array(Box::new(record), self.rng.between(2, 4)),
            _ => record,
        }
    }

    fn declare_pointer(&mut self, out: &mut Vec<Item>) {
        if self.rng.chance(30) && !self.records.is_empty() {
            let id = self.rng.index(self.records.len());
            if let Some(target) = self.record_place(id, true) {
                let name = self.name("q");
                line(out, format!("struct {} *{name} = &{target};", self.records[id].tag));
                self.objects.push(Object::shaped(name, Shape::Record(id), self.depth).pointee());
            }
            return;
        }
        let ty = self.int_type();
        let Some(target) = self.address_of(ty, self.depth) else { return };
        let name = self.name("p");
        line(out, format!("{} *{name} = {target};", ty.name()));
        if self.rng.chance(40)
            && let Some(other) = self.address_of(ty, self.depth)
        {
            let condition = self.condition(1).text;
            line(out, format!("if ({condition}) {name} = {other};"));
        }
        if self.rng.chance(20) {
            let twice = self.name("pp");
            line(out, format!("{} **{twice} = &{name};", ty.name()));
            self.objects.push(Object::scalar(format!("*{twice}"), ty, None, self.depth).pointee());
        }
        self.objects.push(Object::scalar(name, ty, None, self.depth).pointee());
    }

    fn declare_static(&mut self, out: &mut Vec<Item>) {
        if self.flow.pure_code {
            return self.declare_scalar(out);
        }
        let ty = self.int_type();
        let name = self.name("s");
        let value = self.initialiser(&Shape::Scalar(ty), true);
        line(out, format!("static {} {name} = {value};", ty.name()));
        self.objects.push(Object::scalar(name, ty, None, self.depth));
    }

    /// A new `struct`, possibly with earlier ones inside.
    pub(crate) fn define_record(&mut self, out: &mut Vec<Item>) {
        let tag = format!("@{}", self.name("S"));
        let mut fields = Vec::new();
        for _ in 0..self.rng.between(2, 6) {
            let shape = match self.rng.below(10) {
                0..=4 => Shape::Scalar(self.int_type()),
                5 | 6 => {
                    let signed = self.rng.chance(50);
                    Shape::Bits { signed, width: self.rng.between(2, 29) as u32 }
                }
                7 | 8 => Shape::Array(Box::new(Shape::Scalar(self.int_type())), self.rng.between(1, 6)),
                _ if self.records.is_empty() => Shape::Scalar(Int::I16),
                _ => Shape::Record(self.rng.index(self.records.len())),
            };
            fields.push((self.name("f"), shape));
        }
        let body =
            fields.iter().map(|(name, shape)| Item::Line(format!("{};", self.declarator(shape, name)))).collect();
        out.push(Item::Block { open: format!("struct {tag} {{"), body, close: "};".to_string() });
        self.records.push(Record { tag, fields });
    }

    pub(crate) fn define_global(&mut self, out: &mut Vec<Item>) {
        let shape = if self.rng.chance(50) { Shape::Scalar(self.int_type()) } else { self.aggregate_shape() };
        let name = format!("@{}", self.name("g"));
        let constant = self.rng.chance(15);
        let declarator = self.declarator(&shape, &name);
        let value = self.initialiser(&shape, true);
        let qualifier = if constant { "const " } else { "" };
        if constant || self.rng.chance(70) {
            line(out, format!("static {qualifier}{declarator} = {value};"));
        } else {
            line(out, format!("static {declarator};"));
        }
        let object = Object::shaped(name, shape, 0);
        self.objects.push(if constant { object.read_only() } else { object });
    }
}
