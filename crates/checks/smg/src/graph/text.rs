//! Graphs as text, for logs and tests.

use std::fmt;

use crate::graph::alternation::Alternation;
use crate::graph::object::{Kind, Life, Object, Storage};
use crate::graph::state::State;
use crate::graph::value::{Value, Which};

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(value) => write!(f, "{value}"),
            Value::Sym(linear) => {
                write!(f, "{}?{}", if linear.negated { "-" } else { "" }, linear.sym.0)?;
                if linear.add != 0 { write!(f, "{:+}", linear.add) } else { Ok(()) }
            }
            Value::Addr(addr) => {
                let which = match addr.which {
                    Which::Region => "",
                    Which::First => ".first",
                    Which::Last => ".last",
                    Which::All => ".all",
                };
                match addr.object.as_global() {
                    Some(global) => write!(f, "&{global:?}")?,
                    None => write!(f, "&{}{which}", addr.object.0)?,
                }
                if addr.offset != 0 {
                    write!(f, "{:+}", addr.offset)?;
                }
                match addr.plus {
                    Some(sym) => write!(f, "+?{}", sym.0),
                    None => Ok(()),
                }
            }
            Value::Func(func) => write!(f, "{func:?}"),
            Value::Label(func, block) => write!(f, "{func:?}:{block:?}"),
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Region => f.write_str("region")?,
            Kind::Segment(segment) => {
                let count = if segment.optional { "0/1".to_string() } else { format!("{}+", segment.min) };
                f.write_str(&count)?;
                for link in segment.links.iter() {
                    write!(f, " {} {}", if link.back { "prev" } else { "next" }, link.at)?;
                    if link.to != segment.head {
                        write!(f, " to {}", link.to)?;
                    }
                }
                if segment.head != 0 {
                    write!(f, " head {}", segment.head)?;
                }
                if let Some(Alternation { offset, sum, first, last, .. }) = segment.alternates {
                    let shown = |number: Option<i64>| number.map_or("?".to_string(), |number| number.to_string());
                    write!(f, " {}…{} at {offset}, neighbours add up to {sum}", shown(first), shown(last))?;
                }
            }
        }
        let storage = match self.storage {
            Storage::Heap => "heap",
            Storage::Stack => "stack",
            Storage::Global { .. } => "global",
        };
        write!(f, " {storage} size {}", self.size)?;
        if let Some(length) = self.length {
            write!(f, " length {length}")?;
        }
        if self.level > 0 {
            write!(f, " level {}", self.level)?;
        }
        match self.life {
            Life::Live => write!(f, " {:?}", self.fill)?,
            Life::Freed => f.write_str(" freed")?,
            Life::OutOfScope => f.write_str(" gone")?,
        }
        for field in &self.fields {
            write!(f, " {}:{}={}", field.offset, field.size, field.value)?;
        }
        Ok(())
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for frame in &self.frames {
            write!(f, "{:?}", frame.func)?;
            frame.regs.iter().try_for_each(|(reg, value)| write!(f, " %{}={value}", ir::Id::index(*reg)))?;
            frame.vars.iter().try_for_each(|(var, value)| write!(f, " ${}={value}", ir::Id::index(*var)))?;
            frame.locals.iter().try_for_each(|local| write!(f, " local {}", local.address))?;
            writeln!(f)?;
        }
        if !self.cut.is_empty() {
            f.write_str("cut")?;
            self.cut.iter().try_for_each(|value| write!(f, " {value}"))?;
            writeln!(f)?;
        }
        for (id, object) in self.graph.objects() {
            match id.as_global() {
                Some(global) => writeln!(f, "  {global:?}: {object}")?,
                None => writeln!(f, "  {}: {object}", id.0)?,
            }
        }
        for (sym, info) in self.graph.syms() {
            write!(f, "  ?{} in {}..{}", sym.0, info.range.lo, info.range.hi)?;
            if info.level > 0 {
                write!(f, " level {}", info.level)?;
            }
            writeln!(f, "{}", if info.origin == crate::graph::value::Origin::Uninit { " uninit" } else { "" })?;
        }
        self.graph.differ().iter().try_for_each(|(a, b)| writeln!(f, "  {a} != {b}"))
    }
}
