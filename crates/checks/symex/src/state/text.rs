//! States in words, one line each.

use std::fmt;

use ir::Id;

use crate::number::Linear;

use super::{Condition, Content, Life, Link, ObjectId, Reading, State, Structure, Target, Value};

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let registers = self.registers().iter().map(|(reg, value)| format!("%{} = {value}", reg.index()));
        let objects = self.objects().iter().map(|(id, object)| {
            let cells = object.cells.iter().map(|cell| format!("{:?}..{}: {}", cell.offset, cell.bytes, cell.value));
            let fills = object.fills.iter().map(|fill| {
                let content = match &fill.content {
                    Content::Zero => "zero".to_string(),
                    Content::Initial { behind: 0, .. } => "initial".to_string(),
                    Content::Initial { behind, .. } => format!("initial from {behind}"),
                    Content::Words(words) => {
                        let bound = |bound: &Option<Linear>| bound.as_ref().map_or(String::new(), |b| format!("{b:?}"));
                        format!("each {}: {}..{}", words.bytes, bound(&words.least), bound(&words.most))
                    }
                };
                format!("[{:?}, {:?}) {content}", fill.from, fill.to)
            });
            let life = match object.life {
                Life::Live => "",
                Life::Freed => " freed",
                Life::OutOfScope => " out of scope",
            };
            let structure = object.structure.iter().map(ToString::to_string);
            let content: Vec<String> = cells.chain(fills).chain(structure).collect();
            format!("{id} ({:?} bytes{life}): {{{}}}", object.size, content.join(", "))
        });
        let facts = self.knowledge.facts().map(|fact| format!("{fact:?}"));
        let parts: Vec<String> = registers.chain(objects).chain(facts).collect();
        f.write_str(&parts.join("; "))
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of them by {}: {}", self.count, links(&self.links), self.end)?;
        if !self.totals.is_empty() {
            write!(f, ", with {:?}", self.totals)?;
        }
        match &self.back {
            Some(back) => write!(f, ", back by {} to {}: {}", back.at, back.into, back.first),
            None => Ok(()),
        }
    }
}

fn links(of: &[Link]) -> String {
    let link = |link: &Link| match &link.to {
        Target::Next => format!("{} to {}", link.at, link.into),
        Target::Other(inner) => {
            let none = if inner.may_be_none { "?" } else { "" };
            format!("{} to {}{none} of {} bytes ({})", link.at, link.into, inner.size, links(&inner.links))
        }
    };
    of.iter().map(link).collect::<Vec<_>>().join(" and ")
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObjectId::Global(id) => write!(f, "g{}", id.index()),
            ObjectId::Made(number) => write!(f, "o{number}"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number { form, reading } => {
                let reading = match reading {
                    Reading::Signed => "",
                    Reading::Unsigned => "u",
                    Reading::Mathematical => "?",
                };
                write!(f, "{form:?}{reading}")
            }
            Value::Pointer { object, offset } => write!(f, "&{object}[{offset:?}]"),
            Value::Last { of, offset } => write!(f, "&last of {of}[{offset:?}]"),
            Value::Function(func) => write!(f, "&f{}", func.index()),
            Value::Truth(Condition::Known(truth)) => write!(f, "{truth}"),
            Value::Truth(Condition::If(fact)) => write!(f, "({fact:?})"),
            Value::Any => f.write_str("any"),
        }
    }
}
