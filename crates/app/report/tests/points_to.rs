//! Points-to graphs as users and programs see them.

use expect_test::{Expect, expect};
use ir::{FuncId, Module};
use report::Style;
use report::points_to::{Document, Report, write_dot, write_json, write_text};

/// Lists made by one function, a global table of them, and a call through a pointer.
const CONS: &str = include_str!("../../../program/dsa/tests/fixtures/cons.cir");

fn module() -> Module {
    let module = ir::parse(CONS).expect("the program parses");
    ir::verify(&module).expect("the program verifies");
    module
}

enum Format {
    Text,
    Json,
    Dot,
}

fn written(functions: &[&str], context_insensitive: bool, format: Format) -> String {
    let module = module();
    let options = dsa::Options { context_insensitive, ..dsa::Options::default() };
    let points_to = dsa::analyze(&module, &options);
    let functions: Vec<FuncId> =
        functions.iter().map(|name| module.func_named(name).expect("the program has the function")).collect();
    let report = Report {
        files: &["cons.c".to_string()],
        points_to: &points_to,
        context_insensitive,
        type_aware: false,
        functions: &functions,
        stats: None,
        check: None,
    };
    let mut out = Vec::new();
    match format {
        Format::Text => write_text(&report, Style::PLAIN, &mut out),
        Format::Json => write_json(&report, &mut out),
        Format::Dot => write_dot(&report, &mut out),
    }
    .expect("a vector takes everything");
    String::from_utf8(out).expect("reports are text")
}

fn check(functions: &[&str], format: Format, expected: Expect) {
    expected.assert_eq(&written(functions, false, format));
}

#[test]
fn text() {
    check(
        &["cons", "zero", "main"],
        Format::Text,
        expect![[r#"
        cons.c:6: `cons`
          tail → R1
          n → R1
          returns → R1
          R1  heap, struct node, 16 bytes, modified
              from cons.c:7 malloc
              +8  next  struct node *  modified → R1

        cons.c:4: `zero`
          n → R1
          R1  caller's, struct node, 4 bytes, modified
              from cons.c:7 malloc
              +0  value  int  modified

        cons.c:11: `main`
          fill → R1
          list → R2
          R1  function
              is `zero` or `one`
          R2  heap, struct node, 16 bytes, read, modified
              from cons.c:7 malloc
              +0  value  int            modified
              +8  next   struct node *  read, modified → R2
          G1  read, modified
          G2  modified
          cons.c:13:28: `cons`
              its R1 is R2
          cons.c:13:23: `cons`
              its R1 is R2
          cons.c:14:21: `cons`
              its R1 is G2
          cons.c:15:10: a pointer is called: `zero` or `one`
              of `zero`: R1 is R2
              of `one`: R1 is R2

        shared by all functions:
          G1  global `table`, struct node * [], 8 bytes each, read, modified → G2
          G2  heap, struct node, 16 bytes, modified
              from cons.c:7 malloc
              +8  next  struct node *  modified → G2
    "#]],
    );
}

#[test]
fn names_do_not_depend_on_what_is_shown() {
    let all = written(&["cons", "zero", "one", "main"], false, Format::Text);
    let main = written(&["main"], false, Format::Text);
    let (own, shared) = main.split_once("\n\n").expect("functions come before what they share");
    assert!(all.contains(own), "{all}");
    assert!(all.ends_with(shared), "{all}");
}

#[test]
fn one_graph_is_shared_by_all() {
    let text = written(&["cons", "main"], true, Format::Text);
    expect![[r#"
        cons.c:6: `cons`
          tail → G2
          n → G2
          returns → G2

        cons.c:11: `main`
          fill → G3
          list → G2
          cons.c:15:10: a pointer is called: `zero` or `one`

        shared by all functions:
          G1  global `table`, struct node * [], 8 bytes each, read, modified → G2
          G2  heap, struct node, 16 bytes, read, modified
              from cons.c:7 malloc
              +0  value  int            modified
              +8  next   struct node *  read, modified → G2
          G3  function
              is `zero` or `one`
    "#]]
    .assert_eq(&text);
}

#[test]
fn json_has_what_the_text_has() {
    let text = written(&["main"], false, Format::Json);
    let document = Document::parse(&text).expect("the report can be read again");
    let main = &document.functions[0];
    assert_eq!(main.name, "main");
    let list = main.variables.iter().find(|variable| variable.name == "list").expect("`list` points somewhere");
    let region = main.regions.iter().find(|region| region.name == list.points_to[0].region);
    let region = region.expect("what a variable points to is shown");
    assert_eq!((region.ty.as_deref(), region.kinds.as_slice()), (Some("struct node"), ["heap".to_string()].as_slice()));
    let fields: Vec<&str> = region.fields.iter().filter_map(|field| field.name.as_deref()).collect();
    assert_eq!(fields, ["value", "next"]);
    let allocated = &region.allocated[0];
    assert_eq!((allocated.name.as_deref(), allocated.function.as_deref()), (Some("malloc"), Some("cons")));
    let indirect = main.calls.iter().find(|call| call.indirect).expect("there is a call through a pointer");
    let callees: Vec<&str> = indirect.callees.iter().map(|callee| callee.function.as_str()).collect();
    assert_eq!(callees, ["zero", "one"]);
    assert_eq!(document.shared[0].allocated[0].name.as_deref(), Some("table"));
    assert_eq!(document.shared[0].element, Some(8));
}

#[test]
fn a_picture() {
    check(
        &["cons"],
        Format::Dot,
        expect![[r##"
        digraph points_to {
          label="cons.c"; labelloc=t; rankdir=LR; fontname="Helvetica";
          node [fontname="Helvetica", fontsize=11]; edge [fontname="Helvetica", fontsize=9];
          subgraph cluster_0 {
            label="cons"; style=rounded; color="#999999";
            f0_R1 [shape=box, style=filled, fillcolor="#dcebfb", penwidth=2.5, peripheries=1, margin="0.04", label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="3"><tr><td port="top" colspan="3" border="0"><b>R1</b> heap<br/>struct node<br/><font point-size="9" color="#555555">cons.c:7 malloc</font></td></tr><tr><td align="left">next</td><td align="right">+8</td><td align="left" port="f8">struct node *</td></tr></table>>];
            f0_v0 [shape=oval, style=bold, label="tail"];
            f0_v1 [shape=oval, label="n"];
            f0_v2 [shape=oval, style=bold, label="returns"];
            f0_v0 -> f0_R1:top;
            f0_v1 -> f0_R1:top;
            f0_v2 -> f0_R1:top;
            f0_R1:f8:e -> f0_R1:top:e;
          }
        }
    "##]],
    );
}

#[test]
fn the_same_program_gives_the_same_bytes() {
    for _ in 0..4 {
        let functions = ["cons", "zero", "one", "main"];
        assert_eq!(written(&functions, false, Format::Json), written(&functions, false, Format::Json));
    }
}
