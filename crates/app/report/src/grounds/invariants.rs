//! What holds whenever a loop begins a round, in terms of C.

use symex::number::{Fact, Linear, Relation};
use symex::proof::{Proof, places};
use symex::state::{Content, Fill, Life, ObjectId};

use super::Reason;
use super::heads::{Head, Heads, Kind};
use super::sum::{Quantity, Sum};
use super::view::View;
use super::words::{Objects, code, compared, shown};

/// More states of one loop, and more lines of one state, are not shown: nobody would read them.
const MOST_STATES: usize = 4;
const MOST_LINES: usize = 12;
/// Constants of the size of the ends of types.
const FAR: u128 = 1 << 24;

pub fn reasons(heads: &Heads<'_>, proof: &Proof) -> Vec<Reason> {
    let mut found: Vec<(Head, Vec<Vec<String>>)> = Vec::new();
    for place in places(&proof.contexts) {
        let head = Head::of(proof, place);
        let matters = match heads.kind(head) {
            Kind::Loop => true,
            Kind::Start => heads.may_recurse(head.func),
            Kind::Meeting => false,
        };
        if !matters {
            continue;
        }
        let lines = lines(&View::new(heads, proof, place));
        match found.iter_mut().find(|(other, _)| *other == head) {
            Some((_, states)) if !states.contains(&lines) => states.push(lines),
            Some(_) => {}
            None => found.push((head, vec![lines])),
        }
    }
    found.sort_by_key(|(head, _)| heads.order(*head));
    found.into_iter().map(|(head, states)| reason(heads, head, &states)).collect()
}

fn reason(heads: &Heads<'_>, head: Head, states: &[Vec<String>]) -> Reason {
    let (place, name) = (heads.place(head), heads.function(head));
    let when = match heads.kind(head) {
        Kind::Start => format!("whenever `{name}` is called"),
        Kind::Loop | Kind::Meeting => format!("at the start of each round of the loop of `{name}`"),
    };
    let nothing = |lines: &[String]| {
        if lines.is_empty() {
            vec!["what has a name fits its type, and no more is known of it".to_string()]
        } else {
            lines.to_vec()
        }
    };
    match states {
        [only] => Reason { place, what: when, details: nothing(only) },
        several => {
            let what = format!("{when}, one of {}", several.len());
            let mut details = Vec::new();
            for (number, lines) in several.iter().enumerate().take(MOST_STATES) {
                for (index, line) in nothing(lines).iter().enumerate() {
                    let mark = if index == 0 { format!("{}.", number + 1) } else { String::new() };
                    details.push(format!("{mark:<2} {line}"));
                }
            }
            if several.len() > MOST_STATES {
                details.push(format!("… and {} more", several.len() - MOST_STATES));
            }
            Reason { place, what, details }
        }
    }
}

fn lines(view: &View<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let facts = facts(view);
    if !facts.is_empty() {
        lines.push(facts.join(", "));
    }
    lines.extend(pointers(view));
    lines.extend(contents(view));
    if lines.len() > MOST_LINES {
        let more = lines.len() - MOST_LINES;
        lines.truncate(MOST_LINES);
        lines.push(format!("… and {more} more"));
    }
    lines
}

/// What variables are, and how they compare; not that they fit their types.
fn facts(view: &View<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for number in &view.numbers {
        let own = Sum::of(Quantity::Value(number.name.clone()));
        let Some(value) = view.sum(&number.form).filter(Sum::is_named).filter(|value| *value != own) else { continue };
        if number.is_pointer && value == Sum::default() {
            lines.push(format!("`{}` is null", number.name));
        } else if let Some(difference) = own.plus(&value, -1) {
            lines.push(compared(&difference, Relation::Zero, view));
        }
    }
    for fact in view.state.knowledge.facts() {
        let Some(sum) = view.sum(&fact.form).filter(Sum::is_named) else { continue };
        // That a sum of two is far from the ends of their types says hardly more than the ends themselves.
        let is_far = sum.terms.len() > 1 && sum.constant.unsigned_abs() >= FAR;
        if !sum.terms.is_empty() && !is_far && !is_of_type(view, &fact) {
            lines.push(compared(&sum, fact.relation, view));
        }
    }
    let mut once: Vec<String> = Vec::new();
    for line in lines {
        if !once.contains(&line) {
            once.push(line);
        }
    }
    once
}

/// Does the fact say no more than that a variable fits its type?
fn is_of_type(view: &View<'_>, fact: &Fact) -> bool {
    let says = |bound: Option<Fact>| bound.is_some_and(|bound| bound == *fact);
    view.numbers.iter().any(|number| {
        number.range.is_some_and(|(least, most)| {
            let constant = Linear::constant;
            says(Fact::ge(&number.form, &constant(least))) || says(Fact::le(&number.form, &constant(most)))
        })
    })
}

/// What pointers point to.
fn pointers(view: &View<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for pointer in &view.pointers {
        let Some(object) = view.state.object(pointer.object) else { continue };
        let name = &pointer.name;
        let life = match object.life {
            Life::Live => "",
            Life::Freed => ", which is freed",
            Life::OutOfScope => ", whose scope has ended",
        };
        let target = match (object_name(view, pointer.object), view.base(pointer.object)) {
            (Some(_), Some((base, ..))) if base == *name => {
                match view.sum(&object.size).filter(Sum::is_named).and_then(|size| code(&size, view)) {
                    Some(size) => format!("an object of `{size}` bytes"),
                    None => "an object".to_string(),
                }
            }
            (Some(named), _) => named,
            (None, _) => "an object".to_string(),
        };
        let offset = view.sum(&pointer.offset).filter(Sum::is_named);
        let inside = match &offset {
            Some(offset) if *offset == Sum::default() => format!("points to the start of {target}"),
            Some(offset) if is_plain(offset) => format!("points to byte {} of {target}", shown(offset, view)),
            Some(_) | None => format!("points into {target}"),
        };
        let list = match &object.structure {
            Some(structure) if structure.own_links().count() > 1 => ", the root of a tree",
            Some(_) => ", the first of a list",
            None => "",
        };
        lines.push(format!("`{name}` {inside}{list}{life}"));
    }
    lines
}

/// Does it consist of numbers that C names?
fn is_plain(sum: &Sum) -> bool {
    sum.terms.iter().all(|(quantity, _)| matches!(quantity, Quantity::Value(_)))
}

/// What stretches of memory have in common.
fn contents(view: &View<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (id, object) in view.state.objects() {
        for fill in &object.fills {
            lines.extend(
                stretch(view, *id, fill).zip(content(view, &fill.content)).map(|(which, is)| format!("{which} {is}")),
            );
        }
    }
    lines
}

fn content(view: &View<'_>, content: &Content) -> Option<String> {
    let bound = |bound: &Option<Linear>| {
        let sum = bound.as_ref().and_then(|bound| view.sum(bound)).filter(Sum::is_named)?;
        Some(shown(&sum, view))
    };
    match content {
        Content::Zero => Some("is `0`".to_string()),
        Content::Initial { .. } => None,
        Content::Words(words) => match (bound(&words.least), bound(&words.most)) {
            (Some(least), Some(most)) if least == most => Some(format!("is {least}")),
            (Some(least), Some(most)) => Some(format!("is at least {least} and at most {most}")),
            (Some(least), None) => Some(format!("is at least {least}")),
            (None, Some(most)) => Some(format!("is at most {most}")),
            (None, None) => None,
        },
    }
}

/// ``each of `a[0]` to `a[i - 1]` ``; there may be none of them.
fn stretch(view: &View<'_>, object: ObjectId, fill: &Fill) -> Option<String> {
    let (base, offset, step) = view.base(object)?;
    let (from, to) = (view.sum(&fill.from)?, view.sum(&fill.to)?);
    if !from.is_named() || !to.is_named() {
        return None;
    }
    let bytes = match &fill.content {
        Content::Zero | Content::Initial { .. } => step,
        Content::Words(words) => words.bytes,
    };
    let index = |sum: &Sum, minus: i128| {
        let from_base = Sum::constant(offset.checked_neg()?).plus(sum, 1)?.divided(i128::from(step))?;
        code(&Sum::constant(-minus).plus(&from_base, 1)?, view)
    };
    if bytes == step
        && let (Some(first), Some(last)) = (index(&from, 0), index(&to, 1))
    {
        return Some(format!("each of `{base}[{first}]` to `{base}[{last}]`"));
    }
    let name = object_name(view, object)?;
    let unit = if matches!(fill.content, Content::Words(_)) {
        format!("each number of {bytes} bytes")
    } else {
        "each".to_string()
    };
    Some(format!("{unit} of the bytes from {} on, up to {}, of {name}", shown(&from, view), shown(&to, view)))
}

fn object_name(view: &View<'_>, object: ObjectId) -> Option<String> {
    match view.own_name(object) {
        Some(name) => Some(format!("`{name}`")),
        None => view.base(object).map(|(base, ..)| format!("what `{base}` points to")),
    }
}
