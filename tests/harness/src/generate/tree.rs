//! Program text as a tree of lines and blocks: what the generator builds and the shrinker cuts.
//!
//! Names of file scope are written `@name`; rendering replaces the `@` by a prefix, so that many programs fit into one
//! file. No generated string or character literal contains that sign.

/// A line, or a block with what stands between its braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Line(String),
    Block {
        open: String,
        body: Vec<Item>,
        close: String,
    },
    /// A place that every run reaches, with the bug that could be put there. Not part of the text.
    Slot(Vec<Item>),
}

impl Item {
    pub(crate) fn block(open: impl Into<String>, body: Vec<Item>) -> Item {
        Item::Block { open: open.into(), body, close: "}".to_string() }
    }
}

pub(crate) fn line(out: &mut Vec<Item>, text: impl Into<String>) {
    out.push(Item::Line(text.into()));
}

/// The items of a piece of C text in which every brace that spans lines ends or begins one. `$name` stands for the value
/// given with `name`.
pub(crate) fn template(text: &str, values: &[(&str, &str)]) -> Vec<Item> {
    let mut filled = text.to_string();
    for (name, value) in values {
        filled = filled.replace(&format!("${name}"), value);
    }
    debug_assert!(!filled.contains('$'), "a placeholder is left in {filled}");
    let mut done = Vec::new();
    let mut open: Vec<(String, Vec<Item>)> = Vec::new();
    for text in filled.lines().map(str::trim).filter(|text| !text.is_empty()) {
        if text.starts_with('}') {
            let (head, body) = open.pop().expect("invariant: templates are balanced");
            let outer = open.last_mut().map_or(&mut done, |(_, items)| items);
            outer.push(Item::Block { open: head, body, close: text.to_string() });
        } else if text.ends_with('{') {
            open.push((text.to_string(), Vec::new()));
        } else {
            let outer = open.last_mut().map_or(&mut done, |(_, items)| items);
            outer.push(Item::Line(text.to_string()));
        }
    }
    assert!(open.is_empty(), "invariant: templates are balanced");
    done
}

pub(crate) fn render(items: &[Item], prefix: &str) -> String {
    let mut text = String::new();
    write_items(items, prefix, 0, &mut text);
    text
}

fn write_items(items: &[Item], prefix: &str, depth: usize, text: &mut String) {
    for item in items {
        match item {
            Item::Line(line) => write_line(line, prefix, depth, text),
            Item::Block { open, body, close } => {
                write_line(open, prefix, depth, text);
                write_items(body, prefix, depth + 1, text);
                write_line(close, prefix, depth, text);
            }
            Item::Slot(_) => {}
        }
    }
}

fn write_line(line: &str, prefix: &str, depth: usize, text: &mut String) {
    text.push_str(&"  ".repeat(depth));
    text.push_str(&line.replace('@', prefix));
    text.push('\n');
}

/// How many slots there are.
pub(crate) fn count_slots(items: &[Item]) -> usize {
    items
        .iter()
        .map(|item| match item {
            Item::Line(_) => 0,
            Item::Block { body, .. } => count_slots(body),
            Item::Slot(_) => 1,
        })
        .sum()
}

/// Opens the slot number `chosen` and drops all others.
pub(crate) fn open_slot(items: Vec<Item>, chosen: Option<usize>) -> Vec<Item> {
    let mut number = 0;
    open_in(items, chosen, &mut number)
}

fn open_in(items: Vec<Item>, chosen: Option<usize>, number: &mut usize) -> Vec<Item> {
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Item::Line(_) => out.push(item),
            Item::Block { open, body, close } => {
                out.push(Item::Block { open, body: open_in(body, chosen, number), close });
            }
            Item::Slot(bug) => {
                if chosen == Some(*number) {
                    out.extend(bug);
                }
                *number += 1;
            }
        }
    }
    out
}

/// How many items there are at all levels, in the order in which [`without`] numbers them.
pub(crate) fn count(items: &[Item]) -> usize {
    items
        .iter()
        .map(|item| match item {
            Item::Line(_) | Item::Slot(_) => 1,
            Item::Block { body, .. } => 1 + count(body),
        })
        .sum()
}

/// The items without those numbered `from .. to` (depth first); a removed block takes its body along. A `return` stays
/// while its function does: no sanitizer would see that a value is missing.
pub(crate) fn without(items: &[Item], from: usize, to: usize) -> Vec<Item> {
    let mut number = 0;
    remove_in(items, from..to, &mut number)
}

fn remove_in(items: &[Item], range: std::ops::Range<usize>, number: &mut usize) -> Vec<Item> {
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        let mine = *number;
        *number += 1;
        match item {
            Item::Line(line) if line.starts_with("return ") => out.push(item.clone()),
            Item::Line(_) | Item::Slot(_) => {
                if !range.contains(&mine) {
                    out.push(item.clone());
                }
            }
            Item::Block { open, body, close } => {
                if range.contains(&mine) {
                    *number += count(body);
                } else {
                    let body = remove_in(body, range.clone(), number);
                    out.push(Item::Block { open: open.clone(), body, close: close.clone() });
                }
            }
        }
    }
    out
}

/// The items with the block numbered `at` replaced by its body; `None` when there is no block of that number.
pub(crate) fn unwrapped(items: &[Item], at: usize) -> Option<Vec<Item>> {
    let mut number = 0;
    for (index, item) in items.iter().enumerate() {
        let mine = number;
        number += 1;
        if mine > at {
            return None;
        }
        let Item::Block { open, body, close } = item else { continue };
        let replacement = if mine == at {
            body.clone()
        } else if at < number + count(body) {
            vec![Item::Block { open: open.clone(), body: unwrapped(body, at - number)?, close: close.clone() }]
        } else {
            number += count(body);
            continue;
        };
        let mut out = items[..index].to_vec();
        out.extend(replacement);
        out.extend_from_slice(&items[index + 1..]);
        return Some(out);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<Item> {
        vec![
            Item::Line("int @g;".into()),
            Item::block("int @f(void) {", vec![Item::Line("@g++;".into()), Item::Line("return 1;".into())]),
        ]
    }

    #[test]
    fn prefix_replaces_the_sign() {
        assert_eq!(render(&sample(), "p3_"), "int p3_g;\nint p3_f(void) {\n  p3_g++;\n  return 1;\n}\n");
    }

    #[test]
    fn removal_takes_the_body_along() {
        let items = sample();
        assert_eq!(count(&items), 4);
        assert_eq!(render(&without(&items, 2, 3), ""), "int g;\nint f(void) {\n  return 1;\n}\n");
        assert_eq!(render(&without(&items, 1, 2), ""), "int g;\n");
        assert_eq!(without(&items, 3, 4), items, "a return stays");
    }

    #[test]
    fn blocks_are_replaced_by_their_bodies() {
        let items = sample();
        assert_eq!(unwrapped(&items, 0), None);
        assert_eq!(render(&unwrapped(&items, 1).expect("a block"), ""), "int g;\ng++;\nreturn 1;\n");
        assert_eq!(unwrapped(&items, 2), None);
    }

    #[test]
    fn one_slot_opens() {
        let slot = |text: &str| Item::Slot(vec![Item::Line(text.into())]);
        let items = vec![slot("a;"), Item::block("{", vec![slot("b;")])];
        assert_eq!(count_slots(&items), 2);
        assert_eq!(render(&open_slot(items.clone(), Some(1)), ""), "{\n  b;\n}\n");
        assert_eq!(render(&open_slot(items, None), ""), "{\n}\n");
    }
}
