//! What an observer of memory is told.

mod common;

use common::{main_of, module, module_of, run_with, summary};
use engine::{Budget, Event, Step};
use interp::{ListedInputs, MemoryEvent, ObjectKind, Observer, Options, Point, Run, Through};
use ir::{Id, Module};

fn observed<O: Observer>(module: &Module, options: &Options, observer: &mut O) -> Run {
    let entry = module.func_named("main").expect("the program has a main");
    interp::run(module, entry, options, &mut ListedInputs::default(), &mut (), observer, &Budget::new())
}

/// Writes events as lines; objects get numbers in the order in which they are met.
struct Writer<'a> {
    module: &'a Module,
    objects: Vec<u64>,
}

impl Writer<'_> {
    fn object(&mut self, base: u64) -> usize {
        self.objects.iter().position(|known| *known == base).unwrap_or_else(|| {
            self.objects.push(base);
            self.objects.len() - 1
        })
    }

    fn point(&self, at: Point) -> String {
        format!("{}:{}:{}", self.module.funcs[at.func].name, at.block.index(), at.inst)
    }

    fn kind(&self, kind: ObjectKind) -> String {
        match kind {
            ObjectKind::Heap => "heap".to_string(),
            ObjectKind::Stack { func, block, inst } => {
                format!("stack {}:{}:{inst}", self.module.funcs[func].name, block.index())
            }
            ObjectKind::Global(global) => format!("global {}", self.module.globals[global].name),
            ObjectKind::VarArgs => "varargs".to_string(),
            ObjectKind::Environment => "environment".to_string(),
            ObjectKind::Outside => "outside".to_string(),
        }
    }

    fn line(&mut self, event: MemoryEvent) -> String {
        match event {
            MemoryEvent::Enter { func, call } => {
                let from = call.map_or("outside".to_string(), |at| self.point(at));
                format!("{from} enters {}", self.module.funcs[func].name)
            }
            MemoryEvent::Leave => "leave".to_string(),
            MemoryEvent::Access { at, through, object, kind, offset, size, write } => {
                let verb = if write { "writes" } else { "reads" };
                let through = match through {
                    Through::Pointer => "pointer".to_string(),
                    Through::Destination => "destination".to_string(),
                    Through::Source => "source".to_string(),
                    Through::VaList => "list".to_string(),
                    Through::VarArg(index) => format!("vararg {index}"),
                    Through::Argument(index) => format!("argument {index}"),
                    Through::Result => "result".to_string(),
                    Through::Errno => "errno".to_string(),
                };
                let (at, number, kind) = (self.point(at), self.object(object), self.kind(kind));
                format!("{at} {verb} #{number}+{offset} size {size} by {through}, {kind}")
            }
            MemoryEvent::Allocate { at, object, size, kind } => {
                let (at, number, kind) = (self.point(at), self.object(object), self.kind(kind));
                format!("{at} makes #{number} size {size}, {kind}")
            }
            MemoryEvent::Free { at, object } => format!("{} frees #{}", self.point(at), self.object(object)),
            MemoryEvent::IndirectCall { at, callee } => {
                format!("{} reaches {}", self.point(at), self.module.funcs[callee].name)
            }
        }
    }
}

/// The events of a program that ends as said, which is how it ends unobserved too.
#[track_caller]
fn check_module(module: &Module, end: &str, expected: &str) {
    let mut events: Vec<MemoryEvent> = Vec::new();
    let run = observed(module, &Options::default(), &mut events);
    assert_eq!(summary(module, &run), end);
    assert_eq!(run, run_with(module, &Options::default(), &[]));
    let mut writer = Writer { module, objects: Vec::new() };
    let lines: Vec<String> = events.into_iter().map(|event| writer.line(event)).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, expected, "\n{}", lines.join("\n"));
}

#[track_caller]
fn check(definitions: &str, end: &str, expected: &str) {
    check_module(&module(definitions), end, expected);
}

#[test]
fn calls_loads_stores_copies_and_allocations() {
    let text = "global @g: 16 align 8 = { zero 16 }
        func @f(%0: ptr) -> i32 {\nbb0:\n%1 = load i32 %0 align 4\nreturn %1\n}\n"
        .to_string()
        + &main_of(
            "%0 = alloca 8 align 8
             %1 = call ptr @malloc(i64 12)
             %2 = offset %1 + 4
             store i32 7 to %2 align 4
             store ptr fn @f to %0 align 8
             memcpy @g, %1, 8
             memset %1, 0, 0
             memset %1, 0, 12
             %3 = load ptr %0 align 8
             %4 = call i32 *%3(ptr @g+4)
             %5 = call i32 @f(ptr @g)
             call void @free(ptr %1)
             return %4",
        );
    check(
        &text,
        "exit 7",
        "outside enters main
         main:0:0 makes #0 size 8, stack main:0:0
         main:0:1 makes #1 size 12, heap
         main:0:3 writes #1+4 size 4 by pointer, heap
         main:0:4 writes #0+0 size 8 by pointer, stack main:0:0
         main:0:5 reads #1+0 size 8 by source, heap
         main:0:5 writes #2+0 size 8 by destination, global g
         main:0:7 writes #1+0 size 12 by destination, heap
         main:0:8 reads #0+0 size 8 by pointer, stack main:0:0
         main:0:9 reaches f
         main:0:9 enters f
         f:0:0 reads #2+4 size 4 by pointer, global g
         leave
         main:0:10 enters f
         f:0:0 reads #2+0 size 4 by pointer, global g
         leave
         main:0:11 frees #1
         leave",
    );
}

#[test]
fn builtins_tell_what_they_touch() {
    let text = "global @n: 4 align 1 const = { bytes \"-2.5\" }
        global @__cairn_errno: 4 align 4 = { zero 4 }\n"
        .to_string()
        + &main_of(
            "%0 = call ptr @calloc(i64 1, i64 4)
             %1 = call ptr @realloc(ptr %0, i64 3)
             %2 = call f64 @__cairn_parse_double(ptr @n, i64 4)
             %3 = call i32 @__cairn_format_double(ptr %1, i64 3, f64 %2, i8 102, i32 0, i32 0, i32 1)
             call void @__cairn_write(i32 1, ptr %1, i64 2)
             call void @__cairn_write(i32 1, ptr %1, i64 0)
             %4 = select ptr true, fn @memcpy, null
             %5 = call ptr *%4(ptr %1, ptr @n, i64 3)
             %6 = call ptr @malloc(i64 -1)
             %7 = call ptr @realloc(ptr %1, i64 0)
             call void @__cairn_exit(i32 3)
             return 0",
        );
    check(
        &text,
        "exit 3",
        "outside enters main
         main:0:0 makes #0 size 4, heap
         main:0:1 makes #1 size 3, heap
         main:0:1 reads #0+0 size 3 by argument 0, heap
         main:0:1 writes #1+0 size 3 by result, heap
         main:0:1 frees #0
         main:0:2 reads #2+0 size 4 by argument 0, global n
         main:0:3 writes #1+0 size 1 by argument 0, heap
         main:0:3 writes #1+1 size 1 by argument 0, heap
         main:0:3 writes #1+2 size 1 by argument 0, heap
         main:0:4 reads #1+0 size 2 by argument 1, heap
         main:0:7 reaches memcpy
         main:0:7 reads #2+0 size 3 by source, global n
         main:0:7 writes #1+0 size 3 by destination, heap
         main:0:8 writes #3+0 size 4 by errno, global __cairn_errno
         main:0:9 frees #1",
    );
}

#[test]
fn variable_arguments_are_read_and_written_where_the_list_starts() {
    let text = "func @f(%n.0: i32, ...) -> i32 {\nbb0:\n%1 = alloca 24 align 16\nva_start %1\n%2 = offset %1 + 8
        %3 = load ptr %2 align 8\n%4 = load i32 %3 align 4\nreturn %4\n}\n"
        .to_string()
        + &main_of(
            "%0 = alloca 4 align 4
             store i32 9 to %0 align 4
             %1 = call i32 @f(i32 1, ... i32 5, %0 byval 4 align 8)
             return %1",
        );
    let start = "outside enters main
         main:0:0 makes #0 size 4, stack main:0:0
         main:0:1 writes #0+0 size 4 by pointer, stack main:0:0
         main:0:2 enters f\n";
    let lp64 = "f:0:0 makes #1 size 24, stack f:0:0
         f:0:1 makes #2 size 176, varargs
         f:0:1 makes #3 size 8, varargs
         f:0:1 writes #2+8 size 4 by vararg 1, varargs
         f:0:1 reads #0+0 size 4 by vararg 2, stack main:0:0
         f:0:1 writes #3+0 size 4 by vararg 2, varargs
         f:0:1 writes #1+0 size 4 by list, stack f:0:0
         f:0:1 writes #1+4 size 4 by list, stack f:0:0
         f:0:1 writes #1+8 size 8 by list, stack f:0:0
         f:0:1 writes #1+16 size 8 by list, stack f:0:0
         f:0:3 reads #1+8 size 8 by pointer, stack f:0:0
         f:0:4 reads #3+0 size 4 by pointer, varargs
         leave
         leave";
    check(&text, "exit 9", &format!("{start}{lp64}"));
    let ilp32 = "f:0:0 makes #1 size 4, stack f:0:0
         f:0:1 makes #2 size 8, varargs
         f:0:1 writes #2+0 size 4 by vararg 1, varargs
         f:0:1 reads #0+0 size 4 by vararg 2, stack main:0:0
         f:0:1 writes #2+4 size 4 by vararg 2, varargs
         f:0:1 writes #1+0 size 4 by list, stack f:0:0
         f:0:3 reads #1+0 size 4 by pointer, stack f:0:0
         f:0:4 reads #2+0 size 4 by pointer, varargs
         leave
         leave";
    let text = text
        .replace("alloca 24 align 16", "alloca 4 align 4")
        .replace("%1 + 8\n", "%1 + 0\n")
        .replace("load ptr %2 align 8", "load ptr %2 align 4")
        .replace("byval 4 align 8", "byval 4 align 4");
    check_module(&module_of("ilp32", &text), "exit 5", &format!("{start}{ilp32}"));
}

#[test]
fn a_scope_entered_again_has_a_new_object() {
    let text = main_of(
        "%0 = alloca 4 align 4\njump bb1(i32 0)
         bb1(%1: i32):\nlifetime.start %0\nstore i32 %1 to %0 align 4\nlifetime.end %0
         %2 = add i32 %1, 1\n%3 = cmp ult i32 %2, 2\nbranch %3, bb1(%2), bb2\nbb2:\nreturn 0",
    );
    check(
        &text,
        "exit 0",
        "outside enters main
         main:0:0 makes #0 size 4, stack main:0:0
         main:1:1 writes #0+0 size 4 by pointer, stack main:0:0
         main:1:0 makes #1 size 4, stack main:0:0
         main:1:1 writes #1+0 size 4 by pointer, stack main:0:0
         leave",
    );
}

#[test]
fn arguments_of_main_are_known_by_their_accesses() {
    let text =
        "func @main(%argc.0: i32, %argv.1: ptr) -> i32 {\nbb0:\n%2 = load ptr %argv.1 align 8\n%3 = load i8 %2 align 1
        %4 = zext i8 %3 to i32\nreturn %4\n}\n";
    check(
        text,
        "exit 0",
        "outside enters main
         main:0:0 reads #0+0 size 8 by pointer, environment
         main:0:1 reads #1+0 size 1 by pointer, environment
         leave",
    );
}

#[test]
fn a_violation_is_no_access() {
    let text = main_of("%0 = alloca 4 align 4\n%1 = load i64 %0 align 4 !3:1\nreturn 0");
    check(&text, "out-of-bounds 3", "outside enters main\nmain:0:0 makes #0 size 4, stack main:0:0");
}

/// Wants both kinds of events.
#[derive(Default)]
struct Both {
    steps: Vec<Event>,
    memory: Vec<MemoryEvent>,
}

impl Observer for Both {
    const MEMORY: bool = true;

    fn step(&mut self, step: Step) {
        self.steps.push(step.event);
    }

    fn memory(&mut self, event: MemoryEvent) {
        self.memory.push(event);
    }
}

#[test]
fn events_end_at_a_leak_whatever_is_wanted() {
    let module = module(&main_of(
        "%0 = alloca 8 align 8\n%1 = call ptr @malloc(i64 4)\nstore ptr %1 to %0 align 8\nstore ptr null to %0 align 8 !3:1
         %2 = load ptr %0 align 8\nreturn 0",
    ));
    let options = Options { check_leaks: true, ..Options::default() };
    let (mut memory, mut both): (Vec<MemoryEvent>, Both) = (Vec::new(), Both::default());
    let run = observed(&module, &options, &mut memory);
    assert_eq!(summary(&module, &run), "leak 3");
    assert_eq!(observed(&module, &options, &mut both), run);
    assert_eq!(both.memory, memory);
    // Enter, two allocations, two stores; the load comes after the leak.
    assert_eq!((memory.len(), both.steps.len()), (5, 2));
}
