//! Functions, and calls of them.
//!
//! Only pure functions are called inside expressions; calls with effects are statements of their own, so nothing
//! depends on the order in which operands are evaluated.

use super::expr::Expr;
use super::int::Int;
use super::place::{Object, Shape};
use super::tree::{Item, line};
use super::{Flow, Gen};

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) params: Vec<Param>,
    pub(crate) result: Shape,
    pub(crate) pure_code: bool,
    /// Steps of a call, at most.
    pub(crate) cost: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Param {
    Scalar(Int),
    /// How deep the recursion may go.
    Fuel(u64),
    Record(usize),
    /// To one writable scalar, or one writable record.
    Pointer(Shape),
    /// To the first of so many.
    Array(Int, u64),
}

impl Gen {
    pub(crate) fn define_function(&mut self, out: &mut Vec<Item>) {
        match self.rng.below(10) {
            0 => self.define_recursive(out),
            1..=4 => self.define_ordinary(true, out),
            _ => self.define_ordinary(false, out),
        }
    }

    fn param(&mut self, pure_code: bool) -> Param {
        let record = (!self.records.is_empty()).then(|| self.rng.index(self.records.len()));
        match (self.rng.below(10), record) {
            (0 | 1, Some(id)) => Param::Record(id),
            (2, Some(id)) if !pure_code => Param::Pointer(Shape::Record(id)),
            (3 | 4, _) if !pure_code => Param::Pointer(Shape::Scalar(self.int_type())),
            (5, _) if !pure_code => Param::Array(self.int_type(), self.rng.between(2, 6)),
            _ => Param::Scalar(self.int_type()),
        }
    }

    pub(crate) fn start_function(&mut self, result: Shape, pure_code: bool) {
        self.result = result;
        self.flow = Flow {
            times: 1,
            cost: 10,
            certain: !pure_code,
            left_loop: false,
            left_function: false,
            may_break: false,
            may_continue: false,
            may_return: true,
            pure_code,
            nesting: 0,
        };
    }

    fn define_ordinary(&mut self, pure_code: bool, out: &mut Vec<Item>) {
        let params: Vec<Param> = (0..self.rng.below(5)).map(|_| self.param(pure_code)).collect();
        let result = match self.rng.below(5) {
            0 if !self.records.is_empty() && !pure_code => Shape::Record(self.rng.index(self.records.len())),
            _ => Shape::Scalar(self.int_type()),
        };
        let name = format!("@{}", self.name("fn"));
        let count = self.rng.between(2, 7);
        let globals = self.objects.clone();
        self.start_function(result.clone(), pure_code);
        if pure_code {
            self.objects.retain(|object| !object.writable);
        }
        let mut names = Vec::new();
        self.depth = 1;
        for param in &params {
            let declared = self.declare_param(param);
            names.push(declared);
        }
        let mut body = Vec::new();
        self.statements(count, &mut body);
        let value = self.result_text(&result);
        line(&mut body, format!("return {value};"));
        self.depth = 0;
        self.objects = globals;
        let cost = self.flow.cost;
        let names = if names.is_empty() { "void".to_string() } else { names.join(", ") };
        let head = self.declarator(&result, &format!("{name}({names})"));
        out.append(&mut self.helpers);
        out.push(Item::block(format!("static {head} {{"), body));
        self.functions.push(Function { name, params, result, pure_code, cost });
    }

    fn declare_param(&mut self, param: &Param) -> String {
        let name = self.name("x");
        let (text, object) = match param {
            Param::Scalar(ty) => (format!("{} {name}", ty.name()), Object::scalar(&name, *ty, None, 1)),
            Param::Fuel(most) => {
                (format!("int {name}"), Object::scalar(&name, Int::I32, Some((0, i128::from(*most))), 1).read_only())
            }
            Param::Record(id) => {
                (self.declarator(&Shape::Record(*id), &name), Object::shaped(&name, Shape::Record(*id), 1))
            }
            Param::Pointer(shape) => {
                (self.declarator(shape, &format!("*{name}")), Object::shaped(&name, shape.clone(), 1).pointee())
            }
            Param::Array(ty, len) => {
                let shape = Shape::Array(Box::new(Shape::Scalar(*ty)), *len);
                (format!("{} *{name}", ty.name()), Object::shaped(&name, shape, 1))
            }
        };
        self.objects.push(object);
        text
    }

    pub(crate) fn result_text(&mut self, result: &Shape) -> String {
        match result {
            Shape::Scalar(ty) => {
                let value = self.expr(3);
                self.fitted(value, *ty, ty.range()).text
            }
            Shape::Record(id) => match self.record_place(*id, false) {
                Some(place) => place,
                None => self.literal_record(*id),
            },
            Shape::Bits { .. } | Shape::Array(..) => unreachable!("invariant: functions return scalars and records"),
        }
    }

    /// `f(fuel, x)` with at most two calls of itself, or a pair of functions that call each other.
    fn define_recursive(&mut self, out: &mut Vec<Item>) {
        let ty = self.int_type();
        let other = self.int_type();
        let (first, second) = (format!("@{}", self.name("rec")), format!("@{}", self.name("rec")));
        let mutual = self.rng.chance(40);
        let fuel = self.rng.between(2, 5);
        line(out, format!("static {} {second}(int fuel, {} x);", ty.name(), other.name()));
        let globals = std::mem::take(&mut self.objects);
        self.start_function(Shape::Scalar(ty), true);
        for (name, callee) in [(&first, if mutual { &second } else { &first }), (&second, &first)] {
            self.depth = 1;
            self.objects = vec![Object::scalar("x", other, None, 1)];
            let mut body = Vec::new();
            let base = self.result_text(&Shape::Scalar(ty));
            line(&mut body, format!("if (fuel <= 0) return {base};"));
            self.statements(1, &mut body);
            for _ in 0..self.rng.between(1, 2) {
                let argument = self.expr(2);
                let argument = self.fitted(argument, other, other.range()).text;
                let part = self.name("r");
                line(&mut body, format!("{} {part} = {callee}(fuel - 1, {argument});", ty.name()));
                self.objects.push(Object::scalar(part, ty, None, 1));
            }
            let value = self.result_text(&Shape::Scalar(ty));
            line(&mut body, format!("return {value};"));
            out.append(&mut self.helpers);
            out.push(Item::block(format!("static {} {name}(int fuel, {} x) {{", ty.name(), other.name()), body));
        }
        self.depth = 0;
        self.objects = globals;
        let cost = self.flow.cost << (fuel + 1);
        for name in [first, second] {
            let params = vec![Param::Fuel(fuel), Param::Scalar(other)];
            self.functions.push(Function { name, params, result: Shape::Scalar(ty), pure_code: true, cost });
        }
    }

    /// Functions whose call here would not make the program slow.
    fn affordable(&mut self, fits: impl Fn(&Function) -> bool) -> Option<Function> {
        let (times, spent) = (self.flow.times, self.flow.cost);
        let fits: Vec<usize> = (0..self.functions.len())
            .filter(|&at| {
                let function = &self.functions[at];
                fits(function) && spent.saturating_add(function.cost.saturating_mul(times)) < 40_000
            })
            .collect();
        if fits.is_empty() {
            return None;
        }
        let chosen = fits[self.rng.index(fits.len())];
        let function = self.functions[chosen].clone();
        self.charge(function.cost);
        Some(function)
    }

    pub(crate) fn pure_call(&mut self, depth: u32) -> Option<Expr> {
        let scalar = |function: &Function| function.pure_code && matches!(function.result, Shape::Scalar(_));
        let function = self.affordable(scalar)?;
        let Shape::Scalar(ty) = function.result else { return None };
        let mut nothing = Vec::new();
        let text = self.call_text(&function, depth.min(1), &mut nothing);
        debug_assert!(nothing.is_empty(), "arguments of pure functions need no declarations");
        Some(Expr { text, ty, range: ty.range() })
    }

    pub(crate) fn call_statement(&mut self, out: &mut Vec<Item>) {
        if self.flow.pure_code {
            return self.declare_scalar(out);
        }
        match self.affordable(|function| !function.pure_code) {
            Some(function) => self.call_with_effects(&function, out),
            None => self.show(out),
        }
    }

    /// The call as a declaration that keeps the result.
    pub(crate) fn call_with_effects(&mut self, function: &Function, out: &mut Vec<Item>) {
        let text = self.call_text(function, 2, out);
        let name = self.name("r");
        line(out, format!("{} = {text};", self.declarator(&function.result, &name)));
        self.objects.push(Object::shaped(name, function.result.clone(), self.depth));
    }

    fn call_text(&mut self, function: &Function, depth: u32, out: &mut Vec<Item>) -> String {
        let arguments: Vec<String> = function.params.iter().map(|param| self.argument(param, depth, out)).collect();
        format!("{}({})", function.name, arguments.join(", "))
    }

    fn argument(&mut self, param: &Param, depth: u32, out: &mut Vec<Item>) -> String {
        match param {
            Param::Scalar(_) => self.expr(depth).text,
            Param::Fuel(most) => {
                let fuel = self.expr(depth.min(1));
                self.index_below(fuel, most + 1).text
            }
            Param::Record(id) => match self.record_place(*id, false) {
                Some(place) => place,
                None => self.literal_record(*id),
            },
            Param::Pointer(shape) => {
                let target = match shape {
                    Shape::Scalar(ty) => self.address_of(*ty, self.depth),
                    Shape::Record(id) => self.record_place(*id, true).map(|place| format!("&{place}")),
                    Shape::Bits { .. } | Shape::Array(..) => None,
                };
                target.unwrap_or_else(|| format!("&{}", self.temporary(shape, out)))
            }
            Param::Array(ty, len) => {
                let long_enough = |object: &Object| match &object.shape {
                    Shape::Array(element, have) => object.writable && **element == Shape::Scalar(*ty) && have >= len,
                    Shape::Scalar(_) | Shape::Bits { .. } | Shape::Record(_) => false,
                };
                match self.some_object(long_enough) {
                    Some(object) => object.text(),
                    None => self.temporary(&Shape::Array(Box::new(Shape::Scalar(*ty)), *len), out),
                }
            }
        }
    }

    fn literal_record(&mut self, id: usize) -> String {
        let value = self.initialiser(&Shape::Record(id), false);
        format!("(struct {}){value}", self.records[id].tag)
    }

    fn temporary(&mut self, shape: &Shape, out: &mut Vec<Item>) -> String {
        let name = self.name("t");
        let value = self.initialiser(shape, false);
        line(out, format!("{} = {value};", self.declarator(shape, &name)));
        self.objects.push(Object::shaped(name.clone(), shape.clone(), self.depth));
        name
    }
}
