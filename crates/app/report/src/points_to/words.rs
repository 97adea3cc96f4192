//! Phrases that text and pictures share.

use std::rc::Rc;

use super::document::{AllocationSite, FieldOf, Place, Region};
use crate::json::Location;

/// More allocation sites, or functions, are only counted.
const MOST_SITES: usize = 6;

/// `heap`, `stack or heap`, `caller's`: where the memory is.
pub(super) fn kind(region: &Region) -> String {
    if region.kinds.is_empty() { "caller's".to_string() } else { region.kinds.join(" or ") }
}

/// What it is: the type, an array of it, or why there is none.
pub(super) fn what(region: &Region) -> String {
    let ty = region.ty.as_deref();
    match (region.element, ty) {
        _ if region.collapsed => ty.map_or_else(|| "collapsed".to_string(), |ty| format!("{ty}, collapsed")),
        (Some(element), None) => format!("sequence of {}", bytes(element)),
        (Some(_), Some(ty)) => format!("{ty} []"),
        (None, Some(ty)) => ty.to_string(),
        (None, None) => String::new(),
    }
}

pub(super) fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") }
}

/// The size by use; 0 for what nobody accesses is no size.
pub(super) fn size(region: &Region) -> Option<String> {
    let size = region.size.filter(|size| *size > 0)?;
    let each = if region.element.is_some() { " each" } else { "" };
    Some(format!("{}{each}", bytes(size)))
}

/// `read`, `modified`, both or nothing.
pub(super) fn marks(read: bool, modified: bool) -> &'static str {
    match (read, modified) {
        (true, true) => "read, modified",
        (true, false) => "read",
        (false, true) => "modified",
        (false, false) => "",
    }
}

pub(super) fn place(place: &Place) -> String {
    match place.offset {
        0 => place.region.clone(),
        offset => format!("{}{offset:+}", place.region),
    }
}

pub(super) fn places(all: &[Place]) -> String {
    all.iter().map(place).collect::<Vec<_>>().join(" or ")
}

/// A field that is the whole region: then there is nothing to tell it from.
pub(super) fn whole(region: &Region) -> Option<&FieldOf> {
    match region.fields.as_slice() {
        [only] if only.name.as_deref() == Some("") || (region.collapsed && only.offset == 0) => Some(only),
        _ => None,
    }
}

/// `[]` for a whole element of a sequence, `bytes` for what no type explains.
pub(super) fn field_name(region: &Region, field: &FieldOf) -> String {
    match field.name.as_deref() {
        Some("") if region.element.is_some() => "[]".to_string(),
        Some("") => "*".to_string(),
        Some(name) => name.to_string(),
        None => match field.bytes {
            Some(count) => bytes(u64::try_from(count).unwrap_or(0)),
            None => "any bytes".to_string(),
        },
    }
}

/// `list.c:12`: the line is enough to find it.
pub(super) fn line(location: &Location) -> String {
    format!("{}:{}", location.file, location.line)
}

pub(super) fn point(location: &Location) -> String {
    format!("{}:{}:{}", location.file, location.line, location.column)
}

/// The variable or function that the region is, when it is only one and nothing else.
pub(super) fn only_name(region: &Region, here: Option<&str>) -> Option<String> {
    match (region.allocated.as_slice(), region.functions.as_slice()) {
        ([only], []) if only.name.is_some() && only.kind != "heap" && !region.kinds.is_empty() => {
            Some(site(only, here))
        }
        ([], [_]) if region.kinds == ["function"] => Some(functions(region)),
        _ => None,
    }
}

pub(super) fn functions(region: &Region) -> String {
    let mut names: Vec<String> = region.functions.iter().map(|name| format!("`{name}`")).collect();
    shorten(&mut names);
    names.join(" or ")
}

/// Where the memory comes from, for somebody who looks at a function.
pub(super) fn sites(region: &Region, here: Option<&str>) -> Vec<String> {
    let mut all: Vec<&AllocationSite> = region.allocated.iter().map(Rc::as_ref).collect();
    all.dedup_by(|next, of| is_said_alike(next, of));
    let more = all.len().saturating_sub(MOST_SITES);
    let shown = all.into_iter().take(MOST_SITES).map(|of| site(of, here));
    shown.chain((more > 0).then(|| format!("{more} more"))).collect()
}

/// Are the words of both the same? There are many sites, and few of them are shown.
fn is_said_alike(one: &AllocationSite, other: &AllocationSite) -> bool {
    let kinds = |of: &AllocationSite| (of.kind == "global", of.kind == "stack", of.library);
    kinds(one) == kinds(other)
        && one.name == other.name
        && match one.kind.as_str() {
            "global" => true,
            "stack" => one.function == other.function,
            _ if one.library => one.function == other.function,
            _ => match (&one.location, &other.location) {
                (Some(one), Some(other)) => (&one.file, one.line) == (&other.file, other.line),
                (one, other) => one.is_none() && other.is_none(),
            },
        }
}

fn shorten(all: &mut Vec<String>) {
    let more = all.len().saturating_sub(MOST_SITES);
    if more > 0 {
        all.truncate(MOST_SITES);
        all.push(format!("{more} more"));
    }
}

fn site(site: &AllocationSite, here: Option<&str>) -> String {
    let name = site.name.as_deref();
    let at = || site.location.as_ref().map(|location| format!("{} ", line(location))).unwrap_or_default();
    let function = site.function.as_deref().unwrap_or_default();
    match (site.kind.as_str(), name) {
        ("global", Some(name)) => format!("`{name}`"),
        ("global", None) => "a string literal".to_string(),
        ("stack", None) => format!("a temporary of `{function}`"),
        ("stack", Some(name)) if here == Some(function) => format!("`{name}`"),
        ("stack", Some(name)) => format!("`{name}` of `{function}`"),
        (_, name) if site.library => format!("{} in `{function}`", name.unwrap_or("a call")),
        (_, name) => format!("{}{}", at(), name.unwrap_or("a call")),
    }
}
