//! Loops of a few instructions: those that go on for ever are accepted, and those that end are not, whatever a lap of theirs
//! looks like.

use engine::{Budget, Cell, Comparison, Input, InputKind, Lasso, Limit, Property, Task};
use interp::{ListedInputs, Options, Rerun};
use ir::{Id, Module, NondetKind, Places, Predicate, RegId, Type};
use lasso::{Checked, Refusal, check};

/// A loop: what comes before it and the values that it begins with, its parameters, and its instructions, one step each.
struct Loop {
    what: &'static str,
    before: &'static [&'static str],
    start: &'static str,
    params: &'static str,
    body: &'static [&'static str],
}

const DECLARED: &str = "global @g: 400 align 4 = { zero 400 }
func @malloc(i64) -> ptr builtin malloc
func @free(ptr) builtin free
";

impl Loop {
    fn text(&self) -> String {
        let lines = |lines: &[&str]| lines.iter().map(|line| format!("  {line}\n")).collect::<String>();
        format!(
            "module lp64\n\n{DECLARED}\nfunc @main() -> i32 {{\nbb0:\n{}  jump bb1({})\nbb1({}):\n{}bb2:\n  return i32 0\n}}\n",
            lines(self.before),
            self.start,
            self.params,
            lines(self.body)
        )
    }

    /// One round of the loop, in which all of its parameters may vary.
    fn lasso(&self) -> Lasso {
        let first = self.params.trim_start_matches('%').split(':').next().and_then(|number| number.parse().ok());
        let first: usize = first.expect("the first parameter's number");
        let cell = |reg: usize| Cell::Register { depth: 0, reg: RegId::from_index(reg) };
        let cells = (first..first + self.params.split(',').count()).map(cell).collect();
        Lasso {
            inputs: Vec::new(),
            stem: self.before.len() as u64 + 1,
            period: self.body.len() as u64,
            cells,
            set: vec![],
        }
    }
}

fn module(text: &str) -> Module {
    let module = ir::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    ir::verify(&module).unwrap_or_else(|error| panic!("{error:?}:\n{text}"));
    module
}

fn task(module: &Module) -> Task<'_> {
    Task::new(module, module.func_named("main").expect("the test program has a main"), vec![Property::Termination])
}

fn checked(text: &str, lasso: &Lasso) -> Result<Checked, Refusal> {
    check(&task(&module(text)), lasso, &Budget::new())
}

fn wrong(text: &str, lasso: &Lasso) -> String {
    match checked(text, lasso) {
        Err(Refusal::Wrong(why)) => why,
        other => panic!("{other:?}:\n{text}"),
    }
}

const fn counting(what: &'static str, body: &'static [&'static str]) -> Loop {
    Loop { what, before: &[], start: "i32 0", params: "%0: i32", body }
}

/// With an address as a number, and a number of the same width.
const fn beside_an_address(what: &'static str, body: &'static [&'static str]) -> Loop {
    let before = &["%0 = alloca 64 align 16", "%1 = ptrtoint ptr %0 to i64"];
    Loop { what, before, start: "i64 1", params: "%2: i64", body }
}

const NEXT_2: &str = "%2 = add i32 %0, 1";
const NEXT_3: &str = "%3 = add i32 %0, 1";

const GO_ON: &[Loop] = &[
    counting("nothing is asked", &["%1 = add i32 %0, 1", "jump bb1(%1)"]),
    counting("a number that wraps", &["%1 = cmp uge i32 %0, 0", NEXT_2, "branch %1, bb1(%2), bb2"]),
    counting("a branch that is not taken", &["%1 = cmp ult i32 %0, 0", NEXT_2, "branch %1, bb2, bb1(%2)"]),
    counting("no overflow", &["%1 = and i32 %0, 7", "%2 = add nsw i32 %1, 1", "jump bb1(%2)"]),
    counting("never by zero", &["%1 = or i32 %0, 1", "%2 = udiv i32 100, %1", NEXT_3, "jump bb1(%3)"]),
    counting(
        "even numbers",
        &["%1 = and i32 %0, 1", "%2 = cmp eq i32 %1, 0", "%3 = add i32 %0, 2", "branch %2, bb1(%3), bb2"],
    ),
    counting(
        "sums that fit",
        &["%1 = and i32 %0, 7", "%2 = overflows unsigned add i32 %1, 100", NEXT_3, "branch %2, bb2, bb1(%3)"],
    ),
    counting(
        "bits of the same number",
        &["%1 = popcount i32 %0", "%2 = cmp ult i32 %1, 11", "branch %2, bb1(%0), bb2"],
    ),
    counting(
        "narrower and wider",
        &[
            "%1 = trunc i32 %0 to i8",
            "%2 = zext i8 %1 to i32",
            "%3 = cmp ule i32 %2, 255",
            "%4 = add i32 %0, 1",
            "branch %3, bb1(%4), bb2",
        ],
    ),
    counting(
        "with a sign",
        &[
            "%1 = trunc i32 %0 to i8",
            "%2 = sext i8 %1 to i32",
            "%3 = cmp slt i32 %2, 128",
            "%4 = add i32 %0, 1",
            "branch %3, bb1(%4), bb2",
        ],
    ),
    counting("the same float", &["%1 = sitofp i32 %0 to f64", "%2 = fcmp olt f64 %1, 9.0", "branch %2, bb1(%0), bb2"]),
    counting(
        "one of two numbers",
        &[
            "%1 = cmp ult i32 %0, 50",
            NEXT_2,
            "%3 = select i32 %1, %2, 0",
            "%4 = cmp ule i32 %3, 50",
            "branch %4, bb1(%3), bb2",
        ],
    ),
    counting("a switch", &["%1 = and i32 %0, 1", NEXT_2, "switch i32 %1 { 2 -> bb2 3 -> bb2 default -> bb1(%2) }"]),
    counting(
        "a case",
        &["%1 = and i32 %0, 1", "%2 = add i32 %0, 2", "switch i32 %1 { 1 -> bb2 0 -> bb1(%2) default -> bb2 }"],
    ),
    counting("a case below zero", &["%1 = or i32 %0, -1", NEXT_2, "switch i32 %1 { -1 -> bb1(%2) default -> bb2 }"]),
    counting(
        "no case",
        &[
            "%1 = shl i32 %0, 27",
            "%2 = lshr i32 %1, 31",
            NEXT_3,
            "switch i32 %2 { 5 -> bb2 7 -> bb2 default -> bb1(%3) }",
        ],
    ),
    counting(
        "an assumption about all that follows",
        &["%1 = cmp ult i32 %0, 4", "assume %1", NEXT_2, "%3 = and i32 %2, 3", "jump bb1(%3)"],
    ),
    counting(
        "a condition as a number",
        &[
            "%1 = cmp ult i32 %0, 4",
            "%2 = zext i1 %1 to i32",
            "%3 = cmp ule i32 %2, 1",
            "%4 = add i32 %0, 1",
            "branch %3, bb1(%4), bb2",
        ],
    ),
    counting(
        "an assumption",
        &["%1 = and i32 %0, 1", "%2 = cmp eq i32 %1, 0", "assume %2", "%3 = add i32 %0, 2", "jump bb1(%3)"],
    ),
    Loop {
        what: "two that change places",
        before: &[],
        start: "i32 1, i32 2",
        params: "%0: i32, %1: i32",
        body: &["%2 = cmp ne i32 %0, %1", "branch %2, bb1(%1, %0), bb2"],
    },
    Loop {
        what: "of two only one is asked",
        before: &[],
        start: "i8 0, i32 5",
        params: "%0: i8, %1: i32",
        body: &[
            "%2 = and i8 %0, 1",
            "%3 = cmp eq i8 %2, 0",
            "%4 = add i8 %0, 2",
            "%5 = add i32 %1, 1",
            "branch %3, bb1(%4, %5), bb2",
        ],
    },
    beside_an_address(
        "the same number beside an address",
        &["%3 = add i64 %1, %2", "%4 = cmp ne i64 %3, 0", "branch %4, bb1(%2), bb2"],
    ),
    beside_an_address("the same place", &["%3 = offset @g + %2*4", "%4 = load i32 %3 align 4", "jump bb1(%2)"]),
    beside_an_address("the same size", &["%3 = call ptr @malloc(i64 %2)", "call void @free(ptr %3)", "jump bb1(%2)"]),
    counting(
        "what is written stays the same",
        &["%1 = and i32 %0, 0", "store i32 %1 to @g align 4", NEXT_2, "jump bb1(%2)"],
    ),
];

/// Go on as well, but in the formulas an address would be the number that it is in this run: what they show is true here only.
const NOT_SHOWN_BESIDE_AN_ADDRESS: &[Loop] = &[
    beside_an_address(
        "another number than the address",
        &["%3 = cmp ne i64 %1, %2", "%4 = add i64 %2, 1", "%5 = and i64 %4, 7", "branch %3, bb1(%5), bb2"],
    ),
    beside_an_address(
        "the address is another number",
        &["%3 = cmp ne i64 %2, %1", "%4 = add i64 %2, 1", "%5 = and i64 %4, 7", "branch %3, bb1(%5), bb2"],
    ),
    beside_an_address(
        "a short way from the address",
        &[
            "%3 = add i64 %1, %2",
            "%4 = sub i64 %3, %1",
            "%5 = cmp ult i64 %4, 8",
            "%6 = add i64 %2, 1",
            "%7 = and i64 %6, 7",
            "branch %5, bb1(%7), bb2",
        ],
    ),
    beside_an_address(
        "a number or the address",
        &[
            "%3 = cmp ult i64 %2, 2",
            "%4 = select i64 %3, %2, %1",
            "%5 = cmp ult i64 %2, 8",
            "%6 = add i64 %2, 1",
            "%7 = and i64 %6, 7",
            "branch %5, bb1(%7), bb2",
        ],
    ),
];

const END: &[Loop] = &[
    counting("at a number", &["%1 = cmp ne i32 %0, 9", NEXT_2, "branch %1, bb1(%2), bb2"]),
    counting(
        "at a number, by a branch that is not taken",
        &["%1 = cmp eq i32 %0, 9", NEXT_2, "branch %1, bb2, bb1(%2)"],
    ),
    counting("with an overflow", &["%1 = add nsw i32 %0, 1", "jump bb1(%1)"]),
    counting(
        "with a division by zero",
        &["%1 = add i32 %0, 1", "%2 = sub i32 9, %0", "%3 = udiv i32 100, %2", "jump bb1(%1)"],
    ),
    counting("with a shift that is too far", &["%1 = shl i32 1, %0", NEXT_2, "jump bb1(%2)"]),
    counting(
        "at an odd number",
        &["%1 = and i32 %0, 1", "%2 = cmp eq i32 %1, 0", "%3 = add i32 %0, 3", "branch %2, bb1(%3), bb2"],
    ),
    counting(
        "at a sum that does not fit",
        &["%1 = overflows unsigned add i32 %0, -9", NEXT_2, "branch %1, bb2, bb1(%2)"],
    ),
    counting("at many bits", &["%1 = popcount i32 %0", "%2 = cmp ult i32 %1, 11", NEXT_3, "branch %2, bb1(%3), bb2"]),
    counting(
        "at a low byte",
        &["%1 = trunc i32 %0 to i8", "%2 = cmp ne i8 %1, 200", NEXT_3, "branch %2, bb1(%3), bb2"],
    ),
    counting(
        "at a negative byte",
        &[
            "%1 = trunc i32 %0 to i8",
            "%2 = sext i8 %1 to i32",
            "%3 = cmp sge i32 %2, 0",
            "%4 = add i32 %0, 1",
            "branch %3, bb1(%4), bb2",
        ],
    ),
    counting(
        "at a float",
        &["%1 = sitofp i32 %0 to f64", "%2 = fcmp olt f64 %1, 9.0", NEXT_3, "branch %2, bb1(%3), bb2"],
    ),
    counting(
        "at bits of a float",
        &["%1 = bitcast i32 %0 to f32", "%2 = fcmp olt f32 %1, 9.0", NEXT_3, "branch %2, bb1(%3), bb2"],
    ),
    counting(
        "at the other of two numbers",
        &[
            "%1 = cmp eq i32 %0, 50",
            "%2 = select i32 %1, 1, 0",
            "%3 = cmp eq i32 %2, 0",
            "%4 = add i32 %0, 1",
            "branch %3, bb1(%4), bb2",
        ],
    ),
    counting(
        "at the other of two places",
        &[
            "%1 = cmp ult i32 %0, 50",
            "%2 = select ptr %1, @g, null",
            "%3 = load i32 %2 align 4",
            "%4 = add i32 %0, 1",
            "jump bb1(%4)",
        ],
    ),
    counting(
        "at the other of two floats",
        &[
            "%1 = cmp ult i32 %0, 50",
            "%2 = select f64 %1, 1.0, 2.0",
            "%3 = fcmp olt f64 %2, 1.5",
            "%4 = add i32 %0, 1",
            "branch %3, bb1(%4), bb2",
        ],
    ),
    counting("at a case", &["%1 = add i32 %0, 2", "switch i32 %0 { 8 -> bb2 5 -> bb2 default -> bb1(%1) }"]),
    counting("at a later case", &["%1 = add i32 %0, 2", "switch i32 %0 { 5 -> bb2 8 -> bb2 default -> bb1(%1) }"]),
    counting("at another case", &["%1 = and i32 %0, 1", NEXT_2, "switch i32 %1 { 0 -> bb1(%2) default -> bb2 }"]),
    counting(
        "at the first case",
        &["%1 = shl i32 %0, 1", NEXT_2, "switch i32 %1 { 8 -> bb2 5 -> bb2 default -> bb1(%2) }"],
    ),
    counting(
        "at the second case",
        &["%1 = shl i32 %0, 1", NEXT_2, "switch i32 %1 { 5 -> bb2 8 -> bb2 default -> bb1(%2) }"],
    ),
    counting("at an assumption", &["%1 = cmp ne i32 %0, 9", "assume %1", NEXT_2, "jump bb1(%2)"]),
    Loop {
        what: "when the second becomes the first",
        before: &[],
        start: "i32 1, i32 2",
        params: "%0: i32, %1: i32",
        body: &["%2 = cmp ult i32 %0, 5", "%3 = add i32 %1, 1", "branch %2, bb1(%1, %3), bb2"],
    },
    counting(
        "when what is written is another number",
        &["%1 = and i32 %0, 1", "store i32 %1 to @g align 4", "%2 = add i32 %0, 3", "jump bb1(%2)"],
    ),
    beside_an_address(
        "at the end of an object",
        &["%3 = offset @g + %2*4", "%4 = load i32 %3 align 4", "%5 = add i64 %2, 1", "jump bb1(%5)"],
    ),
    beside_an_address(
        "at a size",
        &["%3 = call ptr @malloc(i64 %2)", "call void @free(ptr %3)", "%4 = mul i64 %2, 2", "jump bb1(%4)"],
    ),
    beside_an_address(
        "at a distance",
        &[
            "%3 = add i64 %1, %2",
            "%4 = sub i64 %3, %1",
            "%5 = cmp ne i64 %4, 40",
            "%6 = add i64 %2, 1",
            "branch %5, bb1(%6), bb2",
        ],
    ),
    beside_an_address(
        "at a distance, the other way round",
        &[
            "%3 = add i64 %2, %1",
            "%4 = sub i64 %3, %1",
            "%5 = cmp ne i64 %4, 40",
            "%6 = add i64 %2, 1",
            "branch %5, bb1(%6), bb2",
        ],
    ),
    beside_an_address("at an address", &["%3 = cmp ne i64 %1, %2", "%4 = add i64 %2, 1", "branch %3, bb1(%4), bb2"]),
    beside_an_address(
        "at an address, the other way round",
        &["%3 = cmp ne i64 %2, %1", "%4 = add i64 %2, 1", "branch %3, bb1(%4), bb2"],
    ),
    beside_an_address(
        "at a choice of an address",
        &[
            "%3 = cmp ult i64 %2, 9",
            "%4 = select i64 %3, %1, 7",
            "%5 = cmp eq i64 %4, %1",
            "%6 = add i64 %2, 1",
            "branch %5, bb1(%6), bb2",
        ],
    ),
    beside_an_address(
        "at a number that is made an address",
        &["%3 = inttoptr i64 %2 to ptr", "%4 = cmp ne ptr %3, @g", "%5 = add i64 %2, 1", "branch %4, bb1(%5), bb2"],
    ),
];

const NOT_SHOWN: &str = "the lap cannot be shown to come back to where it can be gone round again";

#[test]
fn what_goes_on_is_accepted() {
    for of in GO_ON {
        let found = checked(&of.text(), &of.lasso());
        assert!(found.is_ok(), "{}: {found:?}", of.what);
    }
}

#[test]
fn what_ends_is_refused() {
    let all = END.iter().chain(NOT_SHOWN_BESIDE_AN_ADDRESS);
    let answers = all.map(|of| (of.what, wrong(&of.text(), &of.lasso())));
    let others: Vec<_> = answers.filter(|(_, why)| why != NOT_SHOWN).collect();
    assert_eq!(others, []);
}

/// The order of the cells is that of the claim, not that of the program.
#[test]
fn cells_come_in_any_order() {
    for of in GO_ON.iter().filter(|of| of.params.contains(',')) {
        let mut lasso = of.lasso();
        lasso.cells.reverse();
        assert!(checked(&of.text(), &lasso).is_ok(), "{}", of.what);
    }
}

/// A number that is read in parts is lost sight of.
#[test]
fn what_cannot_be_followed_is_refused() {
    let parts = Loop {
        what: "parts",
        before: &["%0 = alloca 4 align 4", "store i32 0 to %0 align 4"],
        start: "i32 0",
        params: "%1: i32",
        body: &[
            "store i32 %1 to %0 align 4",
            "%2 = load i8 %0 align 1",
            "%3 = cmp ne i8 %2, 9",
            "store i32 0 to %0 align 4",
            "%4 = add i32 %1, 1",
            "branch %3, bb1(%4), bb2",
        ],
    };
    let why = "not everything that the lap does with its numbers can be expressed";
    assert_eq!(wrong(&parts.text(), &parts.lasso()), why);
}

/// Numbers in memory vary as those in registers do.
#[test]
fn numbers_in_memory() {
    let counting = |by: u32| {
        format!(
            "module lp64\n\n{DECLARED}\nfunc @main() -> i32 {{\nbb0:\n  jump bb1\nbb1:\n  %0 = load i32 @g align 4\n  %1 = and i32 %0, 1\n  \
            %2 = cmp eq i32 %1, 0\n  %3 = add i32 %0, {by}\n  store i32 %3 to @g align 4\n  branch %2, bb1, bb2\nbb2:\n  return i32 0\n}}\n"
        )
    };
    let found = |by: u32| {
        let module = module(&counting(by));
        let (task, budget) = (task(&module), Budget::new());
        let options = Options { rounds_of_nothing: true, ..Options::for_property(&task, Property::Termination) };
        let flows = task.flows();
        let rerun = Rerun { flows: &flows, entry: task.entry, options: &options, budget: &budget };
        let compared = rerun.compare(&mut ListedInputs::new(Vec::new()), &[(1, 7)]).remove(0);
        let cells = compared.expect("a lap").cells;
        assert!(matches!(cells[..], [Cell::Memory { bytes: 4, .. }]), "{cells:?}");
        let lasso = Lasso { inputs: Vec::new(), stem: 1, period: 6, cells, set: Vec::new() };
        check(&task, &lasso, &budget).is_ok()
    };
    assert!(found(2));
    assert!(!found(1));
}

const ASKS: &str = "module lp64

func @main() -> i32 {
bb0:
  %0 = nondet signed i32
  %1 = nondet signed i32
  call void @round(i32 %1)
  return i32 0
}

func @round(%0: i32) {
bb0:
  jump bb1(i32 0)
bb1(%1: i32):
  %2 = nondet signed i32
  %3 = add i32 %1, 1
  jump bb1(%3)
}
";

fn input(bits: u128) -> Input {
    Input { kind: InputKind::Nondet(NondetKind::Signed), ty: Type::Int(32), bits, loc: Places::nowhere() }
}

#[test]
fn what_was_asked_for_is_told() {
    let cells = vec![Cell::Register { depth: 1, reg: RegId::from_index(1) }];
    let lasso = Lasso { inputs: [7, 8, 9].map(input).to_vec(), stem: 4, period: 3, cells, set: vec![] };
    let found = checked(ASKS, &lasso).expect("it goes on");
    assert_eq!((found.inputs.as_slice(), found.stem_inputs), (lasso.inputs.as_slice(), 2));
    assert!(!found.stack.is_empty(), "the lap is in a function that was called");
    for inputs in [&lasso.inputs[..2], &[][..]] {
        let fewer = Lasso { inputs: inputs.to_vec(), ..lasso.clone() };
        assert_eq!(wrong(ASKS, &fewer), "the run asks for other inputs");
    }
    let mut other = lasso.clone();
    other.inputs[2].kind = InputKind::Uninit;
    assert_eq!(wrong(ASKS, &other), "the run asks for other inputs");
    let elsewhere = Lasso { stem: 5, ..lasso.clone() };
    assert!(checked(ASKS, &elsewhere).is_err(), "the fourth input is asked for in the lap");
    let longer = Lasso { period: 2, ..lasso };
    assert!(wrong(ASKS, &longer).starts_with("the lap does not lead back: "));
}

#[test]
fn what_is_no_lap_is_refused() {
    let of = &GO_ON[0];
    let good = of.lasso();
    let no_number = |cell: Cell| wrong(&of.text(), &Lasso { cells: vec![cell], ..good.clone() });
    assert!(no_number(Cell::Register { depth: 1, reg: RegId::from_index(0) }).contains("what varies is no number"));
    assert!(no_number(Cell::Register { depth: 0, reg: RegId::from_index(9) }).contains("what varies is no number"));
    let standing = wrong(&of.text(), &Lasso { period: 0, ..good.clone() });
    assert_eq!(standing, "the lap does not lead back: a lap has steps, and not too many");
    let fixed = wrong(&of.text(), &Lasso { cells: Vec::new(), ..good.clone() });
    assert!(fixed.starts_with("the lap does not lead back: another number stands at "), "{fixed}");
    let short = "module lp64\n\nfunc @main() -> i32 {\nbb0:\n  jump bb1\nbb1:\n  return i32 0\n}\n";
    let plain = Lasso { inputs: Vec::new(), stem: 1, period: 5, cells: Vec::new(), set: Vec::new() };
    assert!(wrong(short, &plain).starts_with("the run ends: "));
    let beyond = short.replace("bb1:\n", "bb1:\n  unsupported \"a fence\"()\n");
    assert!(matches!(checked(&beyond, &plain), Err(Refusal::Unsupported { what, .. }) if what == "a fence"));
    let stopped = Budget::new();
    stopped.stop(Limit::Memory);
    let asks = module(ASKS);
    let without = Lasso { inputs: Vec::new(), stem: 4, period: 3, cells: Vec::new(), set: Vec::new() };
    assert_eq!(check(&task(&asks), &without, &stopped), Err(Refusal::Stopped(Limit::Memory)));
    for of in [&GO_ON[0], &GO_ON[1], &END[0]] {
        let module = module(&of.text());
        assert_eq!(check(&task(&module), &of.lasso(), &stopped), Err(Refusal::Stopped(Limit::Memory)), "{}", of.what);
    }
}

/// The question to the solver is a step, besides those of the run, and a budget is over with its last one; where nothing is
/// asked there is none.
#[test]
fn the_proof_costs_a_step() {
    let nothing = counting("nothing is done", &["jump bb1(%0)"]);
    let least = |of: &Loop| {
        let module = module(&of.text());
        let done = |steps: &u64| check(&task(&module), &of.lasso(), &Budget::of_steps(*steps)).is_ok();
        (0..100).find(done).expect("so many are enough")
    };
    let steps = |of: &Loop| of.lasso().stem + of.lasso().period;
    assert_eq!((least(&nothing) - steps(&nothing), least(&GO_ON[1]) - steps(&GO_ON[1])), (1, 2));
}

/// A comparison of the numbers in the cells, as they are, with a number.
fn compare(terms: &[(u32, i64)], width: u16, pred: Predicate, bound: i64) -> Comparison {
    Comparison { terms: terms.to_vec(), width, signed: true, pred, bound }
}

fn with_set(of: &Loop, set: &[Comparison]) -> Result<Checked, Refusal> {
    checked(&of.text(), &Lasso { set: set.to_vec(), ..of.lasso() })
}

fn refused(of: &Loop, set: &[Comparison]) -> String {
    wrong(&of.text(), &Lasso { set: set.to_vec(), ..of.lasso() })
}

const NOT_IN_SET: &str = "the state after the stem is not in the recurrent set";
const INEXPRESSIBLE: &str = "a condition cannot be expressed";

/// Misses zero, since it is odd.
const BY_TWOS: Loop = Loop {
    what: "by twos",
    before: &[],
    start: "i32 1",
    params: "%0: i32",
    body: &["%1 = cmp ne i32 %0, 0", "%2 = add i32 %0, 2", "branch %1, bb1(%2), bb2"],
};

#[test]
fn a_narrower_set_is_needed() {
    let odd = compare(&[(0, 1)], 1, Predicate::Eq, 1);
    assert_eq!(refused(&BY_TWOS, &[]), NOT_SHOWN);
    assert!(with_set(&BY_TWOS, std::slice::from_ref(&odd)).is_ok());
    assert!(with_set(&BY_TWOS, &[compare(&[(0, 1)], 1, Predicate::Ne, 0)]).is_ok());
    assert!(with_set(&BY_TWOS, &[odd.clone(), odd]).is_ok());
}

#[test]
fn a_set_that_the_stem_does_not_lead_to_is_refused() {
    for even in [compare(&[(0, 1)], 1, Predicate::Eq, 0), compare(&[(0, 1)], 2, Predicate::Eq, 2)] {
        assert_eq!(refused(&BY_TWOS, &[even]), NOT_IN_SET);
    }
    // Closed, and without any number in it.
    let (odd, even) = (compare(&[(0, 1)], 1, Predicate::Eq, 1), compare(&[(0, 1)], 1, Predicate::Eq, 0));
    assert_eq!(refused(&BY_TWOS, &[odd, even]), NOT_IN_SET);
    assert_eq!(refused(&END[0], &[compare(&[(0, 1)], 32, Predicate::Ult, 0)]), NOT_IN_SET);
    assert_eq!(refused(&END[0], &[compare(&[(0, 1)], 32, Predicate::Ugt, 9)]), NOT_IN_SET);
}

#[test]
fn a_set_that_laps_leave_is_refused() {
    // Bounds and numbers that hold in the first laps, and would let the loop go on.
    for set in [
        compare(&[(0, 1)], 32, Predicate::Eq, 1),
        compare(&[(0, 1)], 3, Predicate::Eq, 1),
        compare(&[(0, 1)], 32, Predicate::Sgt, 0),
        compare(&[(0, 1)], 32, Predicate::Ule, 1000),
        compare(&[(0, 1)], 32, Predicate::Ne, 0),
        compare(&[(0, 1)], 32, Predicate::Ne, -1),
    ] {
        assert_eq!(refused(&BY_TWOS, std::slice::from_ref(&set)), NOT_SHOWN, "{set:?}");
    }
    // Kept, but of no use.
    for pred in [Predicate::Uge, Predicate::Sge] {
        let bound = if pred == Predicate::Uge { 0 } else { i64::from(i32::MIN) };
        assert_eq!(refused(&BY_TWOS, &[compare(&[(0, 1)], 32, pred, bound)]), NOT_SHOWN);
    }
}

/// Of what ends, no set is accepted, whatever it says.
#[test]
fn no_set_helps_what_ends() {
    let bounds = [-1, 0, 1, 8, 9, 10, i64::from(i32::MAX), i64::from(i32::MIN)];
    let preds = [
        Predicate::Eq,
        Predicate::Ne,
        Predicate::Ult,
        Predicate::Ule,
        Predicate::Ugt,
        Predicate::Uge,
        Predicate::Slt,
        Predicate::Sle,
        Predicate::Sgt,
        Predicate::Sge,
    ];
    // At a number, by division by zero, by overflow.
    for of in [&END[0], &END[2], &END[3]] {
        for width in [1, 2, 8, 31, 32, 33, 64, 128] {
            for (bound, pred) in bounds.iter().flat_map(|bound| preds.map(|pred| (*bound, pred))) {
                let set = compare(&[(0, 1)], width, pred, bound);
                assert!(with_set(of, std::slice::from_ref(&set)).is_err(), "{}: {set:?}", of.what);
            }
        }
    }
}

#[test]
fn sets_are_about_cells_and_widths_that_there_are() {
    for width in [0, 129, u16::MAX] {
        assert_eq!(refused(&BY_TWOS, &[compare(&[(0, 1)], width, Predicate::Eq, 1)]), INEXPRESSIBLE);
    }
    for terms in [&[(1, 1)][..], &[(0, 1), (7, 0)], &[(u32::MAX, 1)], &[]] {
        assert_eq!(refused(&BY_TWOS, &[compare(terms, 1, Predicate::Eq, 1)]), INEXPRESSIBLE);
    }
    // Sums and products wrap around at the width.
    let wrapped = [(i64::MIN, 32, Predicate::Eq, 0), (i64::MAX, 1, Predicate::Eq, 1), (3, 1, Predicate::Eq, -1)];
    for (coefficient, width, pred, bound) in wrapped {
        let odd = compare(&[(0, 1)], 1, Predicate::Eq, 1);
        assert!(with_set(&BY_TWOS, &[odd, compare(&[(0, coefficient)], width, pred, bound)]).is_ok(), "{coefficient}");
    }
}

/// What is asked about is what the other was a round ago, and that is never positive.
const A_ROUND_AGO: Loop = Loop {
    what: "a round ago",
    before: &[],
    start: "i8 -1, i8 -1",
    params: "%0: i8, %1: i8",
    body: &["%2 = cmp slt i8 %1, 0", "%3 = add i8 %0, 1", "%4 = or i8 %3, -128", "branch %2, bb1(%4, %0), bb2"],
};

#[test]
fn narrow_cells_are_extended_as_it_is_said() {
    let extended = |width: u16, signed: bool, pred: Predicate, bound: i64| {
        [Comparison { terms: vec![(0, 1)], width, signed, pred, bound }]
    };
    assert_eq!(refused(&A_ROUND_AGO, &[]), NOT_SHOWN);
    assert!(with_set(&A_ROUND_AGO, &extended(8, true, Predicate::Slt, 0)).is_ok());
    assert!(with_set(&A_ROUND_AGO, &extended(8, false, Predicate::Slt, 0)).is_ok());
    assert!(with_set(&A_ROUND_AGO, &extended(32, true, Predicate::Slt, 0)).is_ok());
    assert!(with_set(&A_ROUND_AGO, &extended(32, false, Predicate::Sge, 128)).is_ok());
    assert_eq!(refused(&A_ROUND_AGO, &extended(32, false, Predicate::Slt, 0)), NOT_IN_SET);
    assert_eq!(refused(&A_ROUND_AGO, &extended(32, true, Predicate::Sge, 128)), NOT_IN_SET);
    // The low bits say nothing about the sign.
    assert_eq!(refused(&A_ROUND_AGO, &extended(7, true, Predicate::Slt, 0)), NOT_SHOWN);
}

/// The distance of two counters is looked at a round later.
const SIDE_BY_SIDE: Loop = Loop {
    what: "side by side",
    before: &[],
    start: "i32 0, i32 10, i32 10",
    params: "%0: i32, %1: i32, %2: i32",
    body: &[
        "%3 = cmp eq i32 %2, 10",
        "%4 = sub i32 %1, %0",
        "%5 = add i32 %0, 3",
        "%6 = add i32 %1, 3",
        "branch %3, bb1(%5, %6, %4), bb2",
    ],
};

#[test]
fn sets_speak_of_sums() {
    let distance = |bound: i64| [compare(&[(1, 1), (0, -1)], 32, Predicate::Eq, bound)];
    assert_eq!(refused(&SIDE_BY_SIDE, &[]), NOT_SHOWN);
    assert!(with_set(&SIDE_BY_SIDE, &distance(10)).is_ok());
    assert!(with_set(&SIDE_BY_SIDE, &distance(10 + (1 << 32))).is_ok());
    assert_eq!(refused(&SIDE_BY_SIDE, &distance(11)), NOT_IN_SET);
    assert_eq!(refused(&SIDE_BY_SIDE, &[compare(&[(1, 1), (0, 1)], 32, Predicate::Eq, 10)]), NOT_SHOWN);
    let sum_of_twice_one = compare(&[(1, 1), (0, -3), (0, 2)], 32, Predicate::Eq, 10);
    assert!(with_set(&SIDE_BY_SIDE, &[sum_of_twice_one]).is_ok());
}
