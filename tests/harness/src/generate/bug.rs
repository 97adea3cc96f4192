//! One bug at a known line. Each snippet is valid code but for its marked line, wherever it stands.

use super::Gen;
use super::tree::{Item, line, template};

/// Codes of the bugs that can be put in.
pub const BUGS: [&str; 20] = [
    "null-deref",
    "use-after-free",
    "use-after-scope",
    "out-of-bounds",
    "uninit-deref",
    "wild-deref",
    "readonly-write",
    "invalid-call",
    "invalid-free",
    "double-free",
    "bad-realloc",
    "overlapping-copy",
    "leak",
    "leak-at-exit",
    "signed-overflow",
    "div-by-zero",
    "shift-out-of-range",
    "bit-scan-of-zero",
    "array-size",
    "error-call",
];

const NULL: [&str; 5] = [
    "int *$p = $zero ? (int *)&@sum : NULL;\n*$p = $any; //~ BUG",
    "struct { int a; short b; } *$p = NULL;\nif ($zero) $p = malloc(8);\n@mix((unsigned)$p->b); //~ BUG",
    "char **$p = calloc(2, sizeof *$p);\n$p[1] = strchr(\"abc\", 'x');\n@mix((unsigned char)*$p[1]); //~ BUG\nfree($p);",
    "const char *$p = strstr(\"needle\", \"hay\");\n@mix(strlen($p)); //~ BUG",
    "struct n { struct n *next; } $q = {NULL}, $p = {&$q};\nfor (struct n *at = &$p;; at = at->next) {\nat->next = at->next; //~ BUG\n}",
];

const USE_AFTER_FREE: [&str; 5] = [
    "int *$p = malloc(sizeof *$p);\n*$p = $any;\nfree($p);\n@mix((unsigned)*$p); //~ BUG",
    "short *$p = calloc(6, sizeof *$p);\nshort *$q = $p + $small;\nfree($p);\n*$q = 1; //~ BUG",
    "struct n { int v; struct n *next; } *$p = calloc(1, sizeof *$p);\n$p->next = calloc(1, sizeof *$p);\nstruct n *$q = $p->next;\nfree($p);\nfree($q);\n@mix($p->next == NULL); //~ BUG",
    "char *$p = malloc(4), *$q = $p;\nmemset($p, 'k', 4);\n$p = realloc($p, 400);\n$q[$small] = 'x'; //~ BUG\nfree($p);",
    "char *$p = malloc(8);\nstrcpy($p, \"gone\");\nfree($p);\n@mix(strlen($p)); //~ BUG",
];

const USE_AFTER_SCOPE: [&str; 3] = [
    "int *$p = NULL;\n{\nint $q = $any;\n$p = &$q;\n}\n@mix((unsigned)*$p); //~ BUG",
    "long *$p = NULL;\nfor (int i = 0; i < 3; i++) {\nlong $q[2] = {i, $any};\nif (i == 0) $p = &$q[1];\n}\n*$p = 2; //~ BUG",
    "int *$p = @escaping($any);\n@mix((unsigned)*$p); //~ BUG",
];

const ESCAPING: &str = "
static int *@escaping(int value) {
  int local[3] = {value, 1, 2};
  int *at = local;
  if (value % 2) at++;
  return at;
}
";

const OUT_OF_BOUNDS: [&str; 11] = [
    "int $p[5] = {1, 2, 3};\nint $q = 5 + $small;\n$p[$q] = $any; //~ BUG",
    "long long *$p = calloc(4, sizeof *$p);\n@mix($p[4 + $zero]); //~ BUG\nfree($p);",
    "unsigned char *$p = malloc(3);\nmemset($p, 1, 3);\n@mix($p[$zero - 1]); //~ BUG\nfree($p);",
    "short *$p = calloc(3, sizeof *$p);\nmemset($p, 0, 7 + $small); //~ BUG\nfree($p);",
    "char *$p = malloc(5);\nstrcpy($p, \"hello\"); //~ BUG\nfree($p);",
    "int *$p = calloc(1, sizeof *$p);\n@mix(*(long long *)$p); //~ BUG\nfree($p);",
    "static unsigned $p[3] = {1, 2, 3};\nunsigned *$q = $p;\nfor (int i = 0; i <= 3; i++) {\n@mix($q[i]); //~ BUG\n}",
    "char $p[4] = {'a', 'b', 'c', 'd'};\n@mix(strlen($p)); //~ BUG",
    "int $q = 5 + $zero;\nunsigned char $p[$q];\nmemset($p, 1, $q);\n$p[$q] = 1; //~ BUG",
    "char *$p = malloc(9);\n$p = realloc($p, 5);\n$p[5 + $small] = 1; //~ BUG\nfree($p);",
    "struct { char a[3]; } $p[3] = {{{0}}}, *$q = $p;\nmemset($q + 1, 1, 7 + $zero); //~ BUG",
];

const UNINIT: [&str; 2] = [
    "int *$p;\nif ($zero) $p = (int *)&@sum;\n*$p = $any; //~ BUG",
    "struct { int a; int *b; } *$p = malloc(sizeof *$p);\n$p->a = 1;\n@mix((unsigned)*$p->b); //~ BUG\nfree($p);",
];

const WILD: [&str; 2] = [
    "int *$p = (int *)(unsigned long)(65544 + $small * 8);\n*$p = $any; //~ BUG",
    "unsigned long $q = 70000ul + ($zero ? 1ul : 0ul);\n@mix(*(unsigned char *)$q); //~ BUG",
];

const READ_ONLY: [&str; 2] = [
    "char *$p = (char *)\"constant\";\n$p[$small] = 'x'; //~ BUG",
    "static const int $q[2] = {1, 2};\nint *$p = (int *)$q;\n$p[1] = $any; //~ BUG",
];

const INVALID_CALL: [&str; 1] = [
    "long long (*$p)(long long, long long) = (long long (*)(long long, long long))@plain;\n@mix($p(1, $small)); //~ BUG",
];

const PLAIN: &str = "
static int @plain(int value) {
  return value;
}
";

const INVALID_FREE: [&str; 3] = [
    "int *$p = calloc(4, sizeof *$p);\nfree($p + 1 + $small); //~ BUG",
    "int $p[2] = {$any, 1};\nint *$q = $p;\nfree($q + $zero); //~ BUG",
    "static char $p[4];\nchar *$q = $p;\nfree($q); //~ BUG",
];

const DOUBLE_FREE: [&str; 2] = [
    "int *$p = malloc(4), *$q = $p;\nfree($p);\nif ($small < 9) {\nfree($q); //~ BUG\n}",
    "void *$p[2] = {malloc(1), malloc(2)};\nfor (int i = 0; i < 3; i++) {\nfree($p[i % 2]); //~ BUG\n}",
];

const BAD_REALLOC: [&str; 2] = [
    "char *$p = calloc(8, 1);\nchar *$q = realloc($p + 1, 16 + $small); //~ BUG\nfree($q);",
    "char $p[8] = {0};\nchar *$q = $p;\n$q = realloc($q, 16 + $small); //~ BUG\nfree($q);",
];

const OVERLAP: [&str; 2] = [
    "char $p[16] = \"overlapping\";\nmemcpy($p + 2, $p + $zero, 6); //~ BUG",
    "int *$p = calloc(6, sizeof *$p);\nmemcpy($p, $p + 1, (3 + $zero) * sizeof *$p); //~ BUG\nfree($p);",
];

const LEAK: [&str; 3] = [
    "int *$p = malloc(sizeof *$p);\n*$p = $any;\n@mix((unsigned)*$p);\n$p = NULL; //~ BUG",
    "struct n { int v; struct n *next; } *$p = calloc(1, sizeof *$p);\n$p->next = calloc(1, sizeof *$p);\n$p->next = NULL; //~ BUG\nfree($p);",
    "char *$p = malloc(3);\n$p[0] = 'a';\n@mix((unsigned char)$p[0]);\n$p = malloc(4); //~ BUG\nfree($p);",
];

/// The mark stands at the `return` of `main`.
const LEAK_AT_EXIT: [&str; 2] = [
    "static int *$p;\nif (!$p) $p = malloc(sizeof *$p);\n*$p = $any;",
    "static struct n { struct n *next; } $p;\nif (!$p.next) $p.next = calloc(1, sizeof(struct n));\n@mix($p.next->next != NULL);",
];

const OVERFLOW: [&str; 11] = [
    "int $p = 2147483600 + $small;\n$p = $p + 60; //~ BUG",
    "int $p = -2147483647 + $small;\n$p -= 30; //~ BUG",
    "int $p = 65536 + $small;\n@mix((unsigned)($p * 65536)); //~ BUG",
    "int $p = -2147483647 - 1 + $zero;\n@mix((unsigned)(-$p)); //~ BUG",
    "int $p = -2147483647 - 1, $q = -1 + $zero;\n@mix((unsigned)($p / $q)); //~ BUG",
    "int $p = 2147483647 + $zero;\n$p++; //~ BUG",
    "int $p = -2147483647 - 1, $q = -1 + $zero;\n@mix((unsigned)($p % $q)); //~ BUG",
    "long long $p = -9223372036854775807ll - 1, $q = -1 + $zero;\n@mix((unsigned long long)($p / $q)); //~ BUG",
    "long long $p = -9223372036854775807ll - 1, $q = -1 + $zero;\n$p %= $q; //~ BUG",
    "int $p = 1 + $zero;\n@mix((unsigned)((2 + $p) << 31)); //~ BUG",
    "long long $p = 9223372036854775800ll + $small;\n@mix((unsigned long long)($p + 10ll)); //~ BUG",
];

const DIVISION: [&str; 2] = [
    "int $p = $zero;\n@mix((unsigned)($any / $p)); //~ BUG",
    "unsigned $p = 7u - (7u + $zero);\n@mix(100u % $p); //~ BUG",
];

const SHIFT: [&str; 6] = [
    "unsigned $p = 32u + $small;\n@mix(1u << $p); //~ BUG",
    "int $p = -1 - $small;\n@mix(5u >> $p); //~ BUG",
    "unsigned long long $p = 1;\n@mix($p << (64 + $small)); //~ BUG",
    "int $p = 32 + $zero;\n@mix((unsigned)($any >> $p)); //~ BUG",
    "unsigned long long $p = 64u + $zero;\n@mix(3ull >> $p); //~ BUG",
    "unsigned char $p = 32 + $zero;\n@mix((unsigned)((unsigned char)$any << $p)); //~ BUG",
];

const BIT_SCAN: [&str; 4] = [
    "unsigned $p = $zero;\n@mix((unsigned)__builtin_clz($p)); //~ BUG",
    "unsigned $p = ($any & 1u) & 2u;\n@mix((unsigned)__builtin_ctz($p)); //~ BUG",
    "unsigned long $p = $zero;\n@mix((unsigned)__builtin_clzl($p)); //~ BUG",
    "unsigned long long $p = (unsigned long long)$small << 3 & 7u;\n@mix((unsigned)__builtin_ctzll($p)); //~ BUG",
];

const ARRAY_SIZE: [&str; 3] = [
    "int $p = -1 - $small;\nint $q[$p]; //~ BUG\n$q[0] = 1;",
    "int $p = $zero;\nchar $q[$p]; //~ BUG\n@mix(sizeof $q);",
    "int $p = 1 + $small;\nshort $q[3][$p - 7]; //~ BUG\n@mix(sizeof $q);",
];

const ERROR: [&str; 3] = [
    "assert($zero); //~ BUG",
    "if ($small < 4) {\nreach_error(); //~ BUG\n}",
    "int $p[3] = {1, $any, 3};\nassert($p[0] + $p[2] != 4); //~ BUG",
];

impl Gen {
    /// A place for the bug that the options ask for.
    pub(crate) fn slot(&mut self, out: &mut Vec<Item>) {
        let Some(code) = self.options.bug else { return };
        // Uncountably many copies of code that is not going to be used would only cost time.
        if self.flow.nesting > 3 || self.rng.chance(40) {
            return;
        }
        let snippet = match code {
            "null-deref" => self.rng.pick(&NULL),
            "use-after-free" => self.rng.pick(&USE_AFTER_FREE),
            "use-after-scope" => self.rng.pick(&USE_AFTER_SCOPE),
            "out-of-bounds" => self.rng.pick(&OUT_OF_BOUNDS),
            "uninit-deref" => self.rng.pick(&UNINIT),
            "wild-deref" => self.rng.pick(&WILD),
            "readonly-write" => self.rng.pick(&READ_ONLY),
            "invalid-call" => self.rng.pick(&INVALID_CALL),
            "invalid-free" => self.rng.pick(&INVALID_FREE),
            "double-free" => self.rng.pick(&DOUBLE_FREE),
            "bad-realloc" => self.rng.pick(&BAD_REALLOC),
            "overlapping-copy" => self.rng.pick(&OVERLAP),
            "leak" => self.rng.pick(&LEAK),
            "leak-at-exit" => self.rng.pick(&LEAK_AT_EXIT),
            "signed-overflow" => self.rng.pick(&OVERFLOW),
            "div-by-zero" => self.rng.pick(&DIVISION),
            "shift-out-of-range" => self.rng.pick(&SHIFT),
            "bit-scan-of-zero" => self.rng.pick(&BIT_SCAN),
            "array-size" => self.rng.pick(&ARRAY_SIZE),
            "error-call" => self.rng.pick(&ERROR),
            other => unreachable!("invariant: `{other}` is one of BUGS"),
        };
        if snippet.contains("@escaping") {
            self.helper("escaping", ESCAPING);
        }
        if snippet.contains("@plain") {
            self.helper("plain", PLAIN);
        }
        let (p, q) = (self.name("p"), self.name("q"));
        let any = format!("((int){})", self.expr(1).text);
        let small = self.expr(1);
        let small = format!("(int){}", self.index_below(small, 4).text);
        let zero = format!("((int){} & 0)", self.leaf_expr().text);
        let marked = snippet.replace("//~ BUG", &format!("//~ BUG {code}"));
        let values = [("p", p.as_str()), ("q", q.as_str()), ("any", &any), ("small", &small), ("zero", &zero)];
        let body = template(&marked, &values);
        let mut items = Vec::new();
        match self.trigger() {
            Some(condition) => {
                line(&mut items, format!("if ({condition})"));
                items.push(Item::block("{", body));
            }
            None => items.push(Item::block("{", body)),
        }
        out.push(Item::Slot(items));
    }

    /// A condition that the listed inputs satisfy, in programs that ask for some.
    fn trigger(&mut self) -> Option<String> {
        if self.asked.is_empty() || self.rng.chance(30) {
            return None;
        }
        let (first, value) = self.asked[self.rng.index(self.asked.len())].clone();
        let (second, other) = self.asked[self.rng.index(self.asked.len())].clone();
        Some(match self.rng.below(4) {
            0 => format!("{first} == {value}"),
            1 => format!("3 * {first} + {second} == {}", 3 * value + other),
            2 => format!("{first} > {} && {first} < {}", value - 2, value + 2),
            _ => format!("{first} - 2 * {second} >= {}", value - 2 * other),
        })
    }
}
