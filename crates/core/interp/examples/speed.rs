//! How many IR instructions a second the interpreter executes.
//!
//! `speed [STEPS]` runs each program for that many steps (default 200 million) and prints a line for it.

use std::time::Instant;

use engine::Budget;
use interp::{ListedInputs, NoObserver, Options};

/// `for (i = 0; ; i++) sum += i * 3 ^ sum >> 2;`, with the bindings of the C variables.
const ARITHMETIC: &str = "module lp64

func @main() -> i32 {
  var $i.0
  var $sum.1
bb0:
  jump bb1(i32 0, i32 0)
bb1(%i.0: i32, %sum.1: i32):
  %2 = mul i32 %i.0, 3
  %3 = lshr i32 %sum.1, 2
  %4 = xor i32 %2, %3
  %sum.5 = add i32 %sum.1, %4
  bind $sum.1, %sum.5
  %i.6 = add i32 %i.0, 1
  bind $i.0, %i.6
  %7 = cmp ne i32 %i.6, 0
  branch %7, bb1(%i.6, %sum.5), bb2
bb2:
  return %sum.5
}
";

/// `a[i] = a[i - 1] + i; sum ^= a[i];` over an array of 1,000 numbers, for ever.
const ARRAY: &str = "module lp64

global @a: 4000 align 16 = { zero 4000 }

func @main() -> i32 {
bb0:
  jump bb1(i64 1, i32 0)
bb1(%i.0: i64, %sum.1: i32):
  %2 = offset @a + %i.0*4 - 4
  %3 = load i32 %2 align 4
  %4 = trunc i64 %i.0 to i32
  %5 = add i32 %3, %4
  %6 = offset @a + %i.0*4
  store i32 %5 to %6 align 4
  %7 = load i32 %6 align 4
  %sum.8 = xor i32 %sum.1, %7
  %i.9 = add i64 %i.0, 1
  %10 = cmp ult i64 %i.9, 1000
  branch %10, bb1(%i.9, %sum.8), bb1(i64 1, %sum.8)
}
";

/// A list of 1,000 nodes, walked for ever.
const LIST: &str = "module lp64

func @malloc(i64) -> ptr builtin malloc

func @main() -> i32 {
bb0:
  jump bb1(null, i32 0)
bb1(%head.0: ptr, %i.1: i32):
  %2 = call ptr @malloc(i64 16)
  store ptr %head.0 to %2 align 8
  %3 = offset %2 + 8
  store i32 %i.1 to %3 align 4
  %4 = add i32 %i.1, 1
  %5 = cmp ult i32 %4, 1000
  branch %5, bb1(%2, %4), bb2(%2, i32 0)
bb2(%at.6: ptr, %sum.7: i32):
  %8 = offset %at.6 + 8
  %9 = load i32 %8 align 4
  %10 = add i32 %sum.7, %9
  %11 = load ptr %at.6 align 8
  %12 = cmp ne ptr %11, null
  %13 = select ptr %12, %11, %2
  jump bb2(%13, %10)
}
";

/// A function called over and over.
const CALLS: &str = "module lp64

func @f(%0: i32, %1: i32) -> i32 {
bb0:
  %2 = add i32 %0, %1
  return %2
}

func @main() -> i32 {
bb0:
  jump bb1(i32 0)
bb1(%0: i32):
  %1 = call i32 @f(i32 %0, i32 3)
  jump bb1(%1)
}
";

fn main() {
    let steps = std::env::args().nth(1).map_or(200_000_000, |text| text.parse().expect("a number of steps"));
    for (name, text) in [("arithmetic", ARITHMETIC), ("array", ARRAY), ("list", LIST), ("calls", CALLS)] {
        let module = ir::parse(text).expect("the program parses");
        ir::verify(&module).expect("the program verifies");
        let entry = module.func_named("main").expect("the program has a main");
        let options = Options { max_steps: steps, ..Options::default() };
        let mut inputs = ListedInputs::default();
        let start = Instant::now();
        let run = interp::run(&module, entry, &options, &mut inputs, &mut (), &mut NoObserver, &Budget::new());
        let seconds = start.elapsed().as_secs_f64();
        println!("{name:<12} {:6.1} million instructions a second", run.steps as f64 / seconds / 1e6);
    }
}
