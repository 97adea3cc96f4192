//! Sums and what is known of them as C expressions, and in words where C has none.

use symex::number::Relation;
use symex::state::ObjectId;

use super::sum::{Aim, Counted, Quantity, Spot, Sum};

/// What people call objects, as far as sums need it.
pub trait Objects {
    /// A C expression for the address of an object's byte, and which byte that is; with the bytes that its arithmetic counts in.
    fn base(&self, object: ObjectId) -> Option<(String, i128, u64)>;
    /// `` `a` ``, or ``what `p` points to``.
    fn name(&self, object: ObjectId) -> String;
}

/// A part of a sum: a C expression or words, how often, and whether it is a plain name that needs no brackets.
struct Part {
    text: String,
    factor: i128,
    is_code: bool,
}

impl Part {
    fn negated(&self) -> Part {
        Part { text: self.text.clone(), factor: self.factor.saturating_neg(), is_code: self.is_code }
    }
}

/// `` `n - i` ``, or ``the number of bytes from `p` to the end of its object``.
pub fn shown(sum: &Sum, objects: &dyn Objects) -> String {
    let (parts, constant) = parts(sum, objects);
    let (code, words): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| part.is_code);
    if words.is_empty() {
        return format!("`{}`", expression(&code, constant));
    }
    let mut pieces: Vec<(i128, String)> = words.iter().map(|part| (part.factor.signum(), often(part))).collect();
    if !code.is_empty() || constant != 0 {
        // As something that is taken away, where it is only that.
        let is_less = constant <= 0 && code.iter().all(|part| part.factor < 0);
        let turned: Vec<Part> = code.iter().map(|part| part.negated()).collect();
        let turned: Vec<&Part> = turned.iter().collect();
        pieces.push(match is_less {
            true => (-1, format!("`{}`", expression(&turned, constant.saturating_neg()))),
            false => (1, format!("`{}`", expression(&code, constant))),
        });
    }
    // What is added comes before what is taken away.
    pieces.sort_by_key(|(sign, _)| -sign);
    let mut text = String::new();
    for (sign, piece) in pieces {
        let joint = match (text.is_empty(), sign) {
            (true, 1) => "",
            (true, _) => "minus ",
            (false, 1) => " plus ",
            (false, _) => " minus ",
        };
        text.push_str(&format!("{joint}{piece}"));
    }
    text
}

fn often(part: &Part) -> String {
    match part.factor.unsigned_abs() {
        1 => part.text.clone(),
        times => format!("{times} times {}", part.text),
    }
}

/// As C code; `None` if a part is no C expression.
pub fn code(sum: &Sum, objects: &dyn Objects) -> Option<String> {
    let (parts, constant) = parts(sum, objects);
    let all: Vec<&Part> = parts.iter().collect();
    parts.iter().all(|part| part.is_code).then(|| expression(&all, constant))
}

/// `` `i < n` ``: how the sum relates to zero.
pub fn compared(sum: &Sum, relation: Relation, objects: &dyn Objects) -> String {
    let sum = &of_pointers(sum).unwrap_or_else(|| sum.clone());
    let (parts, constant) = parts(sum, objects);
    if parts.iter().any(|part| !part.is_code) {
        return in_words(sum, &parts, constant, relation, objects);
    }
    let side = |sign: i128| -> Vec<Part> {
        let parts = parts.iter().filter(|part| part.factor.signum() == sign);
        parts.map(|part| Part { text: part.text.clone(), factor: part.factor.abs(), is_code: true }).collect()
    };
    let (more, less) = (side(1), side(-1));
    let written = |parts: &[Part], constant: i128| expression(&parts.iter().collect::<Vec<_>>(), constant);
    let [at_least, at_most, less_than] = match relation {
        Relation::AtLeastZero => [">=", "<=", "<"],
        Relation::Zero => ["=="; 3],
        Relation::NotZero => ["!="; 3],
    };
    match (less.is_empty(), more.is_empty(), constant) {
        (true, _, _) => format!("`{} {at_least} {}`", written(&more, 0), constant.saturating_neg()),
        (_, true, _) => format!("`{} {at_most} {constant}`", written(&less, 0)),
        (_, _, -1) if relation == Relation::AtLeastZero => {
            format!("`{} {less_than} {}`", written(&less, 0), written(&more, 0))
        }
        (_, _, 0..) => format!("`{} {at_most} {}`", written(&less, 0), written(&more, constant)),
        (_, _, _) => format!("`{} {at_most} {}`", written(&less, constant.saturating_neg()), written(&more, 0)),
    }
}

/// How a sum relates to zero, of which not everything is C.
fn in_words(sum: &Sum, parts: &[Part], constant: i128, relation: Relation, objects: &dyn Objects) -> String {
    let all = |sign: i128| parts.iter().all(|part| part.factor.signum() == sign);
    let negated = Sum::default().plus(sum, -1).filter(|_| all(-1));
    let (sum, words) = match (&negated, relation) {
        (Some(negated), Relation::AtLeastZero) => (negated, "is at most"),
        (None, Relation::AtLeastZero) => (sum, "is at least"),
        (_, Relation::Zero) => (negated.as_ref().unwrap_or(sum), "is"),
        (_, Relation::NotZero) => (negated.as_ref().unwrap_or(sum), "is not"),
    };
    let bound = if negated.is_some() { constant } else { constant.saturating_neg() };
    // What the parts are counted from is not in the sum's own constant.
    let without = Sum { terms: sum.terms.clone(), constant: sum.constant.saturating_add(bound) };
    format!("{} {words} `{bound}`", shown(&without, objects))
}

/// A comparison of two pointers into one object, as C does it; `None` if it is something else.
fn of_pointers(sum: &Sum) -> Option<Sum> {
    let [
        (Quantity::Position(object, Spot::Pointer(one)), times),
        (Quantity::Position(other, Spot::Pointer(two)), minus),
    ] = sum.terms.as_slice()
    else {
        return None;
    };
    let (sign, whole) = (times.signum(), one.in_steps(times.checked_abs()?));
    let is_difference = object == other && one.is_like(two) && times.checked_neg()? == *minus;
    if !is_difference || whole == 0 || sum.constant % whole != 0 {
        return None;
    }
    let terms = vec![(Quantity::Value(one.name.clone()), sign), (Quantity::Value(two.name.clone()), -sign)];
    Some(Sum { terms, constant: sum.constant / whole })
}

/// The parts of a sum: differences of places in one object first, then what is left.
fn parts(sum: &Sum, objects: &dyn Objects) -> (Vec<Part>, i128) {
    let (mut parts, mut constant) = (Vec::new(), sum.constant);
    let mut places: Vec<(ObjectId, Spot, i128)> = Vec::new();
    for (quantity, factor) in &sum.terms {
        match quantity {
            Quantity::Value(text) => parts.push(Part { text: text.clone(), factor: *factor, is_code: true }),
            Quantity::Position(object, spot) => places.push((*object, spot.clone(), *factor)),
            Quantity::Count(object, counted) => {
                let name = objects.name(*object);
                let which = name.strip_prefix("what ").map_or(format!("at {name}"), |points| format!("that {points}"));
                let text = match counted {
                    Counted::List => format!("the length of the list {which}"),
                    Counted::Tree => format!("the number of nodes of the tree {which}"),
                    Counted::Inside(_) => format!("the number of objects that belong to the list {which}"),
                };
                parts.push(Part { text, factor: *factor, is_code: false });
            }
            Quantity::Given(text) => parts.push(Part { text: text.clone(), factor: *factor, is_code: false }),
            Quantity::Unnamed(var) => {
                let text = format!("a number that no variable holds (v{})", var.0);
                parts.push(Part { text, factor: *factor, is_code: false });
            }
        }
    }
    while let Some((object, spot, factor)) = places.pop() {
        let opposite = |(other, _, times): &(ObjectId, Spot, i128)| {
            *other == object && times.checked_neg().is_some_and(|times| times == factor)
        };
        match places.iter().position(opposite) {
            Some(at) => {
                let (_, other, _) = places.remove(at);
                parts.push(distance(&spot, &other, factor));
            }
            None => match alone(object, &spot, factor, objects) {
                Some((part, more)) => {
                    parts.push(part);
                    constant = constant.saturating_add(more);
                }
                None => parts.push(Part { text: position(object, &spot, objects), factor, is_code: false }),
            },
        }
    }
    (parts, constant)
}

/// factor·(one − other), two places in one object.
fn distance(one: &Spot, other: &Spot, factor: i128) -> Part {
    let words = |text: String, factor: i128| Part { text, factor, is_code: false };
    match (one, other) {
        (Spot::Pointer(one), Spot::Pointer(other)) => {
            let (from, to) = if factor < 0 { (one, other) } else { (other, one) };
            let factor = factor.saturating_abs();
            if one.is_like(other) {
                let text = format!("{} - {}", to.name, from.name);
                return Part { text, factor: one.in_steps(factor), is_code: true };
            }
            words(format!("the number of {} from `{}` to `{}`", one.units(), from.name, to.name), factor)
        }
        (Spot::End | Spot::Zero, Spot::Pointer(from)) => words(until(from, one), factor),
        (Spot::Pointer(from), Spot::End | Spot::Zero) => words(until(from, other), factor.saturating_neg()),
        (Spot::End, Spot::End | Spot::Zero) => {
            words("the number of bytes from a zero to the end of its object".to_string(), factor)
        }
        (Spot::Zero, Spot::End | Spot::Zero) => {
            words("the number of bytes from a zero to the end of its object".to_string(), factor.saturating_neg())
        }
    }
}

fn until(from: &Aim, to: &Spot) -> String {
    let to = match to {
        Spot::End | Spot::Pointer(_) => "the end of its object",
        Spot::Zero => "a zero behind it",
    };
    format!("the number of {} from `{}` to {to}", from.units(), from.name)
}

/// A pointer relative to another one that C can name; what has to be added, too.
fn alone(object: ObjectId, spot: &Spot, factor: i128, objects: &dyn Objects) -> Option<(Part, i128)> {
    let Spot::Pointer(aim) = spot else { return None };
    let (base, offset, step) = objects.base(object)?;
    let unit = i128::from(aim.unit);
    if step != aim.step || base == aim.name || offset % unit != 0 {
        return None;
    }
    let part = Part { text: format!("{} - {base}", aim.name), factor: aim.in_steps(factor), is_code: true };
    Some((part, factor.checked_mul(offset / unit)?))
}

fn position(object: ObjectId, spot: &Spot, objects: &dyn Objects) -> String {
    match spot {
        Spot::Pointer(aim) => format!("the number of {} from the start of its object to `{}`", aim.units(), aim.name),
        Spot::End => format!("the size of {}", objects.name(object)),
        Spot::Zero => match objects.base(object) {
            Some((base, ..)) => format!("the position of a zero in `{base}`"),
            None => "the position of a zero in an object".to_string(),
        },
    }
}

/// `2*n - i + 1`: what is added comes first.
fn expression(parts: &[&Part], constant: i128) -> String {
    let mut text = String::new();
    for sign in [1, -1] {
        for part in parts.iter().filter(|part| part.factor.signum() == sign) {
            let is_sum = part.text.contains(' ');
            let times = part.factor.unsigned_abs();
            let joint = match (text.is_empty(), sign) {
                (true, 1) => "",
                (true, _) => "-",
                (false, 1) => " + ",
                (false, _) => " - ",
            };
            let bare = if times == 1 { !is_sum || sign == 1 } else { !is_sum && !part.text.starts_with('*') };
            let term = if bare { part.text.clone() } else { format!("({})", part.text) };
            let times = if times == 1 { String::new() } else { format!("{times}*") };
            text.push_str(&format!("{joint}{times}{term}"));
        }
    }
    match constant {
        _ if text.is_empty() => constant.to_string(),
        1.. if text.starts_with('-') => format!("{constant} - {}", &text[1..]),
        0 => text,
        1.. => format!("{text} + {constant}"),
        _ => format!("{text} - {}", constant.unsigned_abs()),
    }
}
