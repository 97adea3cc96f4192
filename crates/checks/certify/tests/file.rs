//! Certificates on disk: what is accepted again, and above all what is not.

use std::collections::BTreeMap;

use certify::file::{Certificates, Refused, write};
use certify::{Conclusion, Verdict, judge};
use engine::{Budget, Property, Task};
use ir::Module;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Builds a list of any length, counts to a number that it is given, and frees all but what `FORGET` says.
const LIST: &str = "module lp64

func @malloc(i64) -> ptr builtin malloc
func @free(ptr) builtin free

func @drop(%0: ptr) {
bb0:
  call void @free(ptr %0)
  return
}

func @main() -> i32 {
  var $list.0
bb0:
  %0 = alloca 4 align 4
  store i32 0 to %0 align 4
  jump bb1(null)
bb1(%1: ptr):
  bind $list.0, %1
  %2 = nondet signed i32
  %3 = cmp ne i32 %2, 0
  branch %3, bb2, bb3(%1)
bb2:
  %4 = call ptr @malloc(i64 16)
  store ptr %1 to %4 align 8
  %5 = offset %4 + 8
  store i32 %2 to %5 align 4
  jump bb1(%4)
bb3(%6: ptr):
  bind $list.0, %6
  %7 = cmp eq ptr %6, null
  branch %7, bb5, bb4
bb4:
  %8 = load ptr %6 align 8
  call void @drop(ptr %6)
  jump bb3(%8)
bb5:
  %9 = load i32 %0 align 4
  return %9
}
";

/// Goes round for ever if its input is positive; a register and a variable change in every round.
const ENDLESS: &str = "module lp64

func @main() -> i32 {
bb0:
  %0 = alloca 4 align 4
  store i32 0 to %0 align 4
  %1 = nondet signed i32
  jump bb1(i32 0)
bb1(%2: i32):
  %3 = cmp sgt i32 %1, 0
  branch %3, bb2, bb3
bb2:
  %4 = load i32 %0 align 4
  %5 = add i32 %4, 3
  store i32 %5 to %0 align 4
  %6 = add i32 %2, 1
  jump bb1(%6)
bb3:
  return %2
}
";

/// Goes by twos from one and misses zero; that it is odd has to be said.
const BY_TWOS: &str = "module lp64

func @main() -> i32 {
bb0:
  jump bb1(i32 1)
bb1(%0: i32):
  %1 = cmp ne i32 %0, 0
  %2 = add i32 %0, 2
  branch %1, bb1(%2), bb2
bb2:
  return i32 0
}
";

fn module(text: &str) -> Module {
    let module = ir::parse(text).expect("the test program parses");
    ir::verify(&module).expect("the test program verifies");
    module
}

fn task<'m>(module: &'m Module, properties: &[Property]) -> Task<'m> {
    Task {
        error_functions: vec!["reach_error".to_string()],
        ..Task::new(module, module.func_named("main").expect("the test program has a main"), properties.to_vec())
    }
}

/// What the engines settle of the task.
fn settled(task: &Task<'_>) -> Vec<Verdict> {
    let engines: [&dyn engine::Engine; 2] = [&smg_search::engine::Smg, &explore::Explore];
    let mut verdicts: Vec<Verdict> = Vec::new();
    for engine in engines {
        let known = engine.info().properties;
        let properties = task.properties.iter().copied().filter(|property| known.contains(property)).collect();
        let task = Task { properties, ..task.clone() };
        let answers = engine::answers(engine, &task, &Budget::of_steps(2_000_000));
        verdicts.extend(answers.into_iter().map(|answer| judge(&task, answer, &Budget::new())));
    }
    verdicts.retain(Verdict::is_settled);
    verdicts
}

fn certificate(task: &Task<'_>) -> (Vec<Verdict>, String) {
    let verdicts = settled(task);
    let text = write(task, &verdicts);
    (verdicts, text)
}

fn checked(task: &Task<'_>, text: &str) -> Result<Vec<Verdict>, Refused> {
    Certificates::read(text)?.check(task, &Budget::new())
}

/// With a digest that fits what was changed.
fn signed(text: &str) -> String {
    let end = text.trim_end().rfind('\n').expect("there is a last line") + 1;
    let digest: String = Sha256::digest(&text[..end]).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}sha256 {digest}\n", &text[..end])
}

const MEMORY: [Property; 2] = [Property::ValidMemsafety, Property::ValidMemcleanup];

#[test]
fn what_was_written_settles_the_same_again() {
    let forgets = LIST.replace("  call void @free(ptr %0)\n", "");
    let overflows = "module lp64\n\nfunc @main() -> i32 {\nbb0:\n  %0 = nondet signed i32\n  %1 = add nsw i32 %0, 1\n  return %1\n}\n";
    let ends = "module lp64\n\nfunc @main() -> i32 {\nbb0:\n  return i32 0\n}\n";
    for (text, properties, expected) in [
        (LIST, &MEMORY[..], 2),
        (&forgets, &MEMORY[..], 2),
        (overflows, &[Property::NoOverflow], 1),
        (ends, &[Property::Termination, Property::NoOverflow], 2),
        (ENDLESS, &[Property::Termination], 1),
        (BY_TWOS, &[Property::Termination], 1),
    ] {
        let module = module(text);
        let task = task(&module, properties);
        let (verdicts, text) = certificate(&task);
        let mut settled: Vec<Property> = verdicts.iter().map(Verdict::property).collect();
        settled.sort_unstable();
        settled.dedup();
        assert_eq!(settled.len(), expected, "{verdicts:?}");
        assert_eq!(checked(&task, &text).expect("a certificate"), verdicts);
        assert_eq!(Certificates::read(&text).expect("a certificate").properties(), settled);
    }
}

/// A lasso without a set is one whose laps need none.
#[test]
fn the_set_of_a_lasso_is_written() {
    let (by_twos, endless) = (module(BY_TWOS), module(ENDLESS));
    let (by_twos, endless) = (task(&by_twos, &[Property::Termination]), task(&endless, &[Property::Termination]));
    assert!(!certificate(&endless).1.contains("\"set\""));
    let (verdicts, text) = certificate(&by_twos);
    let from = text.find(",\"set\":[").expect("a set is written");
    let to = from + text[from..].find("]}\n").expect("it is the last field") + 1;
    let without = signed(&[&text[..from], &text[to..]].concat());
    let found = checked(&by_twos, &without).expect("a certificate all the same");
    assert!(found.iter().all(|verdict| !verdict.is_settled()), "{found:?}");
    assert_eq!(checked(&by_twos, &text).expect("a certificate"), verdicts);
    for (old, new) in [("\"width\":1", "\"width\":0"), ("\"Eq\"", "\"Ne\""), ("\"terms\":[[0,1]]", "\"terms\":[[1,1]]")]
    {
        assert!(text.contains(old), "{text}");
        let changed = signed(&text.replace(old, new));
        let found = checked(&by_twos, &changed).expect("it can be read");
        assert!(found.iter().all(|verdict| !verdict.is_settled()), "{new}: {found:?}");
    }
    let unknown = signed(&text.replace("\"Eq\"", "\"About\""));
    assert!(matches!(Certificates::read(&unknown), Err(Refused::Malformed(_))));
}

#[test]
fn a_changed_byte_is_noticed() {
    let module = module(LIST);
    let task = task(&module, &MEMORY);
    let (_, text) = certificate(&task);
    let step = (text.len() / 400).max(1);
    for at in (0..text.len()).step_by(step) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
        let changed = String::from_utf8(bytes).expect("ASCII");
        assert!(matches!(Certificates::read(&changed), Err(Refused::Changed | Refused::NotOne)), "at {at}");
    }
    for cut in [0, 1, text.len() / 2, text.len() - 1] {
        assert!(Certificates::read(&text[..cut]).is_err(), "cut off at {cut}");
    }
    assert!(Certificates::read(&format!("{text}\n")).is_err());
    let other = text.replace("cairn-certificate 1", "cairn-certificate 2");
    assert_eq!(Certificates::read(&signed(&other)).err(), Some(Refused::NotOne));
    assert_eq!(Certificates::read("cairn-certificate 1\n").err(), Some(Refused::Changed));
}

#[test]
fn another_program_or_question_is_refused() {
    let (first, second) = (module(LIST), module(&LIST.replace("i64 16", "i64 24")));
    let task_of = |module| task(module, &MEMORY);
    let (_, text) = certificate(&task_of(&first));
    assert_eq!(checked(&task_of(&second), &text), Err(Refused::OtherProgram));
    let fails = Task { malloc_may_fail: true, ..task_of(&first) };
    assert_eq!(checked(&fails, &text), Err(Refused::OtherQuestion));
    let errors = Task { error_functions: vec![], ..task_of(&first) };
    assert_eq!(checked(&errors, &text), Err(Refused::OtherQuestion));
    let entry = Task { entry: first.func_named("drop").expect("there is one"), ..task_of(&first) };
    assert_eq!(checked(&entry, &text), Err(Refused::OtherQuestion));
    // Other names of files are the same program.
    let unasked = task(&first, &[Property::Termination]);
    let verdicts = checked(&unasked, &text).expect("a certificate of this program");
    assert!(verdicts.iter().all(|verdict| !verdict.is_settled()), "{verdicts:?}");
}

/// The names of files are for people; everything else of the program counts.
#[test]
fn files_may_have_other_names() {
    let text = "module lp64\n\nfunc @main() -> i32 !f0:1:5 {\nbb0:\n  return i32 0 !2:3\n}\n\nfile f0 \"a.c\"\n";
    let original = module(text);
    let (verdicts, written) = certificate(&task(&original, &[Property::Termination]));
    assert!(!verdicts.is_empty());
    let renamed = module(&text.replace("a.c", "b.c"));
    assert_eq!(checked(&task(&renamed, &[Property::Termination]), &written), Ok(verdicts));
    for other in [text.replace("i32 0 !", "i32 1 !"), text.replace("!2:3", "!2:4")] {
        let other = module(&other);
        assert_eq!(checked(&task(&other, &[Property::Termination]), &written), Err(Refused::OtherProgram));
    }
}

#[test]
fn evidence_is_no_evidence_of_another_property() {
    let module = module(LIST);
    let asked = task(&module, &Property::ALL);
    let (_, text) = certificate(&task(&module, &[Property::ValidMemsafety]));
    for property in [Property::NoOverflow, Property::Termination, Property::Shape] {
        let other = signed(&text.replace("\"valid-memsafety\"", &format!("\"{}\"", property.name())));
        let verdicts = checked(&asked, &other).expect("a certificate of this program");
        assert!(!verdicts.is_empty() && verdicts.iter().all(|verdict| !verdict.is_settled()), "{verdicts:?}");
    }
    let unknown = signed(&text.replace("\"covered\"", "\"believed\""));
    assert!(matches!(Certificates::read(&unknown), Err(Refused::Malformed(_))));
    let unknown = signed(&text.replace("\"valid-memsafety\"", "\"valid-everything\""));
    assert!(matches!(Certificates::read(&unknown), Err(Refused::Malformed(_))));
}

/// The certificate of a program that is right, told of one that is not: every claim is refused, whatever is changed in it.
#[test]
fn a_wrong_program_is_not_talked_right() {
    let right = module(LIST);
    let (_, text) = certificate(&task(&right, &[Property::ValidMemsafety]));
    for (what, wrong) in [
        ("leaks", LIST.replace("  call void @free(ptr %0)\n", "")),
        ("frees twice", LIST.replace("(ptr %0)\n  return", "(ptr %0)\n  call void @free(ptr %0)\n  return")),
        ("reads what was freed", LIST.replace("  jump bb3(%8)", "  %10 = load ptr %6 align 8\n  jump bb3(%10)")),
        ("reads beyond the end", LIST.replace("  %8 = load ptr %6", "  %10 = offset %6 + 16\n  %8 = load ptr %10")),
    ] {
        let wrong = module(&wrong);
        let task = task(&wrong, &[Property::ValidMemsafety]);
        let own = write(&task, &[]);
        let question = own.lines().nth(1).expect("the question");
        let mut lines: Vec<&str> = text.lines().collect();
        lines[1] = question;
        let forged = signed(&(lines.join("\n") + "\n"));
        for verdict in checked(&task, &forged).expect("it says that it is about this program") {
            assert!(!verdict.is_settled(), "{what}: {verdict:?}");
        }
        let mut changes = Changes::of(&forged);
        while let Some((path, changed)) = changes.next() {
            for verdict in checked(&task, &changed).into_iter().flatten() {
                assert!(!matches!(verdict.conclusion(), Conclusion::True(_)), "{what}, changed at {path}: {verdict:?}");
            }
        }
    }
}

/// What is for people, and nothing rests on.
const FOR_PEOPLE: [&str; 3] = ["site", "ty", "called_at"];

/// Every field of every kind matters: some change of it is refused. Where a change is not, it claims more heaps, or fewer
/// that are covered all the same.
#[test]
fn every_field_matters() {
    let list = module(LIST);
    let forgets = module(&LIST.replace("  call void @free(ptr %0)\n", ""));
    let ends = module("module lp64\n\nfunc @main() -> i32 {\nbb0:\n  return i32 0\n}\n");
    let endless = module(ENDLESS);
    let tasks = [
        task(&list, &[Property::ValidMemsafety]),
        task(&forgets, &[Property::ValidMemsafety]),
        task(&ends, &[Property::Termination]),
        task(&endless, &[Property::Termination]),
    ];
    let mut refused: BTreeMap<String, bool> = BTreeMap::new();
    for task in &tasks {
        let (verdicts, text) = certificate(task);
        let mut changes = Changes::of(&text);
        while let Some((path, changed)) = changes.next() {
            let accepted = checked(task, &changed).is_ok_and(|found| found == verdicts);
            *refused.entry(path).or_default() |= !accepted;
        }
    }
    let indifferent: Vec<&String> = refused
        .iter()
        .filter(|(path, refused)| !**refused && !FOR_PEOPLE.iter().any(|people| path.ends_with(people)))
        .map(|(path, _)| path)
        .collect();
    assert!(refused.len() > 40, "{refused:?}");
    assert_eq!(indifferent, Vec::<&String>::new());
}

/// One change after the other in the JSON of a file, with a digest that fits.
struct Changes {
    lines: Vec<String>,
    /// Line, where in it (numbers of lists left out), and the new line.
    todo: Vec<(usize, String, String)>,
}

impl Changes {
    fn of(text: &str) -> Changes {
        let lines: Vec<String> = text.lines().map(str::to_string).collect();
        let mut todo = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
            let mut paths = Vec::new();
            collect(&value, &mut Vec::new(), &mut paths);
            // A few of each place are enough, and every place has some.
            let mut seen: BTreeMap<String, usize> = BTreeMap::new();
            for path in paths {
                let name: Vec<&str> =
                    path.iter().filter(|step| step.parse::<usize>().is_err()).map(String::as_str).collect();
                let name = format!("{}:{}", if number == 1 { "question" } else { "evidence" }, name.join("."));
                let count = seen.entry(name.clone()).or_default();
                *count += 1;
                if *count <= 2 {
                    for changed in alternatives(&value, &path) {
                        todo.push((number, name.clone(), changed));
                    }
                }
            }
        }
        Changes { lines, todo }
    }

    fn next(&mut self) -> Option<(String, String)> {
        let (number, path, line) = self.todo.pop()?;
        let mut lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        lines[number] = &line;
        Some((path, signed(&(lines.join("\n") + "\n"))))
    }
}

fn collect(value: &Value, path: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect(),
        Value::Object(items) => items.iter().map(|(name, item)| (name.clone(), item)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    all.push(path.clone());
    for (name, child) in children {
        path.push(name);
        collect(child, path, all);
        path.pop();
    }
}

/// The value with something else in this place.
fn alternatives(value: &Value, path: &[String]) -> Vec<String> {
    let mut changed = Vec::new();
    let mut put = |new: Value| {
        let mut copy = value.clone();
        *path.iter().fold(&mut copy, |value, step| child(value, step)) = new;
        changed.push(copy.to_string());
    };
    let mut copy = value.clone();
    match &*path.iter().fold(&mut copy, |value, step| child(value, step)) {
        Value::Bool(flag) => put(Value::Bool(!flag)),
        Value::Number(number) => {
            for by in [-1, 1, 8] {
                put(Value::from(number.as_i64().unwrap_or(0).wrapping_add(by)));
            }
        }
        Value::String(text) => {
            put(Value::from(format!("{text}x")));
            for other in
                ["Live", "Freed", "Heap", "Stack", "Zero", "Unknown", "Uninit", "Region", "First", "Last", "All"]
            {
                put(Value::from(other));
            }
        }
        Value::Null => put(Value::from(0)),
        Value::Array(items) if items.is_empty() => put(Value::from(vec!["something"])),
        Value::Array(items) => {
            put(Value::from(items[..items.len().saturating_sub(1)].to_vec()));
            put(Value::from(items.iter().chain(items.first()).cloned().collect::<Vec<_>>()));
            put(Value::from(items.iter().rev().cloned().collect::<Vec<_>>()));
        }
        Value::Object(items) => {
            for name in items.keys() {
                let mut fewer = items.clone();
                fewer.remove(name);
                put(Value::Object(fewer));
            }
        }
    }
    changed
}

fn child<'v>(value: &'v mut Value, step: &str) -> &'v mut Value {
    match value {
        Value::Array(items) => &mut items[step.parse::<usize>().expect("a number of a list")],
        Value::Object(items) => items.get_mut(step).expect("a field"),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => panic!("nothing inside"),
    }
}
