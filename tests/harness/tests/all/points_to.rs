//! Points-to graphs of programs whose graphs are known, and of all test programs against the checker.
//!
//! The first programs have the shapes of Fig. 1, 2 and 4 of the paper that the analysis follows.

use std::fs;
use std::path::{Path, PathBuf};

use dsa::graph::{Cell, Flags};
use dsa::{Options, PointsTo};
use engine::CodePlace;
use harness::generate::{Options as GenerateOptions, generate};
use harness::points_to::{Checked, check, check_graphs};
use harness::subject::{data_model, load};
use harness::{case, lists, parallel};
use ir::{Callee, DataModel, FuncId, InstKind, Module, Operand};

/// `cargo xtask points-to` takes more of them.
const SEEDS: u64 = 2;
const RANDOM_PROGRAMS: u64 = 40;

fn compiled(name: &str, text: &str, model: DataModel) -> Module {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder for temporary files is writable");
    load(&path, model, &[]).expect("the program compiles").module
}

/// A function with its cells.
struct View<'a, 'm> {
    points_to: &'a PointsTo<'m>,
    func: FuncId,
}

fn view<'a, 'm>(points_to: &'a PointsTo<'m>, name: &str) -> View<'a, 'm> {
    let func = points_to.module().func_named(name).expect("the function is there");
    View { points_to, func }
}

impl View<'_, '_> {
    fn param(&self, index: usize) -> Cell {
        let reg = self.points_to.module().funcs[self.func].params[index];
        self.points_to.cell(self.func, Operand::Reg(reg)).expect("a pointer has a cell")
    }

    /// What the variable holds: the last register that it is bound to.
    fn variable(&self, name: &str) -> Cell {
        let function = &self.points_to.module().funcs[self.func];
        let bound = function.blocks.iter().flat_map(|block| &block.insts).filter_map(|inst| match inst.kind {
            InstKind::Bind { var, value } if function.vars[var].name == name => Some(value),
            _ => None,
        });
        let mut cells = bound.filter_map(|value| self.points_to.cell(self.func, value));
        cells.next_back().expect("the variable holds an address somewhere")
    }

    /// The object of a local array or structure.
    fn object(&self, name: &str) -> Cell {
        let function = &self.points_to.module().funcs[self.func];
        let mut allocas = function
            .blocks
            .iter()
            .flat_map(|block| &block.insts)
            .filter(|inst| matches!(&inst.kind, InstKind::Alloca { name: Some(there), .. } if **there == *name));
        let dst = allocas.next().and_then(|inst| inst.dst).expect("the object is there");
        self.points_to.cell(self.func, Operand::Reg(dst)).expect("an object has a cell")
    }

    /// Names of the functions that the n-th indirect call may reach.
    fn callees(&self, number: usize) -> Vec<&str> {
        let module = self.points_to.module();
        let mut sites = Vec::new();
        for (block, code) in module.funcs[self.func].blocks.iter_enumerated() {
            for (index, inst) in code.insts.iter().enumerate() {
                if matches!(&inst.kind, InstKind::Call(call) if matches!(call.callee, Callee::Indirect(_))) {
                    sites.push(CodePlace { func: self.func, block, inst: index as u32 });
                }
            }
        }
        self.points_to.callees(sites[number]).map(|func| module.funcs[func].name.as_str()).collect()
    }
}

fn without_failures(points_to: &PointsTo<'_>) {
    let mut checked = Checked::default();
    check_graphs(points_to, 4, &mut checked);
    assert_eq!(checked.failures, Vec::<String>::new());
}

const INSENSITIVE: fn() -> Options = || Options { context_insensitive: true, ..Options::default() };

const TWO_CALLS: &str = "
static void set_both(int *x, int *y) { *x = 1; *y = 2; }
static void four(int *p, int *q, int *r, int *s) { set_both(p, q); set_both(r, s); }
int main(void) {
    int a, b, c;
    four(&a, &a, &b, &c);
    return a + b + c - 5;
}";

#[test]
fn regions_that_are_modified_and_may_be_one_are_one() {
    let module = compiled("two_calls.c", TWO_CALLS, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    let (inner, outer) = (view(&points_to, "set_both"), view(&points_to, "four"));
    assert_eq!(inner.param(0), inner.param(1), "one array for x and y");
    assert_eq!(outer.param(0), outer.param(1), "p and q are one");
    assert_eq!(outer.param(2), outer.param(3), "r and s follow");
    assert_ne!(outer.param(0), outer.param(2), "and the two calls stay apart");
    without_failures(&points_to);

    let points_to = dsa::analyze(&module, &INSENSITIVE());
    let outer = view(&points_to, "four");
    assert!((1..4).all(|index| outer.param(index) == outer.param(0)), "without contexts all four are one");
    without_failures(&points_to);
}

#[test]
fn regions_that_are_only_read_stay_apart_and_may_be_one() {
    let text = TWO_CALLS
        .replace("{ *x = 1; *y = 2; }", "{ seen += *x + *y; }")
        .replace("static void set", "int seen;\nstatic void set");
    let module = compiled("two_reads.c", &text, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    let inner = view(&points_to, "set_both");
    let [x, y] = [0, 1].map(|index| Operand::Reg(module.funcs[inner.func].params[index]));
    assert_ne!(inner.param(0).node, inner.param(1).node);
    assert!(points_to.may_alias(inner.func, x, 4, y, 4), "a caller passes one address twice");
    without_failures(&points_to);
}

#[test]
fn an_array_of_lists_is_a_sequence_of_pointers_to_one_region() {
    let text = "
struct item { struct item *next; int value; };
extern void *malloc(__SIZE_TYPE__);
static struct item *make(int length, int value) {
    if (length <= 0) return 0;
    struct item *item = malloc(sizeof *item);
    item->value = value;
    item->next = make(length - 1, value);
    return item;
}
int main(void) {
    struct item *heads[4];
    for (int i = 0; i < 4; i++) heads[i] = make(2, 0);
    return heads[0]->value;
}";
    let module = compiled("array_of_lists.c", text, DataModel::Ilp32);
    let points_to = dsa::analyze(&module, &Options::default());
    let array = view(&points_to, "main").object("heads");
    let node = points_to.node(array.node);
    assert!(node.is_sequence() && node.size() == 4 && points_to.flags(array.node).contains(Flags::STACK));
    let list = points_to.field_at(array, 4).and_then(|field| field.content).expect("the array holds addresses");
    let item = points_to.node(list.node);
    assert!(item.modulus == 0 && item.size() == 8 && points_to.flags(list.node).contains(Flags::HEAP));
    let next = points_to.field_at(list, 4).expect("next is a field");
    assert_eq!(next.content, Some(list), "the list goes on in its own region");
    assert_ne!(list.node, array.node);
    without_failures(&points_to);
}

const SHAPES: &str = "
struct shape { int id; shape(int i) : id(i) {} virtual int area() { return 0; } };
struct square : shape { int side; square(int s) : shape(1), side(s) {} int area() override { return side * side; } };
struct disc : shape { int radius; disc(int r) : shape(2), radius(r) {} int area() override { return 3 * radius; } };
int main() {
    square *y = new square(3);
    disc *z = new disc(2);
    int sum = y->area() + z->area();
    delete y;
    delete z;
    return sum - 15;
}";

#[test]
fn objects_of_different_classes_share_a_constructor_and_stay_apart() {
    let module = compiled("shapes.cpp", SHAPES, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    let main = view(&points_to, "main");
    assert_ne!(main.variable("y").node, main.variable("z").node);
    assert_eq!(main.callees(0), ["_ZN6square4areaEv", "_ZN5shape4areaEv"]);
    assert_eq!(main.callees(1), ["_ZN5shape4areaEv", "_ZN4disc4areaEv"]);
    without_failures(&points_to);

    let points_to = dsa::analyze(&module, &INSENSITIVE());
    let main = view(&points_to, "main");
    assert_eq!(main.variable("y"), main.variable("z"), "the base class's constructor makes them one");
    assert_eq!(main.callees(0).len(), 3);
    without_failures(&points_to);
}

#[test]
fn a_list_head_inside_a_structure_keeps_its_fields() {
    let text = "
#include <stddef.h>
#include <stdlib.h>
struct link { struct link *next; };
struct task { int id; long *data; struct link link; };
static void push(struct link *head, struct link *new) { new->next = head->next; head->next = new; }
int main(void) {
    struct link head = { 0 };
    for (int i = 0; i < 3; i++) {
        struct task *task = malloc(sizeof *task);
        task->id = i;
        task->data = malloc(8);
        *task->data = i;
        push(&head, &task->link);
    }
    long sum = 0;
    for (struct link *at = head.next; at; at = at->next) {
        struct task *task = (struct task *)((char *)at - offsetof(struct task, link));
        sum += *task->data + task->id;
    }
    return (int)sum - 6;
}";
    let module = compiled("list_inside.c", text, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    let task = view(&points_to, "main").variable("task");
    let node = points_to.node(task.node);
    assert!(!node.collapsed && node.modulus == 0, "{node:?}");
    let data = points_to.field_at(task.plus(8), 8).and_then(|field| field.content).expect("data is an address");
    assert_ne!(data.node, task.node);
    without_failures(&points_to);
}

#[test]
fn a_function_pointer_reaches_what_callers_pass() {
    let text = "
static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }
static int other(int x) { return x; }
static int apply(int (*f)(int), int x) { return f(x); }
int (*unused)(int) = other;
int main(void) { return apply(twice, 1) + apply(next, 2) - 5; }";
    let module = compiled("callbacks.c", text, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    assert_eq!(view(&points_to, "apply").callees(0), ["twice", "next"]);
    without_failures(&points_to);
}

#[test]
fn types_keep_contents_apart_where_bytes_are_one() {
    let text = "
#include <stdlib.h>
struct left { int l; };
struct right { long r; };
struct both { struct left *left; struct right *right; int count[4]; };
int main(int argc, char **argv) {
    struct both both;
    both.left = malloc(sizeof *both.left);
    both.right = malloc(sizeof *both.right);
    for (int i = 0; i < 4; i++) both.count[i] = i;
    both.left->l = 1;
    both.right->r = 2;
    struct left *left = both.left;
    struct right *right = both.right;
    int sum = left->l + (int)right->r;
    free(left);
    free(right);
    return sum - 3;
}";
    let module = compiled("types.c", text, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    let main = view(&points_to, "main");
    assert!(points_to.node(main.object("both").node).collapsed);
    assert_eq!(main.variable("left").node, main.variable("right").node);
    without_failures(&points_to);
    let points_to = dsa::analyze(&module, &Options { type_aware: true, ..Options::default() });
    let main = view(&points_to, "main");
    assert_ne!(main.variable("left").node, main.variable("right").node);
    without_failures(&points_to);
}

#[test]
fn engines_ask_through_facts() {
    let module = compiled("facts.c", TWO_CALLS, DataModel::Lp64);
    let source = portfolio::ProgramFacts::new(&module, module.func_named("main").expect("there is a main"));
    assert!(engine::Facts::none().regions().is_none());
    let regions = engine::Facts::of(&source).regions().expect("there are facts");
    let [inner, outer, main] =
        ["set_both", "four", "main"].map(|name| module.func_named(name).expect("the function is there"));
    let [x, y] = [0, 1].map(|index| Operand::Reg(module.funcs[inner].params[index]));
    let [p, r] = [0, 2].map(|index| Operand::Reg(module.funcs[outer].params[index]));
    assert!(regions.may_alias(inner, x, 4, y, 4));
    assert!(!regions.may_alias(outer, p, 4, r, 4));
    let touched = regions.touched(inner);
    let x = regions.target(inner, x).expect("a pointer has a region");
    assert_eq!(touched, [engine::Touch { region: x.region, read: false, modified: true }]);
    let calls: Vec<CodePlace> = module.funcs[outer]
        .blocks
        .iter_enumerated()
        .flat_map(|(block, code)| code.insts.iter().enumerate().map(move |(index, inst)| (block, index, inst)))
        .filter(|(_, _, inst)| matches!(inst.kind, InstKind::Call(_)))
        .map(|(block, index, _)| CodePlace { func: outer, block, inst: index as u32 })
        .collect();
    let [first, second] = calls.as_slice() else { panic!("two calls") };
    assert_eq!(regions.callees(*first), [inner]);
    assert_eq!(regions.passed(*first, inner), [(x.region, regions.target(outer, p).expect("a region"))]);
    assert_eq!(regions.passed(*second, inner), [(x.region, regions.target(outer, r).expect("a region"))]);
    assert_eq!(regions.origins(inner, x.region).len(), 3, "a, b and c of main");
    assert!(regions.touched(main).iter().all(|touch| touch.modified));
}

#[test]
fn random_programs_agree_with_their_runs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let seeds: Vec<u64> = (0..RANDOM_PROGRAMS).collect();
    let all = parallel::map(&seeds, |seed| {
        let texts = [generate(GenerateOptions::mixed(*seed)).source(), lists::program(*seed)];
        texts.each_ref().map(|text| {
            let file = folder.join(format!("points-to-{seed}-{}.c", text.len()));
            fs::write(&file, text).expect("the folder for temporary files is writable");
            let loaded = load(&file, DataModel::Lp64, &[]).expect("generated programs compile");
            check(&loaded.module, SEEDS)
        })
    });
    let problems: Vec<String> = all
        .iter()
        .zip(&seeds)
        .flat_map(|(checked, seed)| checked.iter().map(move |checked| (seed, checked)))
        .flat_map(|(seed, checked)| checked.failures.iter().map(move |failure| format!("program {seed}: {failure}")))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// May the two variables of a function refer to the same four bytes?
fn may_be_one(points_to: &PointsTo<'_>, func: &str, a: &str, b: &str) -> bool {
    let view = view(points_to, func);
    let cell = |name: &str| {
        let function = &points_to.module().funcs[view.func];
        let object = function
            .blocks
            .iter()
            .flat_map(|block| &block.insts)
            .any(|inst| matches!(&inst.kind, InstKind::Alloca { name: Some(there), .. } if **there == *name));
        if object { view.object(name) } else { view.variable(name) }
    };
    points_to.may_overlap(view.func, cell(a), 4, cell(b), 4)
}

#[test]
fn what_the_unknown_knows_it_may_give_back() {
    let text = "
extern int *deep(int **p);
extern long number(int *p);
extern int **table(void);
extern void keep(int *p);
extern int *give(void);
int *reached(void) { int x = 1, other; int *px = &x; int *r = deep(&px); *r = 2; other = x; return r + other; }
void as_number(void) { int x = 1; int *r = (int *)number(&x); *r = 2; }
void out_of_a_table(void) { int x = 1; keep(&x); int *r = *table(); *r = 2; }
static void inner(int *b) { int *a = give(); *a = 1; *b = 2; }
static void apart(int *b) { int *a = give(); *a = 1; *b = 2; }
int main(void) { int x = 1, y = 1; keep(&x); inner(&x); apart(&y); return x; }";
    let module = compiled("unknown.c", text, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    assert!(may_be_one(&points_to, "reached", "r", "x"));
    assert!(may_be_one(&points_to, "as_number", "r", "x"));
    assert!(may_be_one(&points_to, "out_of_a_table", "r", "x"));
    assert!(may_be_one(&points_to, "inner", "a", "b"), "a caller hands `b` to the unknown");
    assert!(!may_be_one(&points_to, "apart", "a", "b"));
    let reached = view(&points_to, "reached");
    let region = reached.object("x").node;
    assert!(points_to.effect(reached.func, region).contains(Flags::READ | Flags::MODIFIED));
    let given = reached.variable("r").node;
    let sites = points_to.allocation_sites(reached.func, region);
    assert!(sites.iter().all(|site| points_to.allocation_sites(reached.func, given).contains(site)));
    without_failures(&points_to);
}

#[test]
fn the_unknown_calls_back_with_what_it_knows() {
    let text = "
extern void call(void (*back)(int *, int *), int *, int *);
static int seen;
static void back(int *a, int *b) { *a = 1; *b = 2; seen = 1; }
static void both(int *a, int *b) { *a = 1; *b = 2; }
int main(void) { int x, y; call(back, &x, &y); both(&x, &y); return x; }";
    let module = compiled("calls_back.c", text, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    assert!(may_be_one(&points_to, "back", "a", "b"));
    let main = view(&points_to, "main");
    let seen = view(&points_to, "back").points_to.shared_effects(main.func);
    assert!(seen.iter().any(|region| points_to.effect(main.func, *region).contains(Flags::MODIFIED)));
}

#[test]
fn numbers_that_nobody_dereferences_may_still_be_addresses() {
    let text = "
#include <stdint.h>
static int f(void) { return 1; }
static int (*table[1])(void) = { f };
int main(void) {
    int x = 1;
    int *p = (int *)(((uintptr_t)&x | 1) & ~(uintptr_t)1);
    int (*a)(void) = x ? f : 0, (*b)(void) = table[0];
    return (p == &x) + (a == b);
}";
    let module = compiled("numbers.c", text, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    assert!(may_be_one(&points_to, "main", "p", "x"));
    assert!(may_be_one(&points_to, "main", "a", "b"), "a function has more than one node");
}

#[test]
fn numbers_computed_from_a_pointer_and_put_in_its_place_may_be_any_byte() {
    let text = "
#include <stdint.h>
__attribute__((noinline)) static uintptr_t turned(char *p) { return (uintptr_t)p ^ 5; }
static int here(char *p) {
    for (int i = 0; i < 3; i++) {
        *p = (char)i;
        p = (char *)(i ? (uintptr_t)p ^ 5 : (uintptr_t)p ^ 7);
    }
    return *p;
}
static int called(char *p) {
    for (int i = 0; i < 3; i++) {
        *p = (char)i;
        p = (char *)turned(p);
    }
    return *p;
}
int main(void) {
    char a[16] __attribute__((aligned(16))), b[16] __attribute__((aligned(16)));
    int sum = here(a) + called(b);
    for (int i = 0; i < 16; i++) a[i] = b[i] = 1;
    return sum + a[5] + b[5];
}";
    let module = compiled("turned.c", text, DataModel::Lp64);
    for options in [Options::default(), INSENSITIVE()] {
        let points_to = dsa::analyze(&module, &options);
        for func in ["here", "called"] {
            let view = view(&points_to, func);
            assert_eq!(points_to.node(view.param(0).node).modulus, 1, "{func} comes to any byte");
        }
        without_failures(&points_to);
    }
}

#[test]
fn pieces_of_addresses_are_followed() {
    let text = "
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct pair { int n; int *a; int *b; };
struct node { uintptr_t link; int value; };
static int g;
static int set(int *p) { *p = 1; return 1; }
static int (*const setters[2])(int *) = { set, set };
static int *const fixed = &g;
static int *second(int n, ...) {
    va_list list;
    va_start(list, n);
    struct pair pair = va_arg(list, struct pair);
    va_end(list);
    *pair.a = n;
    return pair.b;
}
int main(int argc, char **argv) {
    int x = 1, y = 2;
    struct pair a = { 1, &x, &y }, b, c;
    for (unsigned i = 0; i < sizeof a; i++) ((unsigned char *)&b)[i] = ((unsigned char *)&a)[i];
    *b.a = 3;
    memcpy((char *)&c + 4, (char *)&b + 4, sizeof c - 7);
    memcpy((char *)&c + sizeof c - 3, (char *)&b + sizeof b - 3, 3);
    *c.b = 4;
    memcpy(&c, &a, 0);
    int *tagged = (int *)((uintptr_t)&x | 1);
    *(int *)((uintptr_t)tagged & ~(uintptr_t)1) = 5;
    union { int *p; unsigned short parts[sizeof(int *) / 2]; } u, v;
    u.p = &y;
    for (unsigned i = 0; i < sizeof(int *) / 2; i++) v.parts[i] = u.parts[i];
    *v.p = 6;
    struct node first = { 0, 1 }, middle = { 0, 2 }, last = { 0, 3 };
    first.link = (uintptr_t)&middle;
    middle.link = (uintptr_t)&first ^ (uintptr_t)&last;
    last.link = (uintptr_t)&middle;
    struct node *before = 0, *here = &first;
    for (int i = 0; i < 3; i++) {
        struct node *next = (struct node *)(here->link ^ (uintptr_t)before);
        here->value++;
        before = here;
        here = next;
    }
    *second(1, a) = 7;
    int *either = argc > 1 ? &x : 0;
    if (either) *either = 1;
    setters[argc & 1](&x);
    *fixed = 3;
    int **grown = malloc(sizeof *grown);
    if (!grown) return 1;
    grown[0] = &x;
    grown = realloc(grown, 9 * sizeof *grown);
    if (!grown) return 1;
    grown[8] = &y;
    *grown[0] = *grown[8];
    free(grown);
    char bytes[32], *end = bytes + 31;
    end[-5] = 1;
    end -= 7;
    *end = 3;
    *(int *)((uintptr_t)&x * 3 / 3) = bytes[24];
    void *labels[] = { &&one, &&other };
    goto *labels[argc & 1];
one:
    x++;
other:
    return x + y + g;
}";
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let module = compiled(&format!("pieces_{}.c", model.name()), text, model);
        for options in [Options::default(), INSENSITIVE()] {
            without_failures(&dsa::analyze(&module, &options));
        }
    }
}

#[test]
fn every_callee_finds_its_variable_arguments() {
    let text = "
#include <stdarg.h>
static int two(int a, int *b, ...) { va_list l; va_start(l, b); *va_arg(l, int *) = a; va_end(l); return *b; }
static int one(int a, ...) { va_list l; va_start(l, a); *va_arg(l, int *) = a; va_end(l); return a; }
int main(int argc, char **argv) {
    int x = 0, y = 0;
    int (*f)(int, ...) = argc > 1 ? (int (*)(int, ...))two : one;
    f(1, &x, &y);
    return x + y;
}";
    let module = compiled("areas.c", text, DataModel::Lp64);
    for options in [Options::default(), INSENSITIVE()] {
        without_failures(&dsa::analyze(&module, &options));
    }
}

#[test]
fn pointers_from_outside_lead_outside() {
    let text = "
#include <stdarg.h>
extern void (*give(void))(int *);
extern int *other(void);
extern void log_with(void (*log)(const char *, ...), int *);
static void log(const char *text, ...) { va_list l; va_start(l, text); int *q = va_arg(l, int *), *r = other(); *q = *r = 1; va_end(l); }
int main(void) {
    int x = 1, y = 1;
    give()(&x);
    int *z = other();
    *z = 2;
    log_with(log, &y);
    return x + y;
}";
    let module = compiled("leads_outside.c", text, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    assert!(may_be_one(&points_to, "main", "x", "z"), "what was given to a function from outside may come back");
    assert!(may_be_one(&points_to, "log", "q", "r"), "the unknown passes what it knows");
    without_failures(&points_to);
}

#[test]
fn graphs_that_double_with_every_call_are_bounded() {
    let mut text = "#include <stdlib.h>
struct tree { struct tree *left, *right; int value; };
static struct tree *make0(void) { return malloc(sizeof(struct tree)); }
static void visit0(struct tree *t) { t->value = 1; }
"
    .to_string();
    for level in 1..28 {
        let below = level - 1;
        text += &format!(
            "static struct tree *make{level}(void) {{ struct tree *t = make0(); t->left = make{below}(); t->right = make{below}(); return t; }}
static void visit{level}(struct tree *t) {{ visit{below}(t->left); visit{below}(t->right); }}
"
        );
    }
    text += "int main(void) { struct tree *t = make27(); visit27(t); return t == 0; }";
    let module = compiled("doubling.c", &text, DataModel::Lp64);
    let points_to = dsa::analyze(&module, &Options::default());
    assert!(points_to.regions(view(&points_to, "main").func).len() < 1 << 16);
    assert_eq!(dsa::check::check_local(&points_to), []);
    assert_eq!(dsa::check::check_calls(&points_to), []);
}

#[test]
fn pointers_go_as_far_as_numbers_do() {
    let text = "
static int pick(char *p, int far) {
    char *high = p + 0x7fffffffffffffff, *low = p - 0x7fffffffffffffff - 1;
    *low = 1;
    char *one = far ? high : low;
    return one == p;
}
int main(void) { char x = 1; return pick(&x, 0); }";
    let module = compiled("far.c", text, DataModel::Lp64);
    for options in [Options::default(), INSENSITIVE()] {
        without_failures(&dsa::analyze(&module, &options));
    }
}

#[test]
fn chains_of_globals_need_no_stack() {
    for constant in ["", "const "] {
        let mut text = format!("struct item {{ {constant}struct item *next; }};\nstatic {constant}struct item i0;\n");
        for index in 1..20_000 {
            text += &format!("static {constant}struct item i{index} = {{ &i{} }};\n", index - 1);
        }
        text += "int main(void) { return i19999.next == 0; }";
        let module = compiled("chain.c", &text, DataModel::Lp64);
        without_failures(&dsa::analyze(&module, &Options::default()));
    }
}

#[test]
fn every_test_program_agrees_with_its_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["tests/ui", "examples"] {
        case::walk(&root.join(folder), &mut files).expect("the folder is there");
    }
    files.sort();
    let all = parallel::map(&files, |file: &PathBuf| {
        // Some are there to be refused.
        load(file, data_model(file), &[]).map_or_else(|_| Checked::default(), |loaded| check(&loaded.module, SEEDS))
    });
    let mut problems = Vec::new();
    let mut accesses = 0;
    for (file, checked) in files.iter().zip(all) {
        accesses += checked.accesses;
        problems.extend(checked.failures.iter().map(|failure| format!("{}: {failure}", file.display())));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(accesses > 100_000, "only {accesses} accesses were seen");
}
