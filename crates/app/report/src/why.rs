//! Why verdicts are TRUE, as users and programs read it.

use std::io::{self, Write};

use engine::Property;
use ir::{LocId, Module};
use serde::{Deserialize, Serialize};

use crate::grounds::{Explained, Grounds, Reason, explain, reasons};
use crate::json::{Location, location};
use crate::style::{Paint, Style};

/// One reason why a property holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhyTrue {
    pub location: Option<Location>,
    pub message: String,
    /// What it consists of: a list of lines.
    pub details: Vec<String>,
}

/// Of one property; `None` if it does not hold, or nobody asked.
pub(crate) fn why_true(grounds: &[Grounds<'_>], property: Property, module: &Module) -> Option<Vec<WhyTrue>> {
    let grounds = grounds.iter().find(|grounds| grounds.property == property)?;
    let reason = |reason: Reason| WhyTrue {
        location: location(reason.place, module).filter(|_| module.places.is_of_user(reason.place)),
        message: reason.what,
        details: reason.details,
    };
    Some(reasons(grounds, module).into_iter().map(reason).collect())
}

/// Functions have a line and no column.
fn rendered(place: LocId, module: &Module) -> String {
    let text = module.places.render(place);
    text.strip_suffix(":0").map_or(text.clone(), str::to_string)
}

pub(crate) fn write_why(grounds: &[Grounds<'_>], module: &Module, style: Style, out: &mut dyn Write) -> io::Result<()> {
    for Explained { properties, reasons } in explain(grounds, module) {
        let names: Vec<&str> = properties.iter().map(|property| property.name()).collect();
        writeln!(out, "{} why {}:", style.paint(Paint::Note, "note:"), names.join(", "))?;
        for reason in reasons {
            let place = match module.places.is_of_user(reason.place) {
                true => format!("{} ", style.paint(Paint::Bold, format!("{}:", rendered(reason.place, module)))),
                false => String::new(),
            };
            let colon = if reason.details.is_empty() { "" } else { ":" };
            writeln!(out, "  {place}{}{colon}", reason.what)?;
            reason.details.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    if grounds.is_empty() { Ok(()) } else { writeln!(out) }
}
