//! Graphs as pictures, in Graphviz's language.
//!
//! An object is a table of its fields, a segment has a double frame; the colour tells the nesting level. Roots are
//! ovals, addresses are arrows to the place in the object they point to.

use std::fmt::Write;

use ir::{BlockId, TypeId};

use crate::heaps::names::{Names, Root};
use smg::graph::{Addr, Alternation, Fill, Kind, Life, Link, Object, ObjectId, State, Value, Which};

/// One colour per nesting level; deeper ones share the last.
const COLOURS: [&str; 5] = ["#ffffff", "#e3effc", "#e4f5e0", "#fdf0d8", "#f6e3f3"];
const FREED: &str = "#d9d9d9";

/// A picture of a state at the head of a loop.
pub fn dot(names: &Names<'_>, state: &State, head: BlockId, title: &str) -> String {
    let types = names.types(state);
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{text}").expect("invariant: writing to a string works");
    line("digraph heap {".to_string());
    line(format!("  label={}; labelloc=t; rankdir=LR; fontname=\"Helvetica\";", quoted(title)));
    line("  node [fontname=\"Helvetica\", fontsize=11]; edge [fontname=\"Helvetica\", fontsize=9];".to_string());
    for (id, object) in state.graph.objects() {
        line(format!("  {}", Picture { names, state, id, object, ty: types.get(&id).copied() }.node()));
    }
    for (number, Root { name, value, .. }) in names.roots(state, head).iter().enumerate() {
        line(format!("  r{number} [shape=oval, label={}];", quoted(&with_value(name, *value, state, names))));
        if let Value::Addr(addr) = value {
            line(format!("  r{number} -> {};", target(state, *addr)));
        }
    }
    for (number, value) in state.cut.iter().enumerate() {
        if let Value::Addr(addr) = value {
            line(format!("  c{number} [shape=oval, style=dashed, label=\"a caller\"];"));
            line(format!("  c{number} -> {};", target(state, *addr)));
        }
    }
    for (id, object) in state.graph.objects() {
        for field in &object.fields {
            if let Value::Addr(addr) = field.value {
                line(format!("  {}:f{} -> {};", node_name(id), field.offset, target(state, addr)));
            }
        }
    }
    let mut notes: Vec<String> =
        names.numbers(state, head).iter().map(|(name, value)| with_value(name, *value, state, names)).collect();
    notes.extend(state.graph.differ().iter().map(|(a, b)| format!("{a} ≠ {b}")));
    if !notes.is_empty() {
        line(format!("  notes [shape=note, label={}];", quoted(&notes.join("\n"))));
    }
    line("}".to_string());
    out
}

struct Picture<'p, 'm> {
    names: &'p Names<'m>,
    state: &'p State,
    id: ObjectId,
    object: &'p Object,
    ty: Option<TypeId>,
}

impl Picture<'_, '_> {
    fn node(&self) -> String {
        let frames = if self.object.segment().is_some() { 2 } else { 1 };
        let level = usize::from(self.object.level).min(COLOURS.len() - 1);
        let colour = if self.object.life == Life::Live { COLOURS[level] } else { FREED };
        let rows: String =
            self.object.fields.iter().map(|field| self.row(field.offset, field.size, field.value)).collect();
        format!(
            "{} [shape=box, peripheries={frames}, style=filled, fillcolor=\"{colour}\", label=<<table border=\"0\" \
             cellborder=\"1\" cellspacing=\"0\"><tr><td port=\"top\" colspan=\"2\" border=\"0\">{}</td></tr>{rows}</table>>];",
            node_name(self.id),
            self.title()
        )
    }

    fn title(&self) -> String {
        let func = self.state.frame().func;
        let named = self.names.own_name(self.id, self.object, func);
        let callers = || self.names.local(self.object).map(|(_, name)| name.to_string());
        let noun = self.names.noun(self.object, self.ty).replace('`', "");
        let mut title = escaped(&named.or_else(callers).map_or_else(|| noun.clone(), |name| format!("{name}: {noun}")));
        match self.object.kind {
            Kind::Region => {}
            Kind::Segment(segment) => {
                let count = if segment.optional { "0 or 1".to_string() } else { format!("{} or more", segment.min) };
                let shown = |link: Link| {
                    let to = if link.to == segment.head { String::new() } else { format!(" to {:+}", link.to) };
                    format!("{} at +{}{to}", if link.back { "prev" } else { "next" }, link.at)
                };
                let links: Vec<String> = segment.links.iter().map(shown).collect();
                let links = if links.is_empty() { "not linked".to_string() } else { links.join(", ") };
                write!(title, "<br/><b>{count}</b>, {links}").expect("invariant: writing to a string works");
                if let Some(Alternation { offset, sum, .. }) = segment.alternates {
                    write!(title, "<br/>neighbours at +{offset} add up to {sum}")
                        .expect("invariant: writing to a string works");
                }
            }
        }
        let state = match (self.object.life, self.object.fill) {
            (Life::Freed, _) => "<br/>freed",
            (Life::OutOfScope, _) => "<br/>out of scope",
            (Life::Live, Fill::Zero) => "<br/>else zero",
            (Life::Live, Fill::Unknown | Fill::Uninit | Fill::Init(_)) => "",
        };
        title + state
    }

    fn row(&self, offset: i64, size: i64, value: Value) -> String {
        let name = self.names.field(self.object, self.ty, offset, size).unwrap_or_default();
        let shown = match value {
            Value::Addr(_) => String::new(),
            Value::Int(0) if self.names.is_pointer(self.ty, offset, size) => "null".to_string(),
            Value::Int(_) | Value::Sym(_) | Value::Func(_) | Value::Label(..) => show(value, self.state, self.names),
        };
        format!(
            "<tr><td align=\"left\">{} +{offset}</td><td port=\"f{offset}\">{}</td></tr>",
            escaped(&name),
            escaped(&shown)
        )
    }
}

fn show(value: Value, state: &State, names: &Names<'_>) -> String {
    match value {
        Value::Func(func) => names.module.funcs[func].name.clone(),
        Value::Sym(_) if state.graph.is_uninit(value) => "uninitialised".to_string(),
        Value::Sym(_) => {
            // The ends of what fits an `int` say nothing.
            let range = state.graph.range(value);
            let bound = |at: i64| if at.unsigned_abs() < i32::MAX as u64 { at.to_string() } else { String::new() };
            match (bound(range.lo), bound(range.hi)) {
                (lo, hi) if lo.is_empty() && hi.is_empty() => value.to_string(),
                (lo, hi) => format!("{value} in {lo}..{hi}"),
            }
        }
        Value::Int(_) | Value::Addr(_) | Value::Label(..) => value.to_string(),
    }
}

fn with_value(name: &str, value: Value, state: &State, names: &Names<'_>) -> String {
    match value {
        Value::Addr(_) => name.to_string(),
        Value::Int(_) | Value::Sym(_) | Value::Func(_) | Value::Label(..) => {
            format!("{name} = {}", show(value, state, names))
        }
    }
}

fn node_name(id: ObjectId) -> String {
    match id.as_global() {
        Some(global) => format!("g{}", ir::Id::index(global)),
        None => format!("o{}", id.0),
    }
}

/// The end of an arrow, with what it points to if that is not plain.
fn target(state: &State, addr: Addr) -> String {
    let object = state.graph.object(addr.object);
    let usual = object.segment().map_or(0, |segment| segment.head);
    let mut label: Vec<String> = Vec::new();
    match addr.which {
        Which::Region => {}
        Which::First => label.push("first".to_string()),
        Which::Last => label.push("last".to_string()),
        Which::All => label.push("its own".to_string()),
    }
    if addr.plus.is_some() {
        label.push("somewhere".to_string());
    } else if addr.offset != usual || usual != 0 {
        label.push(format!("{:+}", addr.offset));
    }
    let end = format!("{}:top", node_name(addr.object));
    if label.is_empty() { end } else { format!("{end} [label={}]", quoted(&label.join(" "))) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
