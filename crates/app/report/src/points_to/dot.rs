//! Graphs as one picture, in Graphviz's language.
//!
//! A region is a table of its fields; the colour tells where the memory is. A double frame is a sequence, stripes are a
//! collapsed region, a thick frame one that is modified. Variables are ovals. Every function has a box of its own; what
//! all functions share is outside.

use std::collections::HashMap;
use std::io::{self, Write};

use super::document::{FieldOf, FunctionGraph, Place, Region};
use super::{Report, document, words};

const COLOURS: [(&str, &str); 6] = [
    ("external", "#f1e2f4"),
    ("heap", "#dcebfb"),
    ("stack", "#e3f3dc"),
    ("global", "#fdf0d0"),
    ("varargs", "#e6eedd"),
    ("function", "#ececec"),
];
const CALLERS: &str = "#ffffff";
const STRIPES: &str = "#f7c9c4";

pub fn write_dot(report: &Report<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let document = document(report);
    writeln!(out, "digraph points_to {{")?;
    writeln!(out, "  label={}; labelloc=t; rankdir=LR; fontname=\"Helvetica\";", quoted(&document.file))?;
    writeln!(out, "  node [fontname=\"Helvetica\", fontsize=11]; edge [fontname=\"Helvetica\", fontsize=9];")?;
    let shared: HashMap<&str, &Region> = document.shared.iter().map(|region| (region.name.as_str(), region)).collect();
    let outside = Drawing { prefix: String::new(), here: None, regions: &shared, own: HashMap::new() };
    for region in &document.shared {
        outside.node(region, "  ", out)?;
    }
    for (number, function) in document.functions.iter().enumerate() {
        let own = function.regions.iter().map(|region| (region.name.as_str(), region)).collect();
        let here = Some(function.name.as_str());
        Drawing { prefix: format!("f{number}_"), here, regions: &shared, own }.function(number, function, out)?;
    }
    for (_, arrow) in document.shared.iter().flat_map(|region| outside.arrows_of(region)) {
        writeln!(out, "  {arrow}")?;
    }
    writeln!(out, "}}")
}

/// Names of nodes: those of shared regions as they are, those of a function's own with its prefix.
struct Drawing<'d> {
    prefix: String,
    /// The function's name.
    here: Option<&'d str>,
    regions: &'d HashMap<&'d str, &'d Region>,
    own: HashMap<&'d str, &'d Region>,
}

impl Drawing<'_> {
    fn function(&self, number: usize, function: &FunctionGraph, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "  subgraph cluster_{number} {{")?;
        writeln!(out, "    label={}; style=rounded; color=\"#999999\";", quoted(&function.name))?;
        for region in &function.regions {
            self.node(region, "    ", out)?;
        }
        let returned = (!function.returns.is_empty()).then_some(("returns", true, &function.returns));
        let variables = function.variables.iter().map(|of| (of.name.as_str(), of.parameter, &of.points_to));
        let pointers: Vec<(&str, bool, &Vec<Place>)> = variables.chain(returned).collect();
        for (index, (name, outer, _)) in pointers.iter().enumerate() {
            // What comes from the caller, or goes to it.
            let style = if *outer { ", style=bold" } else { "" };
            writeln!(out, "    {}v{index} [shape=oval{style}, label={}];", self.prefix, quoted(name))?;
        }
        if function.regions.is_empty() && pointers.is_empty() {
            writeln!(out, "    {}none [shape=plaintext, label=\"no memory of its own\"];", self.prefix)?;
        }
        let arrows = self.arrows(function, &pointers);
        let (inner, outer): (Vec<_>, Vec<_>) = arrows.into_iter().partition(|(own, _)| *own);
        inner.iter().try_for_each(|(_, arrow)| writeln!(out, "    {arrow}"))?;
        writeln!(out, "  }}")?;
        outer.iter().try_for_each(|(_, arrow)| writeln!(out, "  {arrow}"))
    }

    /// Arrows, and whether they stay in the function: the others must not be drawn in its box, or their ends would be.
    fn arrows(&self, function: &FunctionGraph, pointers: &[(&str, bool, &Vec<Place>)]) -> Vec<(bool, String)> {
        let mut arrows = Vec::new();
        for (index, (_, _, places)) in pointers.iter().enumerate() {
            for place in *places {
                let own = self.own.contains_key(place.region.as_str());
                arrows.push((own, format!("{}v{index} -> {};", self.prefix, self.end(place))));
            }
        }
        arrows.extend(function.regions.iter().flat_map(|region| self.arrows_of(region)));
        arrows
    }

    fn arrows_of(&self, region: &Region) -> Vec<(bool, String)> {
        let mut arrows = Vec::new();
        for field in &region.fields {
            let Some(place) = &field.points_to else { continue };
            let from = format!("{}:{}:e", self.node_name(&region.name), port(field.offset));
            // A loop on the right does not cross the region.
            let to = if place.region == region.name && place.offset == 0 {
                format!("{}:top:e", self.node_name(&region.name))
            } else {
                self.end(place)
            };
            arrows.push((self.own.contains_key(place.region.as_str()), format!("{from} -> {to};")));
        }
        arrows
    }

    fn node(&self, region: &Region, indent: &str, out: &mut dyn Write) -> io::Result<()> {
        let colour = COLOURS.iter().find(|(kind, _)| region.kinds.iter().any(|of| of == kind));
        let colour = colour.map_or(CALLERS, |(_, colour)| colour);
        let (style, fill) = if region.collapsed {
            ("striped", [STRIPES, colour].repeat(4).join(":"))
        } else {
            ("filled", colour.to_string())
        };
        let frames = if region.element.is_some() { 2 } else { 1 };
        let width = if region.modified { "2.5" } else { "1" };
        let mut seen: Option<i64> = None;
        let rows = region.fields.iter().map(|field| {
            // Of fields that begin together, the first has the port.
            let with_port = seen.replace(field.offset) != Some(field.offset);
            row(region, field, with_port)
        });
        let rows: String = rows.collect();
        writeln!(
            out,
            "{indent}{} [shape=box, style={style}, fillcolor=\"{fill}\", penwidth={width}, \
             peripheries={frames}, margin=\"0.04\", label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"3\">\
             <tr><td port=\"top\" colspan=\"3\" border=\"0\">{}</td></tr>{rows}</table>>];",
            self.node_name(&region.name),
            title(region, self.here)
        )
    }

    fn node_name(&self, region: &str) -> String {
        let prefix = if self.own.contains_key(region) { self.prefix.as_str() } else { "" };
        format!("{prefix}{region}")
    }

    /// The end of an arrow: a field if one begins there, else the region with the offset beside the arrow.
    fn end(&self, place: &Place) -> String {
        let node = self.node_name(&place.region);
        let region = self.own.get(place.region.as_str()).or_else(|| self.regions.get(place.region.as_str()));
        let field = region.is_some_and(|region| region.fields.iter().any(|field| field.offset == place.offset));
        match (place.offset, field) {
            (0, _) => format!("{node}:top"),
            (offset, true) => format!("{node}:{}:w", port(offset)),
            (offset, false) => format!("{node}:top [label=\"{offset:+}\"]"),
        }
    }
}

fn title(region: &Region, here: Option<&str>) -> String {
    let name = words::only_name(region, here).map(|name| format!(" {}", name.replace('`', ""))).unwrap_or_default();
    let mut title = format!("<b>{}</b> {}", region.name, escaped(&format!("{}{name}", words::kind(region))));
    let what = words::what(region);
    if !what.is_empty() && words::whole(region).is_none() {
        title += &format!("<br/>{}", escaped(&what));
    }
    if name.is_empty() {
        let functions = region.functions.iter().map(|name| format!("{name}()"));
        for name in functions.chain(words::sites(region, here)) {
            let name = escaped(&name.replace('`', ""));
            title += &format!("<br/><font point-size=\"9\" color=\"#555555\">{name}</font>");
        }
    }
    title
}

fn row(region: &Region, field: &FieldOf, with_port: bool) -> String {
    let port = if with_port { format!(" port=\"{}\"", port(field.offset)) } else { String::new() };
    if words::whole(region).is_some() {
        return format!("<tr><td colspan=\"3\"{port}>{}</td></tr>", escaped(&words::what(region)));
    }
    let ty = escaped(field.ty.as_deref().unwrap_or(" "));
    format!(
        "<tr><td align=\"left\">{}</td><td align=\"right\">{:+}</td><td align=\"left\"{port}>{ty}</td></tr>",
        escaped(&words::field_name(region, field)),
        field.offset
    )
}

fn port(offset: i64) -> String {
    let sign = if offset < 0 { "m" } else { "f" };
    format!("{sign}{}", offset.unsigned_abs())
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
