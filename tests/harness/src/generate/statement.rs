//! Statements without control flow, and the choice among all statements.

use super::Gen;
use super::expr::{Arith, Expr, inside};
use super::int::Int;
use super::tree::{Item, line};

/// A function's estimated steps may not grow beyond this by statements that are optional.
const COSTLY: u64 = 25_000;

impl Gen {
    pub(crate) fn statements(&mut self, count: u64, out: &mut Vec<Item>) {
        for _ in 0..count {
            self.statement(out);
            if self.flow.certain && !self.flow.pure_code {
                self.slot(out);
            }
        }
    }

    pub(crate) fn statement(&mut self, out: &mut Vec<Item>) {
        self.charge(8);
        let simple = self.flow.nesting >= 4 || self.flow.cost > COSTLY;
        match self.rng.below(if simple { 42 } else { 100 }) {
            0..=13 => self.declaration(out),
            14..=25 => self.assignment(out),
            26..=31 => self.compound_assignment(out),
            32..=36 => self.show(out),
            37..=38 => self.record_copy(out),
            39..=41 => self.step(out),
            42..=62 => self.control_flow(out),
            63..=72 => self.call_statement(out),
            73..=82 => self.heap_statement(out),
            83..=87 => self.library_statement(out),
            88..=93 => self.edge_statement(out),
            94..=97 => self.aggregate_statement(out),
            _ => self.union_statement(out),
        }
    }

    fn assignment(&mut self, out: &mut Vec<Item>) {
        let Some(place) = self.assignable() else { return self.declare_scalar(out) };
        let value = self.expr(3);
        let value = if place.bits && self.rng.chance(50) { value } else { self.fitted(value, place.ty, place.range) };
        line(out, format!("{} = {};", place.text, value.text));
    }

    fn compound_assignment(&mut self, out: &mut Vec<Item>) {
        let Some(place) = self.assignable() else { return self.declare_scalar(out) };
        let old = Expr { text: place.text.clone(), ty: place.ty, range: place.range };
        let value = self.expr(2);
        let op = self.rng.pick(&[Arith::Add, Arith::Sub, Arith::Mul]);
        let full = place.bits || place.range == place.ty.range();
        if full && !place.ty.signed() && place.ty.promoted() == place.ty && self.rng.chance(50) {
            let sign = self.rng.pick(&["+", "-", "*", "^", "|", "&"]);
            // The other operand must not be of a wider signed type, where the sum could overflow.
            let value = value.cast(place.ty);
            return line(out, format!("{} {sign}= {};", place.text, value.text));
        }
        let exact = op.range(old.range, value.range);
        let fits = inside(exact, Int::I32.range()) && inside(value.range, Int::I32.range());
        let narrow = place.ty.promoted() == Int::I32 && value.ty.promoted() == Int::I32;
        if narrow && fits && (full || inside(exact, place.range)) {
            return line(out, format!("{} {}= {};", place.text, op.sign(), value.text));
        }
        let sum = self.arith(op, old, value);
        let sum = self.fitted(sum, place.ty, place.range);
        line(out, format!("{} = {};", place.text, sum.text));
    }

    /// `x++` and its relatives, where the result stays in range.
    fn step(&mut self, out: &mut Vec<Item>) {
        let Some(place) = self.assignable() else { return self.declare_scalar(out) };
        let wraps = place.range == place.ty.range() && !(place.ty.signed() && place.ty.promoted() == place.ty);
        if wraps && place.ty != Int::Bool && !place.bits {
            let text = self.rng.pick(&["++", "--"]);
            let place = place.text;
            return line(out, if self.rng.chance(50) { format!("{text}{place};") } else { format!("{place}{text};") });
        }
        let (text, most) = (place.text, place.ty.literal(place.range.1.min(place.ty.limits().1)));
        line(out, format!("if ({text} < {most}) {text}++;"));
    }

    /// Adds to the checksum, or prints.
    pub(crate) fn show(&mut self, out: &mut Vec<Item>) {
        if self.flow.pure_code {
            return self.assignment(out);
        }
        let value = self.expr(3);
        if self.flow.times > 4 || self.rng.chance(60) {
            return line(out, format!("@mix((unsigned long long){});", value.text));
        }
        self.charge(300);
        let (format, ty) = self.rng.pick(&[
            ("%d", Int::I32),
            ("%5d|", Int::I32),
            ("%-7d|", Int::I32),
            ("%+04d", Int::I32),
            ("%u", Int::U32),
            ("%#x", Int::U32),
            ("%o", Int::U32),
            ("%ld", Int::Long),
            ("%lu", Int::ULong),
            ("%lld", Int::I64),
            ("%20llX|", Int::U64),
            ("%hhd", Int::I8),
            ("%hu", Int::U16),
        ]);
        let value = value.cast(ty).text;
        line(out, format!("printf(\"{format}\\n\", {value});"));
    }

    fn record_copy(&mut self, out: &mut Vec<Item>) {
        if !self.records.is_empty() {
            let id = self.rng.index(self.records.len());
            if let (Some(to), Some(from)) = (self.record_place(id, true), self.record_place(id, false)) {
                self.charge(10);
                return line(out, format!("{to} = {from};"));
            }
        }
        self.assignment(out);
    }
}
