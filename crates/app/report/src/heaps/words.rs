//! A heap in words: one line for everything that the program can name, and below it what that leads to.
//!
//! An object is described where it is met first; from then on it is referred to.

use ir::{BlockId, TypeId};
use rustc_hash::FxHashMap;

use crate::heaps::names::{Names, Root};
use smg::graph::{Addr, Life, Link, Links, Object, ObjectId, Segment, State, Storage, Value, Which};

/// The lines that describe a state at a loop head.
pub fn describe(names: &Names<'_>, state: &State, head: BlockId) -> Vec<String> {
    let mut teller = Teller { names, state, types: names.types(state), told: FxHashMap::default() };
    let mut roots: Vec<(Path, Vec<String>)> = Vec::new();
    // What is in memory is the data structure's own entry more often than what a variable happens to hold.
    for (id, object) in state.graph.objects() {
        if let Some(name) = names.own_name(id, object, state.frame().func) {
            for (path, text) in teller.parts_of(id, object, &name) {
                roots.push((path, text.lines()));
            }
        }
    }
    for Root { name, plain, value } in names.roots(state, head) {
        let path = if plain { Path::Words(name) } else { Path::Expr(name) };
        if !plain || value.object().is_some_and(|id| !teller.is_known(id)) {
            let text = teller.value(value, &path, None);
            roots.push((path, text.lines()));
        }
    }
    let callers = Path::Words("a caller".to_string());
    for value in state.cut.iter().chain(state.frame().varargs.iter().map(|arg| &arg.value)) {
        if value.object().is_some_and(|id| !teller.is_known(id)) {
            let text = teller.value(*value, &callers, None);
            roots.push((callers.clone(), text.lines()));
        }
    }
    grouped(roots)
}

/// Roots that point to the same place, or nowhere, share a line.
fn grouped(roots: Vec<(Path, Vec<String>)>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = roots.as_slice();
    while let Some((_, text)) = rest.first() {
        let is_place = text[0] == "null" || text[0].starts_with('`');
        let same = if is_place { rest.iter().take_while(|(_, other)| other == text).count() } else { 1 };
        let names: Vec<String> = rest[..same].iter().map(|(path, _)| path.to_string()).collect();
        let names =
            if same <= MOST_NAMES { names.join(", ") } else { format!("{}, …, {}", names[0], names[same - 1]) };
        lines.push(format!("{names} → {}", text[0]));
        lines.extend_from_slice(&text[1..]);
        rest = &rest[same..];
    }
    lines
}

/// More names in a row are cut short.
const MOST_NAMES: usize = 4;
/// Beyond this, what an object leads to goes on lines of its own.
const WIDTH: usize = 110;

/// How a place was found.
#[derive(Clone, PartialEq, Debug)]
enum Path {
    Expr(String),
    Words(String),
}

impl Path {
    /// The field of what it points to.
    fn field(&self, name: &str) -> Path {
        match self {
            Path::Expr(base) if name.starts_with('[') => Path::Expr(format!("{base}{name}")),
            Path::Expr(base) => Path::Expr(format!("{base}->{name}")),
            Path::Words(base) => Path::Words(format!("`{name}` of {base}")),
        }
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Path::Expr(text) => write!(f, "`{text}`"),
            Path::Words(text) => f.write_str(text),
        }
    }
}

/// A sentence and what depends on it.
struct Text {
    head: String,
    below: Vec<Text>,
}

impl Text {
    fn leaf(head: impl Into<String>) -> Text {
        Text { head: head.into(), below: Vec::new() }
    }

    /// On one line if it is short.
    fn lines(self) -> Vec<String> {
        let mut below: Vec<Vec<String>> = self.below.into_iter().map(Text::lines).collect();
        if let [only] = below.as_mut_slice()
            && let [line] = only.as_slice()
            && self.head.chars().count() + line.chars().count() + 2 <= WIDTH
        {
            return vec![format!("{}, {line}", self.head)];
        }
        let indented = below.into_iter().flatten().map(|line| format!("    {line}"));
        std::iter::once(self.head).chain(indented).collect()
    }
}

struct Teller<'t, 'm> {
    names: &'t Names<'m>,
    state: &'t State,
    types: FxHashMap<ObjectId, TypeId>,
    told: FxHashMap<ObjectId, (Path, Which)>,
}

impl Teller<'_, '_> {
    fn own_name(&self, id: ObjectId) -> Option<String> {
        self.names.own_name(id, self.state.graph.object(id), self.state.frame().func)
    }

    fn is_known(&self, id: ObjectId) -> bool {
        self.told.contains_key(&id) || self.own_name(id).is_some()
    }

    fn field(&self, id: ObjectId, offset: i64, size: i64) -> String {
        let object = self.state.graph.object(id);
        let name = self.names.field(object, self.types.get(&id).copied(), offset, size);
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("+{offset}"))
    }

    /// What a variable in memory holds, part by part.
    fn parts_of(&mut self, id: ObjectId, object: &Object, name: &str) -> Vec<(Path, Text)> {
        let ty = self.types.get(&id).copied();
        let mut parts = Vec::new();
        for (offset, size, value) in self.names.pointers(object, ty) {
            let path = match self.names.field(object, ty, offset, size) {
                Some(field) if field.is_empty() => name.to_string(),
                Some(field) if field.starts_with('[') => format!("{name}{field}"),
                Some(field) => format!("{name}.{field}"),
                None => format!("{name}+{offset}"),
            };
            let path = Path::Expr(path);
            let text = self.value(value, &path, Some(id));
            parts.push((path, text));
        }
        parts
    }

    fn value(&mut self, value: Value, path: &Path, from: Option<ObjectId>) -> Text {
        match value {
            Value::Int(0) => Text::leaf("null"),
            Value::Int(number) => Text::leaf(format!("the address {number:#x}")),
            Value::Func(func) => Text::leaf(format!("function `{}`", self.names.module.funcs[func].name)),
            Value::Label(..) => Text::leaf("a label"),
            Value::Sym(_) if self.state.graph.is_uninit(value) => Text::leaf("an uninitialised value"),
            Value::Sym(_) => Text::leaf("an unknown value"),
            Value::Addr(addr) => self.address(addr, path, from),
        }
    }

    fn address(&mut self, addr: Addr, path: &Path, from: Option<ObjectId>) -> Text {
        if let Some(known) = self.reference(addr) {
            return Text::leaf(known);
        }
        let (id, object) = (addr.object, self.state.graph.object(addr.object));
        self.told.insert(id, (path.clone(), addr.which));
        let last = if self.seen_from(addr.object, addr.which) == Which::Last { "the last node of a " } else { "" };
        let head = format!("{last}{}{}", self.phrase(id, object), self.inside(addr));
        let below = match object.segment() {
            _ if object.life != Life::Live => Vec::new(),
            Some(segment) => self.below_segment(id, object, segment, addr.which, path, from),
            None => self.below_region(id, object, path),
        };
        Text { head, below }
    }

    /// Words for a place that has been described, or has a name.
    fn reference(&self, addr: Addr) -> Option<String> {
        let object = self.state.graph.object(addr.object);
        if let Some(name) = self.own_name(addr.object) {
            let name = match self.names.field(object, self.types.get(&addr.object).copied(), addr.offset, 0) {
                _ if addr.plus.is_some() => format!("somewhere in `{name}`"),
                Some(field) if field.is_empty() => format!("`{name}`"),
                Some(field) if field.starts_with('[') => format!("`{name}{field}`"),
                Some(field) => format!("`{name}.{field}`"),
                None if addr.offset == 0 => format!("`{name}`"),
                None => format!("+{} in `{name}`", addr.offset),
            };
            let gone = if object.life == Life::OutOfScope { ", which is out of scope" } else { "" };
            return Some(format!("{name}{gone}"));
        }
        if addr.which == Which::All {
            let noun = self.names.noun(object, self.types.get(&addr.object).copied());
            return Some(format!("the {noun} that it belongs to{}", self.inside(addr)));
        }
        let (path, which) = self.told.get(&addr.object)?;
        let inside = self.inside(addr);
        Some(match (self.seen_from(addr.object, addr.which), self.seen_from(addr.object, *which)) {
            (a, b) if a == b => format!("the same as {path}{inside}"),
            (Which::Last, _) => format!("the last node of the list at {path}{inside}"),
            (Which::First | Which::Region | Which::All, _) => {
                format!("the first node of the list that ends at {path}{inside}")
            }
        })
    }

    /// Where in an object, if it is not where pointers to it usually point.
    fn inside(&self, addr: Addr) -> String {
        let usual = match self.state.graph.object(addr.object).segment() {
            Some(segment) if segment.is_end(addr.which, addr.offset) => addr.offset,
            segment => segment.map_or(0, |segment| segment.head),
        };
        if addr.plus.is_some() {
            ", somewhere in it".to_string()
        } else if addr.offset == usual {
            String::new()
        } else if addr.offset < 0 {
            format!(", at {}", addr.offset)
        } else {
            match self.field(addr.object, addr.offset, 0) {
                field if field.starts_with('+') => format!(", at {field}"),
                field => format!(", its `{field}` at +{}", addr.offset),
            }
        }
    }

    fn phrase(&self, id: ObjectId, object: &Object) -> String {
        let noun = match (self.names.local(object), object.storage) {
            (Some((func, name)), _) => format!("`{name}` of `{}`", self.names.module.funcs[func].name),
            (None, Storage::Heap) => self.names.noun(object, self.types.get(&id).copied()),
            (None, Storage::Stack) => {
                format!("{} on the stack", self.names.noun(object, self.types.get(&id).copied()))
            }
            (None, Storage::Global { .. }) => "a global".to_string(),
        };
        let article = |noun: &str| {
            let word = noun.trim_start_matches('`');
            if word.starts_with(['a', 'e', 'i', 'o', 'u']) && !word.starts_with("uni") { "an " } else { "a " }
        };
        let noun = match object.life {
            Life::Live => noun,
            Life::Freed => format!("freed {noun}"),
            Life::OutOfScope => return format!("{noun}, which is out of scope"),
        };
        let Some(segment) = object.segment() else {
            return if self.names.local(object).is_some() { noun } else { format!("{}{noun}", article(&noun)) };
        };
        let count = if segment.optional { "at most one".to_string() } else { format!("{} or more", segment.min) };
        let at = |offset: i64, what: &str| match self.field(id, offset, self.pointer_size()) {
            field if field.starts_with('+') => format!("{what} at {field}"),
            field => format!("`{field}` at +{offset}"),
        };
        if segment.links == Links::NONE {
            return format!("null or {}{noun}", article(&noun));
        }
        let reversed = self.is_reversed(id);
        let (back, forth): (Vec<Link>, Vec<Link>) = segment.links.iter().partition(|link| link.back != reversed);
        let how = if segment.links.is_double() { "doubly" } else { "singly" };
        let links = forth.iter().map(|link| at(link.at, "next")).chain(back.iter().map(|link| at(link.at, "prev")));
        format!("{how} linked list of {count} {noun}, {}", links.collect::<Vec<_>>().join(", "))
    }

    /// Does the program call the other direction forwards? The graph has no preference.
    fn is_reversed(&self, id: ObjectId) -> bool {
        let Some(segment) = self.state.graph.object(id).segment() else { return false };
        let (Some(next), Some(prev)) = (segment.next(), segment.prev()) else { return false };
        let name = |offset: i64| self.field(id, offset, self.pointer_size()).to_lowercase();
        name(next.at).contains("prev") || name(prev.at).contains("next")
    }

    /// The end of a list, as the program sees it.
    fn seen_from(&self, id: ObjectId, which: Which) -> Which {
        match which {
            Which::First if self.is_reversed(id) => Which::Last,
            Which::Last if self.is_reversed(id) => Which::First,
            Which::First | Which::Last | Which::Region | Which::All => which,
        }
    }

    fn pointer_size(&self) -> i64 {
        self.names.module.data_model.pointer_size() as i64
    }

    fn below_region(&mut self, id: ObjectId, object: &Object, path: &Path) -> Vec<Text> {
        let ty = self.types.get(&id).copied();
        let mut below = Vec::new();
        let mut nulls = Vec::new();
        for (offset, size, value) in self.names.pointers(object, ty) {
            let name = self.field(id, offset, size);
            if value == Value::NULL {
                nulls.push(format!("`{name}`"));
                continue;
            }
            let text = self.value(value, &path.field(&name), Some(id));
            below.push(Text { head: format!("`{name}` → {}", text.head), below: text.below });
        }
        if !nulls.is_empty() {
            below.push(Text::leaf(format!("{} → null", nulls.join(", "))));
        }
        below
    }

    fn below_segment(
        &mut self,
        id: ObjectId,
        object: &Object,
        segment: Segment,
        entered: Which,
        path: &Path,
        from: Option<ObjectId>,
    ) -> Vec<Text> {
        let mut below = Vec::new();
        let each = if segment.links == Links::NONE { "with" } else { "each with" };
        for field in &object.fields {
            let address = matches!(field.value, Value::Addr(_) | Value::Func(_));
            if segment.is_link(field.offset) || !address {
                continue;
            }
            let name = self.field(id, field.offset, field.size);
            let text = self.value(field.value, &path.field(&name), Some(id));
            below.push(Text { head: format!("{each} `{name}` → {}", text.head), below: text.below });
        }
        let (next, prev) = (segment.next(), segment.prev());
        let (ahead, behind) = if entered == Which::Last { (prev, next) } else { (next, prev) };
        for (link, ahead) in [(ahead, true), (behind, false)] {
            let Some(link) = link else { continue };
            let value = self.state.graph.link(id, link.at);
            if value == Value::NULL || !ahead && (value.object() == from || value.object().is_none()) {
                continue;
            }
            let how = if ahead { "then" } else { "before it" };
            if let Value::Addr(addr) = value
                && let Some(known) = self.reference(addr)
            {
                if ahead {
                    let place = known
                        .strip_prefix("the same as ")
                        .map_or(known.clone(), |path| format!("what {path} points to"));
                    below.push(Text::leaf(format!("ending at {place}")));
                }
                continue;
            }
            let side = if ahead { "follows" } else { "precedes" };
            let beyond = Path::Words(format!("what {side} the list at {path}"));
            let text = self.value(value, &beyond, Some(id));
            below.push(Text { head: format!("{how} {}", text.head), below: text.below });
        }
        below
    }
}
