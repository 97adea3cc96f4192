//! Text of LLVM with a few tokens replaced by others of their kind.

use super::rng::Rng;

const TYPES: [&str; 14] = [
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "i256",
    "ptr",
    "float",
    "double",
    "half",
    "x86_fp80",
    "<4 x i32>",
    "{ i32, i64 }",
];
const OPERATIONS: [&str; 18] = [
    "add", "sub", "mul", "udiv", "sdiv", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "zext", "sext", "trunc",
    "ptrtoint", "inttoptr", "bitcast",
];
const NUMBERS: [&str; 8] = ["0", "1", "-1", "2", "31", "64", "4294967296", "9223372036854775807"];

/// The text with one to three tokens replaced.
pub fn mutate(rng: &mut Rng, text: &str) -> String {
    let mut tokens: Vec<&str> = tokens(text).collect();
    let names: Vec<&str> = tokens.iter().copied().filter(|token| token.starts_with(['%', '@', '!'])).collect();
    for _ in 0..1 + rng.below(3) {
        // Most tokens cannot be replaced: some are looked at.
        for _ in 0..40 {
            let at = rng.below(tokens.len());
            if let Some(other) = replacement(rng, tokens[at], &names) {
                tokens[at] = other;
                break;
            }
        }
    }
    tokens.concat()
}

fn replacement<'a>(rng: &mut Rng, token: &'a str, names: &[&'a str]) -> Option<&'a str> {
    if TYPES.contains(&token) {
        return Some(rng.pick(&TYPES));
    }
    if OPERATIONS.contains(&token) {
        return Some(rng.pick(&OPERATIONS));
    }
    let first = token.chars().next()?;
    match first {
        '%' | '@' | '!' => {
            let same: Vec<&str> = names.iter().copied().filter(|name| name.starts_with(first)).collect();
            Some(rng.pick(&same))
        }
        '0'..='9' | '-' => Some(rng.pick(&NUMBERS)),
        _ => None,
    }
}

/// Words with the sign before them, and what lies between.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%' | '@' | '!' | '-' | '$');
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let word = is_word(first);
        let end = rest.find(|c| is_word(c) != word).unwrap_or(rest.len());
        let (token, tail) = rest.split_at(end);
        rest = tail;
        Some(token)
    })
}
