//! Claims that a run never ends, about programs of which it is known whether they do.
//!
//! Of a program that ends, no lap at all may be accepted, wherever it begins and however long it is. So every stem is tried,
//! with all laps that lead back to a state like the one before, and with recurrent sets of all kinds.

use std::path::Path;

use engine::{Budget, Cell, Comparison, Lasso, Property, Task};
use harness::generate::{Options as Generator, generate};
use harness::{parallel, subject};
use interp::{Compared, End, ListedInputs, NoObserver, Options, Rerun};
use ir::{DataModel, FuncId, Module, Predicate};

/// Steps between two stems that are tried, laps, and how long runs are looked at.
struct Density {
    between: u64,
    longest: u64,
    steps: u64,
    /// Whether recurrent sets are tried.
    with_sets: bool,
}

/// Laps from one stem that are tried, without sets and with them.
const MOST_LAPS: usize = 40;
const MOST_LAPS_WITH_SETS: usize = 2;

fn task<'m>(module: &'m Module, entry: FuncId) -> Task<'m> {
    Task::new(module, entry, vec![Property::Termination])
}

/// A lasso of the run in which all inputs are zero, and which asks for none in a lap.
fn lasso_of(task: &Task<'_>, density: &Density) -> Option<Lasso> {
    let budget = Budget::new();
    let usual = Options::for_property(task, Property::Termination);
    let options = Options { rounds_of_nothing: true, ..usual };
    let flows = task.flows();
    let rerun = Rerun { flows: &flows, entry: task.entry, options: &options, budget: &budget };
    let asked = interp::run(
        task.module,
        task.entry,
        &Options { max_steps: density.steps + density.longest, ..options.clone() },
        &mut ListedInputs::new(Vec::new()),
        &mut (),
        &mut NoObserver,
        &budget,
    );
    (0..density.steps).step_by(density.between as usize).find_map(|stem| {
        let pairs: Vec<(u64, u64)> = (1..=density.longest).map(|period| (stem, stem + period)).collect();
        let compared = rerun.compare(&mut ListedInputs::new(Vec::new()), &pairs);
        let most = if density.with_sets { MOST_LAPS_WITH_SETS } else { MOST_LAPS };
        let mut tried: Vec<Vec<Cell>> = Vec::new();
        compared.into_iter().zip(pairs).find_map(|(compared, (stem, end))| {
            let Compared { cells, inputs: (before, after) } = compared?;
            if before != after || tried.len() == most || tried.contains(&cells) {
                return None;
            }
            tried.push(cells.clone());
            let inputs = asked.inputs[..after].to_vec();
            accepted(task, Lasso { inputs, stem, period: end - stem, cells, set: Vec::new() }, density, &budget)
        })
    })
}

/// The lasso, if it is accepted, with this set or with one that might be a recurrent set.
fn accepted(task: &Task<'_>, lasso: Lasso, density: &Density, budget: &Budget) -> Option<Lasso> {
    if lasso::check(task, &lasso, budget).is_ok() {
        return Some(lasso);
    }
    let round = lasso::go_round(task, &lasso, budget).ok().filter(|_| density.with_sets)?;
    let numbers: Vec<(u16, u128, u128)> = round.numbers().collect();
    let with_sets = sets(&numbers).into_iter().map(|set| Lasso { set, ..lasso.clone() });
    with_sets.into_iter().find(|lasso| lasso::check(task, lasso, budget).is_ok())
}

/// Sets of all kinds, whether they hold or not.
fn sets(numbers: &[(u16, u128, u128)]) -> Vec<Vec<Comparison>> {
    let mut found = Vec::new();
    for (cell, (width, before, after)) in (0..).zip(numbers).take(2) {
        let signed = |bits: u128| ir::sign_extend(bits, *width) as i64;
        let compare = |width: u16, pred, bound| Comparison { terms: vec![(cell, 1)], width, signed: true, pred, bound };
        for bits in [1, 2, (*width).min(64)] {
            found.push(vec![compare(bits, Predicate::Eq, signed(*before))]);
        }
        for pred in [Predicate::Ule, Predicate::Uge, Predicate::Sle, Predicate::Sge, Predicate::Ne] {
            let bounds = [signed(*before), signed(*after)];
            found.extend(bounds.map(|bound| vec![compare(*width, pred, bound)]));
        }
    }
    if let [(width, x, _), (other, y, _), ..] = numbers
        && width == other
    {
        for sign in [1i64, -1] {
            let sum = x.wrapping_add(y.wrapping_mul(i128::from(sign) as u128));
            let bound = ir::sign_extend(ir::truncate(sum, *width), *width) as i64;
            let terms = vec![(0, 1), (1, sign)];
            found.push(vec![Comparison { terms, width: *width, signed: true, pred: Predicate::Eq, bound }]);
        }
    }
    found
}

fn ends(task: &Task<'_>, steps: u64) -> bool {
    let options = Options { max_steps: steps, ..Options::for_property(task, Property::Termination) };
    let mut inputs = ListedInputs::new(Vec::new());
    let budget = Budget::new();
    let run = interp::run(task.module, task.entry, &options, &mut inputs, &mut (), &mut NoObserver, &budget);
    !matches!(run.end, End::Limit(_))
}

fn with_program<T>(name: &str, source: &str, look: impl FnOnce(&Task<'_>) -> T) -> T {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lasso-{name}.c"));
    std::fs::write(&file, source).expect("the folder for temporary files is writable");
    let loaded = subject::load(&file, DataModel::Lp64, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
    let entry = loaded.module.func_named("main").expect("the program has a main function");
    look(&task(&loaded.module, entry))
}

const DENSE: Density = Density { between: 13, longest: 120, steps: 100, with_sets: false };
/// Few stems, with many sets.
const WITH_SETS: Density = Density { between: 37, longest: 60, steps: 100, with_sets: true };

/// Programs that end, late, because of something that laps change and that is easily overlooked.
const ENDING: [(&str, &str); 39] = [
    ("counter", "int main(void) { unsigned i = 0; while (i != 5000) i++; return 0; }"),
    ("signed_overflow", "int main(void) { int i = 2147480000; while (1) i++; return 0; }"),
    ("below", "int main(void) { int i = 5000; while (i > 0) i--; return 0; }"),
    ("two", "int main(void) { unsigned i = 0, j = 9000; while (i < j) { i++; j--; } return 0; }"),
    ("wrap", "int main(void) { unsigned short i = 1; while (i) i++; return 0; }"),
    ("global", "static int g; int main(void) { while (g < 3000) g++; return 0; }"),
    ("in_callee", "static int f(void) { static int n; return n++ < 3000; } int main(void) { while (f()) ; return 0; }"),
    (
        "on_heap",
        "#include <stdlib.h>\nint main(void) { long *p = calloc(1, 8); while (*p < 2000) ++*p; free(p); return 0; }",
    ),
    ("in_struct", "struct s { char a; int b; } s; int main(void) { while (s.b < 3000) s.b++; return 0; }"),
    ("in_array", "int a[4]; int main(void) { while (a[2] < 3000) a[2]++; return 0; }"),
    ("walking", "char a[4000]; int main(void) { char *p = a; while (p != a + 3999) p++; return 0; }"),
    (
        "chasing",
        "#include <stdlib.h>\nstruct n { struct n *next; };\nint main(void) { struct n *l = 0; for (int i = 0; i < 500; i++) { struct n *n = malloc(sizeof *n); n->next = l; l = n; } while (l) { struct n *n = l->next; free(l); l = n; } return 0; }",
    ),
    (
        "growing",
        "#include <stdlib.h>\nint main(void) { int n = 0; char *p = 0; while (n < 600) { p = realloc(p, ++n); } free(p); return 0; }",
    ),
    ("recursion", "static int f(int n) { return n ? f(n - 1) + 1 : 0; } int main(void) { return f(2000) != 2000; }"),
    ("floats", "int main(void) { double d = 0; while (d < 500.0) d += 0.25; return 0; }"),
    ("float_of_int", "int main(void) { int i = 0; while ((double)i / 2 < 1000.0) i++; return 0; }"),
    (
        "bytes",
        "int main(void) { unsigned n = 0; unsigned char *b = (unsigned char *)&n; while (n < 3000) { if (!++b[0]) b[1]++; } return 0; }",
    ),
    (
        "copied",
        "#include <string.h>\nint main(void) { int a = 0, b = 0; while (a < 3000) { memcpy(&b, &a, sizeof a); b++; memcpy(&a, &b, sizeof a); } return 0; }",
    ),
    (
        "set",
        "#include <string.h>\nint main(void) { unsigned char c[4] = {0}; int n = 0; do { n += c[3] == 250; memset(c, c[0] + 1, 4); } while (n < 3); return 0; }",
    ),
    ("selected", "int main(void) { int i = 0, n = 0; while (n < 3000) { i = i ? 0 : 1; n += i ? 1 : 0; } return 0; }"),
    ("switched", "int main(void) { int i = 0; for (;;) { switch (i) { case 2999: return 0; default: i++; } } }"),
    (
        "shifted",
        "int main(void) { unsigned long long x = 1; int n = 0; while (n < 40) { x = x << 1 | x >> 63; n += x == 1; } return 0; }",
    ),
    ("divided", "int main(void) { int d = 2000; for (;;) { if (7 / d > 7) break; d--; } return 0; }"),
    (
        "indexed",
        "static int next[3000]; int main(void) { for (int i = 0; i < 2999; i++) next[i] = i + 1; int at = 0; while (at != 2999) at = next[at]; return 0; }",
    ),
    (
        "pointed",
        "int main(void) { int a = 0, b = 0; int *p = &a, *q = &b; while (a < 1500) { ++*p; int *t = p; p = q; q = t; } return 0; }",
    ),
    ("counted_bits", "int main(void) { unsigned i = 0; while (__builtin_popcount(i) < 11) i++; return 0; }"),
    (
        "function_pointers",
        "static int n; static int last(void) { return 0; } static int more(void) { return 1; } int main(void) { int (*f)(void) = more; while (f()) { if (++n == 2500) f = last; } return 0; }",
    ),
    (
        "address_as_number",
        "int main(void) { char a[3000]; unsigned long p = (unsigned long)a, e = p + 2999; while (p != e) p++; return 0; }",
    ),
    (
        "of_the_stack",
        "static int f(int n) { int a[1]; a[0] = n + 1; return a[0]; } int main(void) { int n = 0; while (n < 800) n = f(n); return 0; }",
    ),
    (
        "distance",
        "char a[4000], b[8]; int main(void) { unsigned long i = 0; while ((unsigned long)a + i != (unsigned long)b) i++; return 0; }",
    ),
    (
        "masked_address",
        "char a[8]; int main(void) { unsigned long i = 1; while (!((unsigned long)a & i)) i *= 2; for (i = 0; ((unsigned long)a & i) != 64 && i < 4000; i++) ; return 0; }",
    ),
    (
        "address_or_other",
        "char a[8], b[8]; int main(void) { unsigned long x = 0; for (unsigned i = 0; x != (unsigned long)b; i++) { x = i > 3000 ? (unsigned long)b : (unsigned long)a; } return 0; }",
    ),
    (
        "shifted_address",
        "char a[8]; int main(void) { unsigned long i = 0; while ((unsigned long)a >> (i / 100) > 7) i++; return 0; }",
    ),
    ("parity", "int main(void) { unsigned short n = 2; while (n) n += 2; return 0; }"),
    ("odd_steps", "int main(void) { unsigned short n = 1; while (n != 60000) n += 3; return 0; }"),
    ("apart", "int main(void) { unsigned short i = 0, j = 9; while (i != j) { i += 2; j += 1; } return 0; }"),
    (
        "late_bound",
        "int main(void) { unsigned x = 1, y = 0; while (y < 8000) { y = x; x = (x * 5 + 3) & 8191; } return 0; }",
    ),
    (
        "narrow_and_wide",
        "int main(void) { signed char c = 0; unsigned long n = 0; while (n < 700) { n += c == -1; c = (signed char)(c + 1); } return 0; }",
    ),
    ("union", "union u { int i; short s[2]; } u; int main(void) { while (u.s[0] < 3000) u.i += 1; return 0; }"),
];

#[test]
fn what_ends_is_never_said_to_go_on() {
    let wrong: Vec<String> = parallel::map(&ENDING, |(name, source)| {
        with_program(name, source, |task| {
            assert!(ends(task, 5_000_000), "{name} does not end");
            let lasso = lasso_of(task, &DENSE).or_else(|| lasso_of(task, &WITH_SETS));
            lasso.map(|lasso| format!("{name}: {lasso:?}"))
        })
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// It ends when no address is a multiple of the alignment any more; the interpreter runs out of room before.
#[test]
fn alignments_are_followed() {
    let source = "#include <stdlib.h>\nint main(void) { for (unsigned long i = 16; ; i *= 2) { void *p = aligned_alloc(i, 64); \
                  if (!p) return 0; free(p); } }";
    assert_eq!(with_program("alignment", source, |task| lasso_of(task, &DENSE)), None);
}

/// Programs that never end, in ways that are found.
const ENDLESS: [(&str, &str); 10] = [
    ("nothing", "int main(void) { for (;;) ; }"),
    ("wrapping", "int main(void) { unsigned i = 0; while (i >= 0) i++; return 0; }"),
    ("narrow", "int main(void) { for (unsigned char c = 0; c < 256; c++) ; return 0; }"),
    ("kept", "int main(void) { int x = 7; while (x > 0) { if (x == 7) x = 8; else x = 7; } return 0; }"),
    (
        "ring",
        "struct n { struct n *next; }; int main(void) { struct n a, b; a.next = &b; b.next = &a; for (struct n *p = &a; p; p = p->next) ; return 0; }",
    ),
    ("freed_again", "#include <stdlib.h>\nint main(void) { for (;;) { int *p = malloc(4); *p = 1; free(p); } }"),
    (
        "called",
        "static unsigned n; static int f(int x) { n += 3; return x; } int main(void) { while (f(1)) ; return 0; }",
    ),
    ("scopes", "static void set(int *p) { *p = 1; } int main(void) { for (;;) { int x; set(&x); if (!x) return 0; } }"),
    (
        "tables",
        "static const int next[4] = {2, 3, 1, 0}; int main(void) { int at = 0; while (at < 4) at = next[at]; return 0; }",
    ),
    ("stopped_growing", "int main(void) { int i = 0; while (i < 100) if (i < 50) i++; return 0; }"),
];

#[test]
fn what_goes_on_is_found() {
    let density = Density { between: 7, longest: 400, steps: 1500, with_sets: false };
    let missed: Vec<&str> = parallel::map(&ENDLESS, |(name, source)| {
        with_program(name, source, |task| {
            assert!(!ends(task, 1_000_000), "{name} ends");
            lasso_of(task, &density).is_none().then_some(*name)
        })
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(missed.is_empty(), "{missed:?}");
}

/// Of cells that lie one above the other, neither is what it seems.
#[test]
fn cells_do_not_overlap() {
    let source = "int main(void) { unsigned i = 0; while (i >= 0) i++; return 0; }";
    with_program("overlapping", source, |task| {
        let lasso = lasso_of(task, &DENSE).expect("the program never ends");
        let refused = |cells: Vec<Cell>| lasso::check(task, &Lasso { cells, ..lasso.clone() }, &Budget::new()).is_err();
        let cell = *lasso.cells.first().expect("a number varies");
        assert!(refused(vec![cell, cell]));
        if let Cell::Memory { address, bytes } = cell {
            assert!(refused(vec![cell, Cell::Memory { address: address + 1, bytes: bytes - 1 }]));
        }
    });
}

/// All of them end.
#[test]
fn random_programs_are_never_said_to_go_on() {
    let density = Density { between: 61, longest: 2_000, steps: 6_000, with_sets: false };
    let seeds: Vec<u64> = (7_000..7_024).collect();
    let wrong: Vec<String> = parallel::map(&seeds, |seed| {
        let source = generate(Generator { functions: 3, ..Generator::mixed(*seed) }).source();
        with_program(&format!("random-{seed}"), &source, |task| {
            let lasso = lasso_of(task, &density).filter(|_| ends(task, 50_000_000));
            lasso.map(|lasso| format!("seed {seed}: {lasso:?}"))
        })
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
