//! One part of the large program: its types, and functions in levels that call those below them.

use super::statements::{ALWAYS, GLOBAL, LOCAL, MEMBERS};
use crate::generate::Rng;

/// Levels of a unit's own calls. Those of the lowest call the units below.
const LEVELS: usize = 5;
/// Functions that every unit has besides those of its levels; see the templates.
const FIXED: usize = 13;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Open,
    Handle,
    Find,
    Show,
    Serve,
}

/// Kinds of the first functions, so that tables of operations are always full, with the names there.
const OPERATIONS: [(Kind, &str); 4] =
    [(Kind::Open, "open"), (Kind::Handle, "handle"), (Kind::Find, "find"), (Kind::Show, "show")];

/// How a unit's devices are held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// By the function that made them, and by whom it hands them to.
    Locally,
    /// By the unit's globals.
    Globally,
    /// By the bus that all of these are on, and by globals.
    OnBus,
}

#[derive(Clone, Debug)]
pub(super) struct Work {
    name: String,
    kind: Kind,
}

/// What units above it know of a unit.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub name: String,
    held: Held,
    pub entries: Vec<Work>,
}

pub(super) fn unit(
    rng: &mut Rng,
    name: String,
    held: Held,
    functions: usize,
    below: Option<&Unit>,
    also: Option<&Unit>,
) -> (Unit, String) {
    // The analysis cannot tell apart what is on the bus. Structures of different sizes would be folded there, so that text
    // and pointers become one, and after them, text by text, most of the program.
    let alike = held == Held::OnBus;
    let members = (0..MEMBERS.len()).filter(|at| rng.chance(MEMBERS[*at].percent) && !alike).collect();
    let mut writer = Writer { rng, name, held, below, also, members, calls: 0, text: String::new() };
    let declarations: Vec<&str> = writer.members.iter().map(|at| MEMBERS[*at].declaration).collect();
    let types = include_str!("unit.c").replace("FIELDS", &declarations.join("\n  "));
    writer.template(&types);
    let mut levels: Vec<Vec<Work>> = Vec::new();
    let count = functions.saturating_sub(FIXED).max(2 * LEVELS);
    for level in 0..LEVELS {
        let upto = |level: usize| level * count / LEVELS;
        let here = (upto(level)..upto(level + 1)).map(|number| writer.work(number, &levels)).collect();
        levels.push(here);
    }
    writer.end(&levels);
    let Writer { name, text, .. } = writer;
    (Unit { name, held, entries: levels.pop().unwrap_or_default() }, text)
}

struct Writer<'a> {
    rng: &'a mut Rng,
    name: String,
    held: Held,
    below: Option<&'a Unit>,
    also: Option<&'a Unit>,
    /// Of its items, as indices.
    members: Vec<usize>,
    /// Written so far: callees take turns, so that every function is called.
    calls: usize,
    text: String,
}

impl Writer<'_> {
    /// Adds text with this unit's names and the lines for how its devices are held.
    fn template(&mut self, text: &str) {
        let below = self.below.map_or("floor", |unit| &unit.name);
        for line in text.lines().filter(|line| !line.starts_with("//")) {
            let line = match line.strip_prefix('@').and_then(|line| line.split_once(' ')) {
                None => line,
                Some((when, line)) => {
                    let there = match when {
                        "local" => self.held == Held::Locally,
                        "bus" => self.held == Held::OnBus,
                        _ => self.held != Held::Locally,
                    };
                    if !there {
                        continue;
                    }
                    line
                }
            };
            self.text.push_str(&line.replace("UNIT", &self.name).replace("BELOW", below));
            self.text.push('\n');
        }
    }

    fn statement(&mut self) -> String {
        let by_holder = if self.held == Held::Locally { LOCAL } else { GLOBAL };
        let text = match self.rng.below(10) {
            0..=5 => self.rng.pick(ALWAYS),
            6..=7 => self.rng.pick(by_holder),
            _ if self.members.is_empty() => self.rng.pick(ALWAYS),
            _ => MEMBERS[self.rng.pick(&self.members)].statement,
        };
        let number = self.rng.between(1, 9);
        text.replace("NUM", &number.to_string())
    }

    /// One function, which calls some of lower levels.
    fn work(&mut self, number: usize, lower: &[Vec<Work>]) -> Work {
        let kind = match OPERATIONS.get(number) {
            Some((kind, _)) => *kind,
            None => self.rng.pick(&[Kind::Open, Kind::Handle, Kind::Handle, Kind::Find, Kind::Show, Kind::Serve]),
        };
        let work = Work { name: format!("{}_work{number}", self.name), kind };
        let (head, start, end) = shell(kind);
        let mut body = vec!["if (--fuel < 0)\n  return RESULT;".to_string(), start.to_string()];
        for _ in 0..self.rng.between(4, 6) {
            body.push(self.statement());
        }
        for _ in 0..self.rng.between(2, 4) {
            if self.rng.chance(25) {
                body.push(self.statement());
            }
            body.push(self.call(lower));
        }
        body.push("dev->stats.calls += sum;".to_string());
        body.push(end.to_string());
        let result = if kind == Kind::Show { "" } else { "0" };
        let body = body.join("\n").replace("return RESULT", format!("return {result}").trim_end());
        let lines: String = body.lines().map(|line| format!("  {line}\n")).collect();
        let head = head.replace("NAME", &work.name);
        self.template(&format!("\n{head} {{\n{lines}}}\n"));
        work
    }

    /// A call into the next level, seldom a deeper one; through operations where there are levels enough below.
    fn call(&mut self, lower: &[Vec<Work>]) -> String {
        let Some(next) = lower.last() else { return self.call_below() };
        let condition = self.rng.pick(&["n > 0", "sum & 1", "item", "dev->stats.calls < 100"]);
        if lower.len() >= 2 && self.rng.chance(15) {
            let call = self.rng.pick(&[
                "sum += dev->ops->handle(dev, item, n - 1);",
                "item = dev->ops->find(dev, n);",
                "dev->ops->show(dev, dev->label, 32);",
            ]);
            return format!("if ({condition})\n  {call}");
        }
        let work = if lower.len() >= 2 && self.rng.chance(20) {
            let deeper = &lower[lower.len() - 2];
            &deeper[self.rng.index(deeper.len())]
        } else {
            self.calls += 1;
            &next[self.calls % next.len()]
        };
        format!("if ({condition})\n  {}", call(work, "UNIT", "dev", "n - 1"))
    }

    /// A call of a unit below: on the device that this one stands on, on another unit's own, or on a new one.
    fn call_below(&mut self) -> String {
        let unit = if self.rng.chance(65) { self.below } else { self.also };
        let Some(unit) = unit else {
            return "if (dev->below) {\n  vector_push(&dev->below->ports, dev->label);\n  dev->below->value += n;\n}"
                .to_string();
        };
        let name = &unit.name;
        self.calls += 1;
        let work = &unit.entries[self.calls % unit.entries.len()];
        let is_below = self.below.is_some_and(|below| below.name == unit.name);
        let device = match (is_below, unit.held) {
            (true, _) => "dev->below".to_string(),
            (false, Held::Locally) => format!("{name}_create(dev->label, n, NULL)"),
            (false, Held::Globally | Held::OnBus) => format!("{name}_default"),
        };
        let call = call(work, name, "under", "n / 2");
        format!("{{\n  struct {name}_dev *under = {device};\n  if (under)\n    {call}\n}}")
    }

    fn end(&mut self, levels: &[Vec<Work>]) {
        let low: Vec<&Work> = levels[..2].iter().flatten().collect();
        let mut ops = || {
            let members = OPERATIONS.map(|(kind, member)| {
                let fits: Vec<&&Work> = low.iter().filter(|work| work.kind == kind).collect();
                format!(".{member} = {}", fits[self.rng.index(fits.len())].name)
            });
            members.join(", ")
        };
        let (plain, fast) = (ops(), ops());
        let memory = if self.held == Held::OnBus { "&UNIT_only" } else { "xalloc(sizeof *dev)" };
        let text = include_str!("unit_end.c").replace("PLAIN", &plain).replace("FAST", &fast).replace("MEMORY", memory);
        self.template(&text);
    }
}

/// The head of a function, the locals that statements use, and its end.
fn shell(kind: Kind) -> (&'static str, &'static str, &'static str) {
    match kind {
        Kind::Open => (
            "static int NAME(struct UNIT_dev *dev, int n)",
            "struct UNIT_item *item = dev->items;\nint sum = n;",
            "return item ? sum : n;",
        ),
        Kind::Handle => (
            "static int NAME(struct UNIT_dev *dev, struct UNIT_item *item, int n)",
            "int sum = 0;",
            "return sum + (item != NULL);",
        ),
        Kind::Find => (
            "static struct UNIT_item *NAME(struct UNIT_dev *dev, int n)",
            "struct UNIT_item *item = dev->cache[n & 7];\nint sum = 1;",
            "return item ? item : dev->items;",
        ),
        Kind::Show => (
            "static void NAME(struct UNIT_dev *dev, char *out, int n)",
            "struct UNIT_item *item = dev->stats.slowest;\nint sum = *out;",
            "if (item && item->name && n > 1)\n  out[0] = item->name[0], out[1] = 0;",
        ),
        Kind::Serve => (
            "static int NAME(struct UNIT_request *request, int n)",
            "struct UNIT_dev *dev = request->dev;\nstruct UNIT_item *item = request->item;\nint sum = request->kind;",
            "request->item = item;\ntext_number(request->out, sum);\nreturn sum;",
        ),
    }
}

/// A statement that calls a function of a unit on a device, in a function of this unit or of another.
pub(super) fn call(work: &Work, unit: &str, dev: &str, n: &str) -> String {
    let own = dev == "dev";
    let (given, got) = if own {
        ("item".to_string(), "item".to_string())
    } else {
        (format!("{dev}->items"), format!("{dev}->cache[0]"))
    };
    let name = &work.name;
    match work.kind {
        Kind::Open => format!("sum += {name}({dev}, {n});"),
        Kind::Handle => format!("sum += {name}({dev}, {given}, {n});"),
        Kind::Find => format!("{got} = {name}({dev}, {n});"),
        Kind::Show => format!("{name}({dev}, {dev}->label, {n});"),
        Kind::Serve => {
            format!("sum += {name}(&(struct {unit}_request){{{dev}, {given}, &{dev}->log, NULL, 1, 0}}, {n});")
        }
    }
}
