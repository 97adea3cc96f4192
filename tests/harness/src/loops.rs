//! Random programs with loops and recursion of which nobody knows whether they end, or what they overflow or overrun.

use std::fmt::Write;

use engine::Property;

use crate::generate::Rng;

/// What claims are asked for.
pub const PROPERTIES: [Property; 4] =
    [Property::Termination, Property::NoOverflow, Property::ValidMemsafety, Property::UnreachCall];

/// What all programs start with. Inputs are small, so that runs are short.
pub const PRELUDE: &str = "extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define some __VERIFIER_nondet_bool()
#define number (int)(__VERIFIER_nondet_uchar() & 15) - 4
";

/// The text of a program; always the same for one seed.
pub fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0x6c6f_6f70);
    let mut text = PRELUDE.to_string();
    if rng.chance(35) {
        recursion(&mut rng, &mut text);
    }
    text += "int main(void) {\n  int x = number, y = number, z = number;\n  unsigned char u = some ? 3 : 200;\n";
    text += "  signed char a[8] = {0};\n  signed char *p = a;\n";
    for _ in 0..1 + rng.below(3) {
        statement(&mut rng, &mut text, 1, 3);
    }
    if rng.chance(30) {
        let guard = condition(&mut rng);
        writeln!(text, "  if ({guard} && {}) reach_error();", condition(&mut rng)).expect("a string takes every write");
    }
    text + "  return 0;\n}\n"
}

/// A function that calls itself, and is called wherever a statement likes.
fn recursion(rng: &mut Rng, text: &mut String) {
    let base = rng.pick(&["n <= 0", "n == 0", "n < m", "n == m", "m <= 0 || n <= 0"]);
    let call =
        rng.pick(&["f(n - 1, m)", "f(n - 2, m + 1)", "f(n + 1, m)", "f(m, n - 1)", "f(n / 2, m)", "f(n - m, m)"]);
    let again = rng.pick(&["", " + f(n - 1, m - 1)", " - f(0, m)"]);
    writeln!(text, "static int f(int n, int m) {{ if ({base}) return m; return ({call}{again}) & 63; }}")
        .expect("a string takes every write");
}

fn has_recursion(text: &str) -> bool {
    text.contains("static int f(")
}

fn variable(rng: &mut Rng) -> &'static str {
    rng.pick(&["x", "y", "z", "x", "y", "u"])
}

fn term(rng: &mut Rng) -> String {
    match rng.below(8) {
        0..=2 => rng.below(20).to_string(),
        3..=5 => variable(rng).to_string(),
        6 => format!("{} / {}", variable(rng), 2 + rng.below(3)),
        _ => format!("{} % {}", variable(rng), 2 + rng.below(5)),
    }
}

fn condition(rng: &mut Rng) -> String {
    let (left, right) = (variable(rng), term(rng));
    let relation = rng.pick(&["<", "<=", ">", ">=", "!=", "<", ">"]);
    match rng.below(6) {
        0 => format!("{left} {relation} {right} && {} {} {}", variable(rng), rng.pick(&["<", ">", "!="]), term(rng)),
        1 => format!("{left} {relation} {right} && some"),
        _ => format!("{left} {relation} {right}"),
    }
}

fn update(rng: &mut Rng, text: &mut String, depth: usize) {
    let (target, source) = (variable(rng), variable(rng));
    let constant = 1 + rng.below(3);
    let line = match rng.below(16) {
        0..=2 => format!("{target} += {constant};"),
        3..=5 => format!("{target} -= {constant};"),
        6 => format!("{target} = {source} - {};", variable(rng)),
        7 => format!("{target} = {source} + {constant};"),
        8 => format!("{target} *= {};", 2 + rng.below(2)),
        9 => format!("{target} /= {};", 2 + rng.below(2)),
        10 => format!("{target} = number;"),
        11 => format!("{target} = -{target};"),
        12 => "if (x >= 0 && x < 8) a[x] = (signed char)y;".to_string(),
        13 => "if (p < a + 7) p++;".to_string(),
        14 => "if (y > 0 && y <= 8) z = a[y - 1];".to_string(),
        _ if has_recursion(text) => format!("{target} = f({source}, {constant});"),
        _ => format!("{target} ^= {constant};"),
    };
    writeln!(text, "{}{line}", "  ".repeat(depth)).expect("a string takes every write");
}

fn statement(rng: &mut Rng, text: &mut String, depth: usize, left: u32) {
    let indent = "  ".repeat(depth);
    let guard = condition(rng);
    let head = match rng.below(if left == 0 { 2 } else { 7 }) {
        0 | 1 => return update(rng, text, depth),
        2 => format!("if ({guard}) {{"),
        3 => format!("for ({} = {}; {guard}; {}++) {{", variable(rng), term(rng), variable(rng)),
        4 => "while (p < a + 8 && *p == 0) {".to_string(),
        _ => format!("while ({guard}) {{"),
    };
    writeln!(text, "{indent}{head}").expect("a string takes every write");
    if head.contains("*p == 0") {
        writeln!(text, "{indent}  p++;").expect("a string takes every write");
    }
    for _ in 0..1 + rng.below(3) {
        if rng.chance(30) {
            statement(rng, text, depth + 1, left - 1);
        } else {
            update(rng, text, depth + 1);
        }
    }
    if !head.starts_with("if") && rng.chance(15) {
        writeln!(text, "{indent}  if ({}) {}", condition(rng), rng.pick(&["break;", "continue;"]))
            .expect("a string takes every write");
    }
    writeln!(text, "{indent}}}").expect("a string takes every write");
}
