//! Programs whose outcome depends on where objects lie: on one machine they do this, on another that, so nothing is settled.

use std::path::Path;

use certify::judge;
use engine::{Budget, Property, Task, answers};
use harness::{parallel, subject};
use ir::DataModel;

const STEPS: u64 = 300_000;

/// Bodies of `main`, with what comes before it.
const PROGRAMS: [(&str, DataModel, &str, &str); 13] = [
    (
        "below",
        DataModel::Lp64,
        "int g;",
        "unsigned long a = (unsigned long)&g; if (a - (1UL << 30) > a) reach_error();",
    ),
    ("before", DataModel::Lp64, "char g[8];", "char *p = g; if (p - (1UL << 30) > p) reach_error();"),
    ("behind", DataModel::Ilp32, "", "char b[8]; char *p = b; unsigned n = 0x30000000; if (p + n < p) reach_error();"),
    ("empty_arrays", DataModel::Lp64, "int a[0], b[0];", "int *p = a, *q = b; if (p == q) reach_error();"),
    ("empty_structs", DataModel::Lp64, "struct {} a, b;", "void *p = &a, *q = &b; if (p == q) reach_error();"),
    (
        "empty_and_not",
        DataModel::Lp64,
        "struct { int a[0]; } a; int b;",
        "char *p = (char *)&a, *q = (char *)&b; if (p == q) reach_error();",
    ),
    (
        "sign_of_a_byte",
        DataModel::Lp64,
        "char g;",
        "int i = (signed char)(unsigned long)&g; if (((unsigned char *)&i)[3]) reach_error();",
    ),
    (
        "sign_of_a_word",
        DataModel::Lp64,
        "char g;",
        "long i = (int)(unsigned long)&g; unsigned hi; __builtin_memcpy(&hi, (char *)&i + 4, 4); if (hi) reach_error();",
    ),
    ("labels", DataModel::Lp64, "", "void *p = &&l; if ((unsigned long)p & 15) reach_error(); goto *p; l: ;"),
    (
        "alignment",
        DataModel::Lp64,
        "",
        "char b[8] __attribute__((aligned(8))); if ((unsigned long)b & 8) reach_error();",
    ),
    (
        "size",
        DataModel::Lp64,
        "void *malloc(unsigned long); void free(void *); char c;",
        "void *p = malloc((unsigned long)&c); if (!p) reach_error(); free(p);",
    ),
    (
        "bits",
        DataModel::Lp64,
        "char g;",
        "unsigned _BitInt(12) b = (unsigned _BitInt(12))(unsigned long)&g; if (((unsigned char *)&b)[1]) reach_error();",
    ),
    (
        "overflow",
        DataModel::Lp64,
        "int g;",
        "unsigned long a = (unsigned long)&g, r; if (__builtin_sub_overflow(a - (1UL << 30), a, &r)) return 0; reach_error();",
    ),
];

#[test]
fn what_depends_on_addresses_is_not_settled() {
    let wrong: Vec<String> = parallel::map(&PROGRAMS, |(name, data_model, before, body)| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("address-{name}.c"));
        let source = format!("extern void reach_error(void);\n{before}\nint main(void) {{ {body} return 0; }}\n");
        std::fs::write(&file, source).expect("the folder for temporary files is writable");
        let loaded = subject::load(&file, *data_model, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let task = Task {
            error_functions: vec!["reach_error".to_string()],
            ..Task::new(
                &loaded.module,
                loaded.module.func_named("main").expect("the program has a main function"),
                vec![Property::UnreachCall],
            )
        };
        let all = portfolio::engines().iter().flat_map(|engine| answers(*engine, &task, &Budget::of_steps(STEPS)));
        let verdicts = all.map(|answer| judge(&task, answer, &Budget::new())).filter(|verdict| verdict.is_settled());
        verdicts.map(|verdict| format!("{name}: {:?}", verdict.conclusion())).collect::<Vec<_>>()
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
