//! Random programs that handle lists.
//!
//! Programs build one or two lists of any length, do things to them, some of them wrong for some lengths or data, and
//! often free them. What is wrong with them is not known: whoever claims that nothing is has to be right.

use std::fmt::Write;

use engine::Property;

use crate::generate::Rng;

/// What claims are asked for.
pub const PROPERTIES: [Property; 4] =
    [Property::ValidMemsafety, Property::ValidMemcleanup, Property::UnreachCall, Property::Termination];

/// What all programs start with. `some` decides how often loops go round, and small numbers are data.
const PRELUDE: &str = "#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define some __VERIFIER_nondet_bool()
#define number (__VERIFIER_nondet_uchar() & 3)
struct node { struct node *next, *prev; int data; struct node *extra; };
static struct node *fresh(int data) {
  struct node *n = malloc(sizeof *n);
  n->data = data; n->next = n->prev = n->extra = NULL;
  return n;
}
";

/// Statements about a list `L`; `M` is another one, `K` a small number.
const MOSTLY_RIGHT: [&str; 16] = [
    "for (struct node *p = L; p; p = p->next) p->data = K;",
    "{ struct node *r = NULL; while (L) { struct node *n = L->next; L->next = r; L->prev = NULL; if (r) r->prev = L; r = L; L = n; } L = r; }",
    "if (L) { struct node *n = L; L = L->next; if (L) L->prev = NULL; free(n->extra); free(n); }",
    "{ struct node *n = fresh(K); n->next = L; if (L) L->prev = n; L = n; }",
    "{ struct node *p = L; while (p && p->next) p = p->next; struct node *n = fresh(number); if (p) { p->next = n; n->prev = p; } else L = n; }",
    "{ struct node **at = &L; while (*at && (*at)->data != K) at = &(*at)->next; if (*at) { struct node *n = *at; *at = n->next; if (n->next) n->next->prev = n->prev; free(n->extra); free(n); } }",
    "{ struct node *p = L; while (p && p->next) p = p->next; if (p) p->next = M; else L = M; if (M) M->prev = p; M = NULL; }",
    "for (struct node *p = L; p; p = p->next) if (some && !p->extra) p->extra = fresh(K);",
    "for (struct node *p = L; p; p = p->next) { free(p->extra); p->extra = NULL; }",
    "while (L && L->data == K) { struct node *n = L; L = n->next; if (L) L->prev = NULL; free(n->extra); free(n); }",
    "{ struct node *t = L; L = M; M = t; }",
    "{ int sum = 0; for (struct node *p = L; p; p = p->next) sum += p->data & 1; if (sum < 0) reach_error(); }",
    "for (struct node *p = L; p; p = p->next) if (p->next && p->next->prev && p->next->prev->next != p->next) reach_error();",
    "if (L && L->next) { struct node *n = L->next; L->next = n->next; if (n->next) n->next->prev = L; free(n->extra); free(n); }",
    "{ struct node *last = NULL; for (struct node *p = L; p; p = p->next) last = p; if (last && last->next) reach_error(); }",
    "{ unsigned long length = 0; for (struct node *p = L; p; p = p->next) length++; if (length == 0 && L) reach_error(); }",
];

/// Statements that some lists do not bear.
const OFTEN_WRONG: [&str; 12] = [
    "if (L) L->next->data = K;",
    "if (L) { struct node *n = L; L = L->next; free(n); }",
    "for (struct node *p = L; p; p = p->next) if (p->data == K) reach_error();",
    "{ int length = 0; for (struct node *p = L; p; p = p->next) length++; if (length == K + 3) reach_error(); }",
    "for (struct node *p = L; p; p = p->next) if (p->next && p->data > p->next->data) reach_error();",
    "if (L && L->next && L->next->next) L->next->next = NULL;",
    "for (struct node *p = L; p; p = p->next) if (p->extra && p->extra->data != K) reach_error();",
    "if (L && L->extra) free(L->extra);",
    "for (struct node *p = L; p; p = p->next) if (p->prev && p->prev->next != p) reach_error();",
    "{ struct node *p = L; while (p && p->next) p = p->next; if (p && p->prev && p->prev->data == K) free(p->prev->extra); }",
    "if (L == M && L) reach_error();",
    "{ struct node *p = L; for (int i = 0; i < K + 2 && p; i++) p = p->next; if (p) reach_error(); }",
];

/// Lists that are globals, and ways to them for functions that do not name them.
const GLOBALS: &str = "static struct node *a, *b;
static struct node **way_a = &a, **way_b = &b;
static struct node ***far_a = &way_a, ***far_b = &way_b;
";

/// What frees a list that it is given.
const DROP: &str = "static void drop(struct node *l) {
  while (l) { struct node *n = l; l = n->next; free(n->extra); free(n); }
}
";

/// The text of a program; always the same for one seed.
pub fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let global = rng.chance(50);
    let (mut functions, mut text) = (DROP.to_string(), String::new());
    for list in ["a", "b"] {
        let data = if rng.chance(50) { "number".to_string() } else { rng.below(3).to_string() };
        let node = format!(
            "{{ struct node *n = fresh({data}); n->next = {list}; if ({list}) {list}->prev = n; {list} = n; }}"
        );
        match rng.below(3) {
            0 => writeln!(text, "  while (some) {node}"),
            1 => writeln!(text, "  for (int i = 0; i < {} && some; i++) {node}", 2 + rng.below(6)),
            _ => writeln!(text, "  if (some) {node}"),
        }
        .expect("a string takes every write");
    }
    for step in 0..1 + rng.below(4) {
        let statement = if rng.chance(25) { rng.pick(&OFTEN_WRONG) } else { rng.pick(&MOSTLY_RIGHT) };
        let (list, other) = rng.pick(&[("a", "b"), ("b", "a")]);
        let number = rng.below(4);
        let guard = if rng.chance(25) { "if (some) " } else { "" };
        // In place, by a function that is given both, that names them, or that comes to them through initialisers.
        let inside = match rng.below(if global { 6 } else { 3 }) {
            2 | 3 => Some(("struct node **l, struct node **m", "(*l)".to_string(), "(*m)".to_string())),
            4 => Some(("void", list.to_string(), other.to_string())),
            5 => Some(("void", format!("(**far_{list})"), format!("(*way_{other})"))),
            _ => None,
        };
        match inside {
            Some((params, l, m)) => {
                let given = if params == "void" { String::new() } else { format!("&{list}, &{other}") };
                let statement = replaced(statement, &l, &m, number);
                writeln!(functions, "static void step{step}({params}) {{ {statement} }}")
                    .expect("a string takes every write");
                writeln!(text, "  {guard}step{step}({given});")
            }
            None => writeln!(text, "  {guard}{}", replaced(statement, list, other, number)),
        }
        .expect("a string takes every write");
    }
    if rng.chance(85) {
        for list in ["a", "b"] {
            match rng.below(2) {
                0 => writeln!(text, "  drop({list});"),
                _ => writeln!(
                    text,
                    "  while ({list}) {{ struct node *n = {list}; {list} = n->next; free(n->extra); free(n); }}"
                ),
            }
            .expect("a string takes every write");
        }
    }
    let (globals, locals) = if global { (GLOBALS, "") } else { ("", "  struct node *a = NULL, *b = NULL;\n") };
    format!("{PRELUDE}{globals}{functions}int main(void) {{\n{locals}{text}  return 0;\n}}\n")
}

/// Single capital letters are holes.
fn replaced(statement: &str, list: &str, other: &str, number: u64) -> String {
    let letters: Vec<char> = statement.chars().collect();
    let mut text = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let part_of_word = |at: Option<&char>| at.is_some_and(|letter| letter.is_alphanumeric() || *letter == '_');
        let alone =
            !part_of_word(at.checked_sub(1).and_then(|at| letters.get(at))) && !part_of_word(letters.get(at + 1));
        match letter {
            'L' if alone => text += list,
            'M' if alone => text += other,
            'K' if alone => text += &number.to_string(),
            letter => text.push(*letter),
        }
    }
    text
}
