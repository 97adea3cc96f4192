//! Branches, loops and jumps. Loops count a variable that their body cannot write, so all of them end.

use super::int::Int;
use super::place::Object;
use super::tree::{Item, line};
use super::{Flow, Gen};

/// No place of a function is executed more often than this in one call.
const MOST_TIMES: u64 = 150;

impl Gen {
    pub(crate) fn control_flow(&mut self, out: &mut Vec<Item>) {
        match self.rng.below(20) {
            0..=5 => self.branch(out),
            6..=11 => self.counted_loop(out),
            12..=14 => self.switch(out),
            15 => self.forward_jump(out),
            16..=17 => self.backward_jump(out),
            18 => self.leave(out),
            _ => {
                let body = self.body(4);
                out.push(Item::block("{", body));
            }
        }
    }

    /// Up to `most` statements in a scope of their own.
    pub(crate) fn body(&mut self, most: u64) -> Vec<Item> {
        let count = self.rng.between(1, most);
        self.scoped(|this| {
            let mut body = Vec::new();
            this.statements(count, &mut body);
            body
        })
    }

    /// As [`Gen::body`], at a place that not every run reaches.
    fn optional_body(&mut self, most: u64) -> Vec<Item> {
        let count = self.rng.between(1, most);
        self.scoped(|this| {
            this.flow.certain = false;
            let mut body = Vec::new();
            this.statements(count, &mut body);
            body
        })
    }

    fn branch(&mut self, out: &mut Vec<Item>) {
        let condition = self.condition(2).text;
        let then = self.optional_body(4);
        out.push(Item::block(format!("if ({condition}) {{"), then));
        if self.rng.chance(40) {
            let otherwise = self.optional_body(3);
            out.push(Item::block("else {", otherwise));
        }
    }

    fn counted_loop(&mut self, out: &mut Vec<Item>) {
        let most = (MOST_TIMES / self.flow.times).min(9);
        if most < 2 {
            return self.branch(out);
        }
        let trips = self.rng.between(1, most);
        let counter = self.name("i");
        let plain = "}".to_string();
        let (ty, open, close) = match self.rng.below(6) {
            0 | 1 => (Int::I32, format!("for (int {counter} = 0; {counter} < {trips}; {counter}++) {{"), plain),
            2 => (Int::U32, format!("for (unsigned {counter} = {trips}; {counter}-- > 0;) {{"), plain),
            3 => {
                let open = format!("for (long {counter} = {}; {counter} > 0; {counter} -= 3) {{", 3 * trips);
                (Int::Long, open, plain)
            }
            4 => {
                line(out, format!("int {counter} = {trips};"));
                (Int::I32, format!("while ({counter}-- > 0) {{"), plain)
            }
            _ => {
                line(out, format!("short {counter} = {trips};"));
                (Int::I16, "do {".to_string(), format!("}} while (--{counter} > 0);"))
            }
        };
        let high = 3 * trips as i128;
        let count = self.rng.between(1, 4);
        let before = (self.flow.certain, self.flow.left_loop);
        let body = self.scoped(|this| {
            this.flow.times *= trips;
            this.flow.left_loop = false;
            this.flow.may_break = true;
            this.flow.may_continue = true;
            this.objects.push(Object::scalar(&counter, ty, Some((0, high)), this.depth).read_only());
            let mut body = Vec::new();
            this.statements(count, &mut body);
            body
        });
        self.flow.left_loop = before.1;
        self.flow.certain = before.0 && !self.flow.left_function;
        out.push(Item::Block { open, body, close });
    }

    fn switch(&mut self, out: &mut Vec<Item>) {
        let cases = self.rng.between(2, 5);
        let value = self.expr(2);
        let value = self.index_below(value, cases + 1).text;
        let mut body = Vec::new();
        let default_at = self.rng.below(cases + 2);
        for case in 0..cases {
            let label = if case == default_at { "default:".to_string() } else { format!("case {case}:") };
            line(&mut body, label);
            let inner = self.scoped(|this| {
                this.flow.certain = false;
                this.flow.may_break = false;
                let mut inner = Vec::new();
                let count = this.rng.between(1, 2);
                this.statements(count, &mut inner);
                inner
            });
            body.push(Item::block("{", inner));
            if self.rng.chance(75) {
                line(&mut body, "break;");
            }
        }
        out.push(Item::block(format!("switch ({value}) {{"), body));
    }

    fn forward_jump(&mut self, out: &mut Vec<Item>) {
        let label = self.name("out");
        let condition = self.condition(2).text;
        // In blocks of their own: clang does not mark the scopes of variables that a jump skips or that follow a label, and
        // Cairn refuses to guess them.
        let mut jump = Vec::new();
        line(&mut jump, format!("if ({condition}) goto {label};"));
        let body = self.optional_body(3);
        jump.push(Item::block("{", body));
        line(&mut jump, format!("{label}:;"));
        out.push(Item::block("{", jump));
    }

    fn backward_jump(&mut self, out: &mut Vec<Item>) {
        let most = (MOST_TIMES / self.flow.times).min(4);
        if most < 2 {
            return self.branch(out);
        }
        let trips = self.rng.between(2, most);
        let (label, counter) = (self.name("again"), self.name("n"));
        let mut jump = Vec::new();
        line(&mut jump, format!("int {counter} = 0;"));
        line(&mut jump, format!("{label}:;"));
        let body = self.scoped(|this| {
            this.flow.times *= trips;
            // A loop that the language does not know: `break` would leave another one.
            this.flow.may_break = false;
            this.flow.may_continue = false;
            let mut body = Vec::new();
            this.statements(2, &mut body);
            body
        });
        jump.push(Item::block("{", body));
        line(&mut jump, format!("if (++{counter} < {trips}) goto {label};"));
        out.push(Item::block("{", jump));
    }

    /// `break`, `continue` or `return`, under a condition.
    fn leave(&mut self, out: &mut Vec<Item>) {
        let condition = self.condition(2).text;
        let Flow { may_break, may_continue, may_return, .. } = self.flow;
        let mut words = Vec::new();
        words.extend(may_break.then_some("break"));
        words.extend(may_continue.then_some("continue"));
        words.extend(may_return.then_some("return"));
        if words.is_empty() {
            return self.branch(out);
        }
        let word = self.rng.pick(&words);
        if word == "return" {
            let result = self.result.clone();
            let value = self.result_text(&result);
            line(out, format!("if ({condition}) return {value};"));
            self.flow.left_function = true;
        } else {
            line(out, format!("if ({condition}) {word};"));
            self.flow.left_loop = true;
        }
        self.flow.certain = false;
    }
}
