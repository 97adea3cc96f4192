//! Structs and unions by value: as arguments, results, variable arguments; of all sizes, kinds of members and alignments.

use super::Gen;
use super::tree::{Item, line, template};

/// A type made for one statement.
struct Aggregate {
    /// `struct @A7`
    name: String,
    /// As expressions below an object, with the type they are cast to for a checksum.
    members: Vec<String>,
    /// A multiple of it is where every object lies; 1 says nothing.
    align: u32,
}

const MEMBERS: [&str; 14] = [
    "char $m",
    "signed char $m[3]",
    "unsigned char $m[7]",
    "short $m",
    "int $m",
    "unsigned $m",
    "long $m",
    "long long $m",
    "float $m",
    "double $m",
    "int $m[5]",
    "float $m[2]",
    "unsigned $m : 9",
    "long double $m",
];

impl Gen {
    pub(crate) fn aggregate_statement(&mut self, out: &mut Vec<Item>) {
        let kinds: Vec<Aggregate> = (0..self.rng.between(1, 3)).map(|_| self.define_aggregate()).collect();
        let acc = self.name("acc");
        line(out, format!("unsigned {acc} = 0;"));
        let mut body = Vec::new();
        let mut names = Vec::new();
        for kind in &kinds {
            let name = self.name("a");
            // Padding and what is not set are zero, but nothing looks at them.
            line(&mut body, format!("{} {name} = {{0}};", kind.name));
            for member in &kind.members {
                let value = self.expr(1).text;
                // Whole numbers that all member types can hold: no conversion is undefined.
                line(&mut body, format!("{name}{member} = (int)({value}) % 100;"));
            }
            names.push(name);
        }
        if self.rng.chance(55) {
            self.by_value(&kinds, &names, &acc, &mut body);
        } else {
            self.variable(&kinds, &names, &acc, &mut body);
        }
        self.charge(200);
        out.push(Item::block("{", body));
        self.objects.push(super::place::Object::scalar(acc, super::int::Int::U32, None, self.depth));
    }

    fn define_aggregate(&mut self) -> Aggregate {
        let tag = self.name("A");
        let word = if self.rng.chance(15) { "union" } else { "struct" };
        let align = if self.rng.chance(35) { self.rng.pick(&[16, 32, 64]) } else { 1 };
        let mut lines = Vec::new();
        let mut members = Vec::new();
        for number in 0..self.rng.between(1, if word == "union" { 3 } else { 5 }) {
            let text = self.rng.pick(&MEMBERS);
            let name = format!("m{number}");
            lines.push(Item::Line(format!("{};", text.replace("$m", &name))));
            let index = text.split_once('[').map(|(_, len)| len.trim_end_matches(']'));
            // Only the last written member of a union has a value.
            if word == "union" {
                members.clear();
            }
            match index.and_then(|len| len.parse::<u64>().ok()) {
                Some(len) => {
                    let (one, other) = (self.rng.below(len), self.rng.below(len));
                    members.push(format!(".{name}[{one}]"));
                    members.extend((one != other && word != "union").then(|| format!(".{name}[{other}]")));
                }
                None => members.push(format!(".{name}")),
            }
        }
        let close = if align > 1 { format!("}} __attribute__((aligned({align})));") } else { "};".to_string() };
        let name = format!("{word} @{tag}");
        self.helpers.push(Item::Block { open: format!("{name} {{"), body: lines, close });
        Aggregate { name, members, align }
    }

    /// Lines that add an aggregate's members, and whether it lies as it should, to `into`.
    fn absorb(kind: &Aggregate, object: &str, into: &str, out: &mut Vec<Item>) {
        for member in &kind.members {
            line(out, format!("{into} = {into} * 31u + (unsigned)(int){object}{member};"));
        }
        if kind.align > 1 {
            line(out, format!("{into} += (unsigned)(((unsigned long)&{object} & {}ul) == 0) * 7u;", kind.align - 1));
        }
    }

    /// A function that takes all of them between numbers, changes its copies, and gives one back.
    fn by_value(&mut self, kinds: &[Aggregate], names: &[String], acc: &str, out: &mut Vec<Item>) {
        let function = self.name("take");
        let result = self.rng.index(kinds.len());
        let depth = self.rng.below(3);
        let mut params = vec!["int depth".to_string(), "unsigned *seen".to_string()];
        let mut arguments = vec![depth.to_string(), format!("&{acc}")];
        let mut body = Vec::new();
        let mut again = vec!["depth - 1".to_string(), "seen".to_string()];
        for (at, (kind, name)) in kinds.iter().zip(names).enumerate() {
            if self.rng.chance(50) {
                let (ty, value) = self.rng.pick(&[
                    ("char", "3"),
                    ("double", "2.5"),
                    ("long long", "-5"),
                    ("float", "0.5f"),
                    ("int", "7"),
                ]);
                params.push(format!("{ty} n{at}"));
                arguments.push(value.to_string());
                again.push(format!("n{at}"));
                line(&mut body, format!("*seen = *seen * 31u + (unsigned)(int)(n{at} * 2);"));
            }
            params.push(format!("{} x{at}", kind.name));
            arguments.push(name.clone());
            again.push(format!("x{at}"));
            Self::absorb(kind, &format!("x{at}"), "*seen", &mut body);
            line(&mut body, format!("x{at}{} = 1;", kind.members[0]));
        }
        let result_name = &kinds[result].name;
        let head = format!("{result_name} @{function}({})", params.join(", "));
        line(&mut body, format!("if (depth > 0) return @{function}({});", again.join(", ")));
        line(&mut body, format!("return x{result};"));
        self.helpers.push(Item::block(format!("static {head} {{"), body));
        let back = self.name("r");
        let callee = if self.rng.chance(30) {
            let pointer = self.name("f");
            let head = format!("{result_name} (*{pointer})({})", params.join(", "));
            line(out, format!("{head} = @{function};"));
            pointer
        } else {
            format!("@{function}")
        };
        line(out, format!("{result_name} {back} = {callee}({});", arguments.join(", ")));
        Self::absorb(&kinds[result], &back, acc, out);
        // The caller's objects are as they were.
        for (kind, name) in kinds.iter().zip(names) {
            Self::absorb(kind, name, acc, out);
        }
    }

    /// A function that takes them as variable arguments, in an order of its own, between numbers.
    fn variable(&mut self, kinds: &[Aggregate], names: &[String], acc: &str, out: &mut Vec<Item>) {
        let function = self.name("vary");
        let mut body = template("va_list list;\nunsigned seen = 1;\nva_start(list, first);", &[]);
        let mut arguments = vec!["9".to_string()];
        for number in 0..self.rng.between(1, 9) {
            if self.rng.chance(60) {
                let (ty, value) = self.rng.pick(&[
                    ("int", "(char)-3"),
                    ("double", "1.5f"),
                    ("long long", "1ll << 33"),
                    ("unsigned", "5u"),
                    ("const char *", "\"text\""),
                    ("long_double", "(long_double)0.25"),
                ]);
                let read = if ty == "const char *" {
                    format!("(unsigned char)va_arg(list, {ty})[1]")
                } else {
                    format!("(unsigned)(int)(va_arg(list, {ty}) / 2)")
                };
                line(&mut body, format!("seen = seen * 31u + {read};"));
                arguments.push(value.to_string());
            } else {
                let at = self.rng.index(kinds.len());
                line(&mut body, format!("{} x{number} = va_arg(list, {});", kinds[at].name, kinds[at].name));
                Self::absorb(&kinds[at], &format!("x{number}"), "seen", &mut body);
                arguments.push(names[at].clone());
            }
        }
        line(&mut body, "va_end(list);");
        line(&mut body, "return seen;");
        self.helpers.push(Item::block(format!("static unsigned @{function}(int first, ...) {{"), body));
        line(out, format!("{acc} = @{function}({});", arguments.join(", ")));
    }
}
