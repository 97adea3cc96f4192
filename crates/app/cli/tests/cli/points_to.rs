//! `cairn points-to`, from files to graphs and statuses.

use serde_json::Value;

use crate::common::Folder;

const LISTS: &str = include_str!("../../../../../examples/points_to.c");

const LIBRARY: &str = "struct buffer { char *bytes; unsigned long length; };
int put(struct buffer *b, char c) { b->bytes[b->length++] = c; return c; }
";

const SHAPES: &str = "struct Shape { virtual int area() const = 0; };
struct Square : Shape { int side = 2; int area() const override { return side * side; } };
int main() { Square s; Shape *shape = &s; return shape->area(); }
";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("the report is JSON")
}

#[test]
fn lists_of_one_helper_are_kept_apart() {
    let folder = Folder::new();
    folder.file("lists.c", LISTS);
    let ran = folder.cairn(&["points-to", "--function", "main", "lists.c"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    for line in [
        "R1  stack `small`, struct node *, 8 bytes, read, modified → R2\n",
        "R3  stack `large`, struct node *, 8 bytes, read, modified → R4\n",
        "+8  next   struct node *  read, modified → R2\n",
        "+8  next   struct node *  read, modified → R4\n",
        "G1  global `buckets`, struct node * [], 8 bytes each, read, modified → G2\n",
    ] {
        assert!(ran.stdout.contains(line), "{line} is not in\n{}", ran.stdout);
    }
    assert!(!ran.stdout.contains("`keep_most`\n  most"), "only `main` was asked for: {}", ran.stdout);
    assert_eq!(folder.cairn(&["points-to", "--function", "main", "lists.c"]).stdout, ran.stdout);
}

#[test]
fn graphs_agree_with_runs() {
    let folder = Folder::new();
    folder.file("lists.c", LISTS);
    let ran = folder.cairn(&["points-to", "--check", "--seeds", "2", "lists.c"]);
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains(" calls checked, 2 runs with "), "{}", ran.stdout);
    assert!(ran.stdout.ends_with(" accesses: no failure\n"), "{}", ran.stdout);
}

#[test]
fn main_need_not_exist() {
    let folder = Folder::new();
    folder.file("library.c", LIBRARY);
    let ran = folder.cairn(&["points-to", "library.c"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("+0  bytes   char *         read → R2\n"), "{}", ran.stdout);
    let ran = folder.cairn(&["points-to", "--check", "library.c"]);
    assert_eq!(
        (ran.stdout.as_str(), ran.status),
        ("0 calls checked, no runs because there is no `main`: no failure\n", 0)
    );
}

#[test]
fn json_has_graphs_numbers_and_checks() {
    let folder = Folder::new();
    folder.file("lists.c", LISTS);
    let ran = folder.cairn(&["points-to", "--format", "json", "--stats", "--check", "--seeds", "1", "lists.c"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let document = json(&ran.stdout);
    let functions: Vec<&str> =
        document["functions"].as_array().expect("functions").iter().filter_map(|of| of["name"].as_str()).collect();
    assert_eq!(functions, ["push", "add", "keep_most", "each", "release", "main"]);
    assert_eq!(document["mode"]["context_sensitive"], true);
    assert_eq!(document["stats"]["context_sensitive"]["indirect_calls_resolved"], 1);
    assert!(document["stats"]["context_insensitive"]["regions"].as_u64().is_some_and(|regions| regions > 0));
    assert_eq!(document["check"]["failures"], Value::Array(Vec::new()));
    assert_eq!(document["shared"][0]["name"], "G1");
    let without = json(&folder.cairn(&["points-to", "--format", "json", "lists.c"]).stdout);
    assert_eq!((&without["stats"], &without["check"]), (&Value::Null, &Value::Null));
}

#[test]
fn pictures_are_well_formed() {
    let folder = Folder::new();
    folder.file("lists.c", LISTS);
    let ran = folder.cairn(&["points-to", "--format", "dot", "lists.c"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let dot = &ran.stdout;
    assert!(dot.starts_with("digraph points_to {\n") && dot.ends_with("}\n"), "{dot}");
    for (open, close) in [('{', '}'), ('[', ']'), ('<', '>')] {
        // Arrows end in a bracket that nothing opens.
        let text = dot.replace("->", "");
        assert_eq!(text.matches(open).count(), text.matches(close).count(), "{open}{close}\n{dot}");
    }
    assert_eq!(dot.matches('"').count() % 2, 0, "{dot}");
    for part in ["label=\"push\"", ">value<", ">next<", "struct node *", "G1:f0:e -> G2:top"] {
        assert!(dot.contains(part), "{part} is not in\n{dot}");
    }
}

#[test]
fn numbers_stand_side_by_side() {
    let folder = Folder::new();
    folder.file("lists.c", LISTS);
    let ran = folder.cairn(&["points-to", "--stats", "lists.c"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(ran.stdout.lines().count(), 13, "{}", ran.stdout);
    assert!(ran.stdout.contains("context-sensitive   context-insensitive\n"), "{}", ran.stdout);
}

#[test]
fn other_inputs_and_modes() {
    let folder = Folder::new();
    folder.file("lists.c", LISTS);
    folder.file("shapes.cpp", SHAPES);
    folder.file("lists.cir", folder.cairn(&["ir", "lists.c"]).stdout);
    let of_cir = folder.cairn(&["points-to", "lists.cir"]);
    assert_eq!((of_cir.status, of_cir.stdout), (0, folder.cairn(&["points-to", "lists.c"]).stdout));
    let of_cpp = folder.cairn(&["points-to", "shapes.cpp"]);
    assert_eq!(of_cpp.status, 0, "{}", of_cpp.stderr);
    assert!(of_cpp.stdout.contains("a pointer is called: `_ZNK6Square4areaEv`"), "{}", of_cpp.stdout);
    assert!(of_cpp.stdout.contains("stack `s`, struct Square"), "{}", of_cpp.stdout);
    let one = folder.cairn(&["points-to", "--context-insensitive", "--type-aware", "lists.c"]);
    assert_eq!(one.status, 0, "{}", one.stderr);
    assert!(one.stdout.contains("from `small` of `main`, `large` of `main`, `buckets`"), "{}", one.stdout);
    let narrow = folder.cairn(&["points-to", "--data-model", "ilp32", "--function", "push", "lists.c", "--", "-DX"]);
    assert!(narrow.stdout.contains("+4  next   struct node *"), "{}{}", narrow.stdout, narrow.stderr);
}

#[test]
fn summaries_say_what_unknown_functions_do() {
    let folder = Folder::new();
    folder.file("find.c", "char *find(char *);\nchar *f(char *a) { char *b = find(a); *b = 0; return b; }\n");
    folder.file("lib.txt", "# ours\nfind: returns within 0\n");
    let unknown = folder.cairn(&["points-to", "find.c"]);
    assert!(unknown.stdout.contains("external"), "{}", unknown.stdout);
    let known = folder.cairn(&["points-to", "--summaries", "lib.txt", "find.c"]);
    assert_eq!(known.status, 0, "{}", known.stderr);
    assert!(known.stdout.contains("  a → R1\n  b → R1\n"), "{}", known.stdout);
    assert!(!known.stdout.contains("external"), "{}", known.stdout);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    folder.file("lists.c", LISTS);
    folder.file("bad.txt", "find: returns new\n\nfind: swallows 0\n");
    folder.file("binary.txt", [0xff, 0xfe, 0x00]);
    for (args, parts) in [
        (["--summaries", "bad.txt"], ["bad.txt:3:", "`swallows 0`", "--help"].as_slice()),
        (["--summaries", "gone.txt"], &["gone.txt", "no such file"]),
        (["--summaries", "binary.txt"], &["binary.txt", "not text"]),
        (["--summaries", "."], &[".: cannot read"]),
        (["--function", "pull"], &["no function `pull`", "lists.c", "push", "keep_most"]),
        (["--function", "malloc"], &["no function `malloc` is defined"]),
        (["--seeds", "3"], &["--check"]),
        (["--format", "xml"], &["xml", "dot"]),
    ] {
        let ran = folder.cairn(&["points-to", args[0], args[1], "lists.c"]);
        assert_eq!((ran.status, ran.stdout.as_str()), (64, ""), "{args:?}: {}", ran.stderr);
        for part in parts {
            assert!(ran.stderr.contains(part), "{args:?}: expected {part:?} in {}", ran.stderr);
        }
    }
    let broken = Folder::new();
    broken.file("broken.c", "int main(void) {");
    assert_eq!(broken.cairn(&["points-to", "broken.c"]).status, 65);
    assert_eq!(broken.cairn(&["points-to", "gone.c"]).status, 64);
}

#[test]
fn memory_becomes_values() {
    let folder = Folder::new();
    folder.file("lists.c", LISTS);
    let ran = folder.cairn(&["ir", "--pure", "lists.c"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    for line in [
        "func @push(%head.0: ptr, %value.1: i32; {*head}, {malloc@17}) -> (; {*head}, {malloc@17}) {\n",
        "  sum.3 = @each(%6, fn @add, %sum.2; {*list} = {*small}.1, *result = sum.2)\n",
        "  {buckets}.2, {*buckets}.2 = @push(%23, %i.4; {*head} = {buckets}.1, {malloc@17} = {*buckets}.1)\n",
    ] {
        assert!(ran.stdout.contains(line), "{line} is not in\n{}", ran.stdout);
    }
    assert_eq!(folder.cairn(&["ir", "--pure", "lists.c"]).stdout, ran.stdout);
}
