//! What the bytes of two objects have in common.
//!
//! A loop that goes through an array leaves a word behind in every round: what both states say of the words up to where they
//! have come is said of all words up to there.

use symex::number::Linear;
use symex::state::{Cell, Content, Fill, Object, Reading, State, Value, Words};

use super::pairs::Pairs;

/// Pieces of one object that are kept: each may be paired with each.
const MOST_FILLS: usize = 16;

/// Words side by side, in one of the states.
#[derive(Clone, Debug)]
struct Run {
    from: Linear,
    to: Linear,
    bytes: u64,
    reading: Reading,
    bounds: Bounds,
}

/// `None`: as far as the type reaches.
#[derive(Clone, PartialEq, Debug)]
struct Bounds {
    least: Option<Linear>,
    most: Option<Linear>,
}

/// What holds in both objects, as far as it can be named.
pub(super) fn common(
    pairs: &Pairs,
    (old_state, old): (&State, &Object),
    (new_state, new): (&State, &Object),
) -> Vec<Fill> {
    let mut fills: Vec<Fill> = Vec::new();
    for fill in &old.fills {
        for other in new.fills.iter().filter(|other| other.content == fill.content) {
            if matches!(fill.content, Content::Words(_)) {
                continue;
            }
            let places = [(&fill.from, &other.from), (&fill.to, &other.to)].map(|(a, b)| {
                let (a, b) = (old_state.knowledge.reduce(a), new_state.knowledge.reduce(b));
                pairs.express(&a, &b)
            });
            if let [Some(from), Some(to)] = places {
                let fill = Fill { from, to, content: fill.content.clone() };
                if fills.len() < MOST_FILLS && !fills.contains(&fill) {
                    fills.push(fill);
                }
            }
        }
    }
    let (before, after) = (runs(old_state, old), runs(new_state, new));
    for new in &after {
        let grown = before.iter().filter(|run| run.bytes == new.bytes && run.reading == new.reading);
        let mut found: Vec<Fill> = grown.filter_map(|old| both(pairs, old, new)).collect();
        let was_there = old.cells.iter().any(|cell| old_state.knowledge.reduce(&cell.offset) == new.from);
        if found.is_empty() && !was_there {
            found.extend(first(pairs, new));
        }
        for fill in found {
            let stronger = |other: &Fill| other.from == fill.from && other.to == fill.to;
            if !fills.iter().any(stronger) {
                fills.push(fill);
            }
        }
    }
    fills
}

/// Words up to somewhere in both states.
fn both(pairs: &Pairs, old: &Run, new: &Run) -> Option<Fill> {
    let (from, to) = (pairs.express(&old.from, &new.from)?, pairs.express(&old.to, &new.to)?);
    let bound = |old: &Option<Linear>, new: &Option<Linear>, keeps: &dyn Fn(i128, i128) -> bool| {
        let (old, new) = (old.as_ref()?, new.as_ref()?);
        match (old.as_constant(), new.as_constant()) {
            (Some(a), Some(b)) if keeps(a, b) => Some(Linear::constant(a)),
            // Where guards like to end.
            (Some(a), Some(b)) if keeps(0, a) && keeps(0, b) => Some(Linear::constant(0)),
            (Some(_), Some(_)) => None,
            (Some(_), None) | (None, _) => pairs.express(old, new),
        }
    };
    let least = bound(&old.bounds.least, &new.bounds.least, &|old, new| new >= old);
    let most = bound(&old.bounds.most, &new.bounds.most, &|old, new| new <= old);
    fill(from, to, new, Bounds { least, most })
}

/// Words in the new state that are none yet in the old: a place that has moved from their start to their end.
fn first(pairs: &Pairs, new: &Run) -> Option<Fill> {
    let (from, to) = pairs.moved(&new.from, &new.to)?;
    let name = |bound: &Option<Linear>| {
        let bound = bound.as_ref()?;
        bound.as_constant().map(Linear::constant).or_else(|| pairs.named_in_new(bound))
    };
    let bounds = Bounds { least: name(&new.bounds.least), most: name(&new.bounds.most) };
    fill(from, to, new, bounds)
}

fn fill(from: Linear, to: Linear, run: &Run, bounds: Bounds) -> Option<Fill> {
    let Bounds { least, most } = bounds;
    // Cells say more of few words.
    let few = to.sub(&from).is_none_or(|length| length.as_constant().is_some());
    if few || least.is_none() && most.is_none() {
        return None;
    }
    let words = Words { bytes: run.bytes, reading: run.reading, least, most };
    Some(Fill { from, to, content: Content::Words(Box::new(words)) })
}

/// Fills and cells that go on where another ends.
fn runs(state: &State, object: &Object) -> Vec<Run> {
    let reduce = |form: &Linear| state.knowledge.reduce(form);
    let numbers = object.cells.iter().filter_map(|cell| Some((cell, of_cell(state, cell)?)));
    let cells: Vec<(&Cell, Run)> = numbers.collect();
    let mut starts: Vec<Run> = Vec::new();
    for each in &object.fills {
        let (from, to) = (reduce(&each.from), reduce(&each.to));
        match &each.content {
            Content::Words(words) => {
                let bounds =
                    Bounds { least: words.least.as_ref().map(&reduce), most: words.most.as_ref().map(&reduce) };
                starts.push(Run { from, to, bytes: words.bytes, reading: words.reading, bounds });
            }
            Content::Zero | Content::Initial { .. } => {}
        }
    }
    let begins = |run: &Run| {
        let before = |other: &Run| other.to == run.from && other.bytes == run.bytes && other.reading == run.reading;
        !starts.iter().any(before) && !cells.iter().any(|(_, other)| before(other))
    };
    let firsts: Vec<Run> = cells.iter().map(|(_, run)| run).filter(|run| begins(run)).cloned().collect();
    starts.extend(firsts);
    let mut found = Vec::new();
    for start in starts {
        let mut run = start;
        for _ in 0..=cells.len() {
            let next = cells
                .iter()
                .find(|(cell, next)| cell.bytes == run.bytes && next.from == run.to && next.reading == run.reading);
            let Some((_, next)) = next else { break };
            run = Run { to: next.to.clone(), bounds: joined(&run.bounds, &next.bounds), ..run };
        }
        found.push(run);
    }
    found
}

/// What both are within, by one of the bounds.
fn joined(a: &Bounds, b: &Bounds) -> Bounds {
    let bound = |a: &Option<Linear>, b: &Option<Linear>, pick: &dyn Fn(i128, i128) -> i128| {
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        match (a.as_constant(), b.as_constant()) {
            (Some(a), Some(b)) => Some(Linear::constant(pick(a, b))),
            (Some(_), None) | (None, _) => (a == b).then(|| a.clone()),
        }
    };
    Bounds { least: bound(&a.least, &b.least, &i128::min), most: bound(&a.most, &b.most, &i128::max) }
}

fn of_cell(state: &State, cell: &Cell) -> Option<Run> {
    let Value::Number { form, reading } = &cell.value else { return None };
    if *reading == Reading::Mathematical {
        return None;
    }
    let form = state.knowledge.reduce(form);
    let from = state.knowledge.reduce(&cell.offset);
    let to = from.add_constant(i128::from(cell.bytes))?;
    let (least, most) = state.knowledge.bounds(&form);
    let width = u16::try_from(cell.bytes * 8).ok()?;
    let (bottom, top) = symex::state::range(width, *reading)?;
    let informative = |bound: Option<i128>, end: i128| bound.filter(|bound| *bound != end).map(Linear::constant);
    let mut bounds = Bounds { least: informative(least, bottom), most: informative(most, top) };
    if bounds.least.is_none() && bounds.most.is_none() {
        bounds = Bounds { least: Some(form.clone()), most: Some(form) };
    }
    Some(Run { from, to, bytes: cell.bytes, reading: *reading, bounds })
}
