//! Tags: a toy shadow that builds terms as text.

mod common;

use common::{main_of, module};
use engine::Budget;
use interp::{ListedInputs, NoObserver, Options, Point, Request, Run, Shadow, Shadowed, Use};
use ir::{BinOp, CastOp, Predicate, Target, Type};

/// Terms are kept in a table; a tag is one more than an index.
#[derive(Default)]
struct Terms {
    table: Vec<String>,
    log: Vec<String>,
}

impl Terms {
    fn make(&mut self, text: String) -> u32 {
        self.table.push(text);
        self.table.len() as u32
    }

    fn show(&self, value: Shadowed<u32>) -> String {
        if value.tag == 0 { value.bits.to_string() } else { self.table[value.tag as usize - 1].clone() }
    }
}

impl Shadow for Terms {
    type Tag = u32;

    fn input(&mut self, _: &Request, index: usize, _: u128) -> u32 {
        self.make(format!("x{index}"))
    }

    fn binary(&mut self, _: Point, op: BinOp, _: Type, _: bool, a: Shadowed<u32>, b: Shadowed<u32>) -> u32 {
        let text = format!("({op:?} {} {})", self.show(a), self.show(b));
        self.make(text)
    }

    fn compare(&mut self, _: Point, pred: Predicate, _: Type, a: Shadowed<u32>, b: Shadowed<u32>) -> u32 {
        let text = format!("({pred:?} {} {})", self.show(a), self.show(b));
        self.make(text)
    }

    fn cast(&mut self, _: Point, op: CastOp, _: Type, to: Type, a: Shadowed<u32>) -> u32 {
        let text = format!("({op:?} {} {to})", self.show(a));
        self.make(text)
    }

    fn select(&mut self, _: Point, _: Type, cond: Shadowed<u32>, a: Shadowed<u32>, b: Shadowed<u32>) -> u32 {
        let text = format!("(if {} {} {})", self.show(cond), self.show(a), self.show(b));
        self.make(text)
    }

    fn offset(&mut self, _: Point, _: Shadowed<u32>, terms: &[(Shadowed<u32>, i64)], constant: i64) -> u32 {
        let terms: Vec<String> = terms.iter().map(|(value, scale)| format!("{}*{scale}", self.show(*value))).collect();
        self.make(format!("(base + {} + {constant})", terms.join(" + ")))
    }

    fn branch(&mut self, _: Point, cond: Shadowed<u32>, taken: bool) {
        let line = format!("branch {} {taken}", self.show(cond));
        self.log.push(line);
    }

    fn switch(&mut self, _: Point, _: Type, value: Shadowed<u32>, cases: &[(u128, Target)], taken: Option<usize>) {
        let line = format!("switch {} {:?}", self.show(value), taken.map(|index| cases[index].0));
        self.log.push(line);
    }

    fn assume(&mut self, _: Point, cond: Shadowed<u32>) {
        let line = format!("assume {}", self.show(cond));
        self.log.push(line);
    }

    fn concretize(&mut self, _: Point, _: Type, value: Shadowed<u32>, used: Use) {
        let used = match used {
            Use::Access { object_size, size, write, .. } => format!("access {size} of {object_size} write {write}"),
            Use::AllocationSize => "allocation".to_string(),
            Use::Length { available } => format!("length of {available}"),
            Use::Target => "target".to_string(),
            Use::Effect => "effect".to_string(),
            Use::Address => "address".to_string(),
        };
        let line = format!("use {} for {used}", self.show(value));
        self.log.push(line);
    }

    fn lost(&mut self, _: Point) {
        self.log.push("lost".to_string());
    }
}

fn log(text: &str, inputs: &[u128]) -> Vec<String> {
    let module = module(&main_of(text));
    let entry = module.func_named("main").expect("a main");
    let mut terms = Terms::default();
    let mut source = ListedInputs::new(inputs.to_vec());
    let _: Run =
        interp::run(&module, entry, &Options::default(), &mut source, &mut terms, &mut NoObserver, &Budget::new());
    terms.log
}

#[test]
fn terms_reach_branches() {
    let text = "%0 = nondet signed i32\n%1 = mul nsw i32 %0, 3\n%2 = sext i32 %1 to i64\n%3 = cmp sgt i64 %2, 10
        branch %3, bb1, bb2\nbb1:\nswitch i32 %0 {\n5 -> bb2\ndefault -> bb2\n}\nbb2:\n%4 = cmp eq i32 1, 1\nassume %4\n%5 = cmp ne i32 %0, 0\nassume %5\nreturn 0";
    assert_eq!(
        log(text, &[5]),
        ["branch (Sgt (SExt (Mul x0 3) i64) 10) true", "switch x0 Some(5)", "assume (Ne x0 0)"]
    );
}

#[test]
fn memory_keeps_whole_values() {
    let text = "%0 = nondet signed i32\n%1 = alloca 8 align 8\n%2 = alloca 8 align 8\nstore i32 %0 to %1 align 4\nmemcpy %2, %1, 4
        %3 = load i32 %2 align 4\n%4 = cmp eq i32 %3, 1\nbranch %4, bb1, bb1\nbb1:\nreturn 0";
    assert_eq!(log(text, &[1]), ["branch (Eq x0 1) true"]);
    let part = text
        .replace("%3 = load i32 %2 align 4\n%4 = cmp eq i32 %3, 1", "%3 = load i16 %2 align 2\n%4 = cmp eq i16 %3, 1");
    assert_eq!(log(&part, &[1]), ["lost"]);
    let overwritten = text.replace("%3 = load", "store i8 0 to %2 align 1\n%3 = load");
    assert_eq!(log(&overwritten, &[1]), ["lost"]);
    let copied = text.replace("memcpy %2, %1, 4", "memcpy %2, %1, 3");
    assert_eq!(log(&copied, &[1])[0], "lost");
}

#[test]
fn uninitialised_memory_has_tags() {
    let text = "%0 = alloca 4 align 4\n%1 = load i32 %0 align 4\n%2 = load i32 %0 align 4\n%3 = cmp eq i32 %1, %2\nbranch %3, bb1, bb1\nbb1:\nreturn 0";
    assert_eq!(log(text, &[]), ["branch (Eq x0 x0) true"]);
}

#[test]
fn addresses_and_sizes_are_told() {
    let text = "%0 = nondet unsigned i64\n%1 = alloca 40 align 4\n%2 = offset %1 + %0*4 + 8\nstore i32 1 to %2 align 4
        memset %1, 0, %0\n%3 = call ptr @malloc(i64 %0)\nreturn 0";
    assert_eq!(
        log(text, &[3]),
        ["use (base + x0*4 + 8) for access 4 of 40 write true", "use x0 for length of 40", "use x0 for allocation"]
    );
}

#[test]
fn selections_and_calls_carry_tags() {
    let text = "%0 = nondet signed i32\n%1 = cmp slt i32 %0, 0\n%2 = sub i32 0, %0\n%3 = select i32 %1, %2, %0\n%4 = call i32 @id(i32 %3)
        %5 = cmp eq i32 %4, 4\nbranch %5, bb1, bb1\nbb1:\nreturn 0";
    let module = module(&format!("func @id(%0: i32) -> i32 {{\nbb0:\nreturn %0\n}}\n{}", main_of(text)));
    let entry = module.func_named("main").expect("a main");
    let mut terms = Terms::default();
    let mut source = ListedInputs::new(vec![4]);
    interp::run(&module, entry, &Options::default(), &mut source, &mut terms, &mut NoObserver, &Budget::new());
    assert_eq!(terms.log, ["branch (Eq (if (Slt x0 0) (Sub 0 x0) x0) 4) true"]);
}
