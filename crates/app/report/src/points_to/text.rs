//! Text for people: function by function, which memory its pointers refer to.

use std::io::{self, Write};

use super::document::{CallMap, CalleeMap, Document, FunctionGraph, Region};
use super::{Report, document, words};
use crate::style::{Paint, Style};

pub fn write_text(report: &Report<'_, '_>, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let document = document(report);
    let text = Text { document: &document, style };
    for function in &document.functions {
        text.function(function, out)?;
    }
    if !document.shared.is_empty() {
        writeln!(out, "{}", style.paint(Paint::Bold, "shared by all functions:"))?;
        for region in &document.shared {
            text.region(region, None, out)?;
        }
    }
    Ok(())
}

struct Text<'d> {
    document: &'d Document,
    style: Style,
}

impl Text<'_> {
    fn function(&self, function: &FunctionGraph, out: &mut dyn Write) -> io::Result<()> {
        let place = function.location.as_ref().map(|location| format!("{}: ", words::line(location)));
        let head = format!("{}`{}`", place.unwrap_or_default(), function.name);
        writeln!(out, "{}", self.style.paint(Paint::Bold, head))?;
        for variable in &function.variables {
            writeln!(out, "  {} → {}", variable.name, words::places(&variable.points_to))?;
        }
        if !function.returns.is_empty() {
            writeln!(out, "  returns → {}", words::places(&function.returns))?;
        }
        for region in &function.regions {
            self.region(region, Some(&function.name), out)?;
        }
        for shared in &function.shared {
            writeln!(out, "  {:<3} {}", shared.region, words::marks(shared.read, shared.modified))?;
        }
        let calls: Vec<&CallMap> = function.calls.iter().filter(|call| self.says_something(call)).collect();
        for call in &calls {
            self.call(call, out)?;
        }
        let silent = function.variables.is_empty() && function.returns.is_empty() && calls.is_empty();
        if silent && function.regions.is_empty() && function.shared.is_empty() {
            let one_graph = !self.document.mode.context_sensitive;
            writeln!(out, "  {}", if one_graph { "only memory that all functions share" } else { "no memory" })?;
        }
        writeln!(out)
    }

    fn region(&self, region: &Region, here: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let name = words::only_name(region, here);
        let mut about = vec![match &name {
            Some(name) => format!("{} {name}", words::kind(region)),
            None => words::kind(region),
        }];
        let what = words::what(region);
        about.extend((!what.is_empty()).then_some(what));
        about.extend(words::size(region));
        let marks = words::marks(region.read, region.modified);
        about.extend((!marks.is_empty()).then(|| marks.to_string()));
        let whole = words::whole(region);
        let target = whole.and_then(|field| field.points_to.as_ref());
        let arrow = target.map(|target| format!(" → {}", words::place(target))).unwrap_or_default();
        let label = self.style.paint(Paint::Note, format!("{:<3}", region.name));
        writeln!(out, "  {label} {}{arrow}", about.join(", "))?;
        let from = words::sites(region, here);
        if name.is_none() && !from.is_empty() {
            writeln!(out, "      {}", self.style.paint(Paint::Faint, format!("from {}", from.join(", "))))?;
        }
        if !region.functions.is_empty() && (name.is_none() || !from.is_empty()) {
            writeln!(out, "      is {}", words::functions(region))?;
        }
        if whole.is_some() {
            return Ok(());
        }
        let rows: Vec<[String; 4]> = region
            .fields
            .iter()
            .map(|field| {
                let arrow = field.points_to.as_ref().map(|target| format!("→ {}", words::place(target)));
                [
                    format!("{:+}", field.offset),
                    words::field_name(region, field),
                    field.ty.clone().unwrap_or_default(),
                    [words::marks(field.read, field.modified), &arrow.unwrap_or_default()].join(" ").trim().to_string(),
                ]
            })
            .collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths = [width(0), width(1), width(2)];
        for [offset, name, ty, rest] in &rows {
            let line = format!("{offset:<0$}  {name:<1$}  {ty:<2$}  {rest}", widths[0], widths[1], widths[2]);
            writeln!(out, "      {}", line.trim_end())?;
        }
        Ok(())
    }

    /// A direct call with nothing to map is in the source already.
    fn says_something(&self, call: &CallMap) -> bool {
        call.indirect || call.callees.iter().any(|callee| self.is_explained(callee))
    }

    /// Are there regions of the callee, and does the reader see what they are?
    fn is_explained(&self, callee: &CalleeMap) -> bool {
        let shown = || self.document.functions.iter().any(|function| function.name == callee.function);
        !callee.regions.is_empty() && (!callee.library || shown())
    }

    fn call(&self, call: &CallMap, out: &mut dyn Write) -> io::Result<()> {
        let place = call.location.as_ref().map_or_else(|| "?".to_string(), words::point);
        let names: Vec<String> = call.callees.iter().map(|callee| format!("`{}`", callee.function)).collect();
        let says = match (call.indirect, names.as_slice()) {
            (true, []) => "a pointer is called that no function is known for".to_string(),
            (true, names) => format!("a pointer is called: {}", names.join(" or ")),
            (false, names) => names.join(" or "),
        };
        writeln!(out, "  {}", self.style.paint(Paint::Faint, format!("{place}: {says}")))?;
        for callee in call.callees.iter().filter(|callee| self.is_explained(callee)) {
            let maps = callee.regions.iter().map(|map| format!("{} is {}", map.callee, words::place(&map.caller)));
            let of = if call.callees.len() > 1 { format!("of `{}`: ", callee.function) } else { "its ".to_string() };
            writeln!(out, "      {of}{}", maps.collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}
