//! Programs without side effects, as people see them.

use dsa::pure::Pure;
use expect_test::{Expect, expect};

fn check(program: &str, expected: Expect) {
    let module = ir::parse(program).expect("the program parses");
    ir::verify(&module).expect("the program verifies");
    let options = dsa::Options::default();
    let points_to = dsa::analyze(&module, &options);
    let mut out = Vec::new();
    report::write_pure(&Pure::new(&points_to, &options.summaries), &mut out).expect("a vector takes everything");
    expected.assert_eq(&String::from_utf8(out).expect("reports are text"));
}

/// One call of `swap` passes the same array twice, so there is one region in `swap`; still both calls of `both` have their own.
#[test]
fn one_function_in_two_contexts() {
    check(
        include_str!("fixtures/swap.cir"),
        expect![[r#"
            func @main() -> i32 {
              constant {__const.main.x}
              fresh {x}, {y}
            bb0:
              %x.0 = alloca 8 align 4 "x"
              %y.1 = alloca 4 align 4 "y"
              %z.2 = alloca 4 align 4 "z"
              {x}.1 = havoc({x}, %x.0)
              {x}.2 = copy({x}.1, %x.0, {__const.main.x}, @__const.main.x, i64 8)
              {y}.1 = havoc({y}, %y.1)
              {y}.2 = store({y}.1, %y.1, i32 3)
              {y}.3 = havoc({y}.2, %z.2)
              {y}.4 = store({y}.3, %z.2, i32 4)
              %3 = offset %x.0 + 4
              {x}.3, {y}.5 = @both(%x.0, %3, %y.1, %z.2; {*a} = {x}.2, {*c} = {y}.4)
              {y}.6 = @swap(%y.1, %z.2; {*p} = {y}.5)
              %4: i32 = {x}.3[%x.0]
              %5: i32 = {y}.6[%y.1]
              %6 = add nsw i32 %4, %5
              return %6
            }

            func @both(%a.0: ptr, %b.1: ptr, %c.2: ptr, %d.3: ptr; {*a}, {*c}) -> (; {*a}, {*c}) {
            bb0:
              {*a}.1 = @swap(%a.0, %b.1; {*p} = {*a})
              {*c}.1 = @swap(%c.2, %d.3; {*p} = {*c})
              return; {*a}.1, {*c}.1
            }

            func @swap(%p.0: ptr, %q.1: ptr; {*p}) -> (; {*p}) {
            bb0:
              %t.2: i32 = {*p}[%p.0]
              %3: i32 = {*p}[%q.1]
              {*p}.1 = store({*p}, %p.0, %3)
              {*p}.2 = store({*p}.1, %q.1, %t.2)
              return; {*p}.2
            }
        "#]],
    );
}

#[test]
fn a_loop_that_builds_a_list() {
    check(
        include_str!("fixtures/list.cir"),
        expect![[r#"
        func @main() -> i32 {
          fresh {*b}, {*a}
        bb0:
          %b.0: ptr, {*b}.1 = @push(null, i32 7; {malloc@4} = {*b})
          jump bb1(null, i32 0; {*a})
        bb1(%a.1: ptr, %i.2: i32; {*a}.1):
          %3 = cmp slt i32 %i.2, 3
          branch %3, bb3, bb2
        bb2:
          jump bb5
        bb3:
          %a.12: ptr, {*a}.2 = @push(%a.1, %i.2; {malloc@4} = {*a}.1)
          jump bb4
        bb4:
          %i.13 = add nsw i32 %i.2, 1
          jump bb1(%a.12, %i.13; {*a}.2)
        bb5:
          %sum.4: i32 = {*b}.1[%b.0]
          jump bb6(%sum.4, %a.1)
        bb6(%sum.5: i32, %n.6: ptr):
          %7 = cmp ne ptr %n.6, null
          branch %7, bb8, bb7
        bb7:
          jump bb10
        bb8:
          %8: i32 = {*a}.1[%n.6]
          %sum.9 = add nsw i32 %sum.5, %8
          jump bb9
        bb9:
          %10 = offset %n.6 + 8
          %n.11: ptr = {*a}.1[%10]
          jump bb6(%sum.9, %n.11)
        bb10:
          return %sum.5
        }

        func @push(%tail.0: ptr, %value.1: i32; {malloc@4}) -> (ptr; {malloc@4}) {
        bb0:
          %n.2: ptr = @malloc(i64 16)
          %3 = cmp ne ptr %n.2, null
          branch %3, bb2, bb1
        bb1:
          abort i32 134
        bb2:
          {malloc@4}.1 = store({malloc@4}, %n.2, %value.1)
          %4 = offset %n.2 + 8
          {malloc@4}.2 = store({malloc@4}.1, %4, %tail.0)
          return %n.2; {malloc@4}.2
        }
    "#]],
    );
}

#[test]
fn a_single_cell_is_a_value() {
    check(
        include_str!("fixtures/counter.cir"),
        expect![[r#"
            func @main(; counter: i32, other: i32) -> (i32; counter, other) {
              fresh local: i32
            bb0:
              %local.0 = alloca 4 align 4 "local"
              local.1 = undef i32
              local.2 = i32 0
              local.3 = @count(%local.0; *n = local.2)
              %1: i32, counter.1 = @next(; counter = counter)
              %2: i32 = local.3
              %3 = cmp sgt i32 %1, %2
              branch %3, bb1, bb2(; counter.1)
            bb1:
              counter.2 = i32 0
              jump bb2(; counter.2)
            bb2(; counter.3):
              counter.4, other.1 = @twice(fn @one; counter = counter.3, other = other)
              counter.5, other.2 = @twice(fn @two; counter = counter.4, other = other.1)
              %4: i32 = counter.5
              return %4; counter.5, other.2
            }

            func @count(%n.0: ptr; *n: i32) -> (; *n) {
            bb0:
              %1: i32 = *n
              %2 = add nsw i32 %1, 1
              *n.1 = %2
              return; *n.1
            }

            func @next(; counter: i32) -> (i32; counter) {
            bb0:
              counter.1 = @count(@counter; *n = counter)
              %0: i32 = counter.1
              return %0; counter.1
            }

            func @twice(%f.0: ptr; counter: i32, other: i32) -> (; counter, other) {
            bb0:
              counter.1, other.1 = *%f.0 {
                @one(; counter = counter) -> counter.1
                @two(; counter = counter, other = other) -> other.1
              }
              counter.2, other.2 = *%f.0 {
                @one(; counter = counter.1) -> counter.2
                @two(; counter = counter.1, other = other.1) -> other.2
              }
              return; counter.2, other.2
            }

            func @one(; counter: i32) -> (; counter) {
            bb0:
              counter.1 = i32 1
              return; counter.1
            }

            func @two(; counter: i32, other: i32) -> (; other) {
            bb0:
              %0: i32 = counter
              other.1 = %0
              return; other.1
            }
        "#]],
    );
}

#[test]
fn what_has_no_body_changes_what_it_may() {
    check(
        include_str!("fixtures/outside.cir"),
        expect![[r#"
            func @main(; {*seen}, {given}, hidden: i32, {*given}) -> (i32; {*seen}, {given}, hidden, {*given}) {
              // the outside knows {*seen}, {given}, {*given}, {seen}: they may be the same memory
              fresh {seen}, {text}
            bb0:
              %seen.0 = alloca 4 align 4 "seen"
              %text.1 = alloca 4 align 1 "text"
              {seen}.1 = havoc({seen}, %seen.0)
              {seen}.2 = store({seen}.1, %seen.0, i32 1)
              {text}.1 = havoc({text}, %text.1)
              {*seen}.1, {given}.1, {*given}.1, {seen}.3 = havoc @keep(%seen.0; {*seen}, {given}, {*given}, {seen}.2)
              {*seen}.2, {given}.2, {*given}.2, {seen}.4 = havoc @keep(@given; {*seen}.1, {given}.1, {*given}.1, {seen}.3)
              hidden.1 = i32 2
              {given}.3, {*given}.3 = @quiet(; {given} = {given}.2, {*given} = {*given}.2)
              {*seen}.3 = havoc({*seen}.2)
              {seen}.5 = havoc({seen}.4)
              {text}.2 = fill({text}.1, %text.1, i8 0, i64 4)
              %2: i32 = {seen}.5[%seen.0]
              %3: i32, {seen}.6, {given}.4, {*given}.4 = @again(%seen.0; {*p} = {seen}.5, {given} = {given}.3, {*given} = {*given}.3)
              {*seen}.4 = havoc({*seen}.3)
              %4 = add nsw i32 %2, %3
              %5: i32 = hidden.1
              %6 = add nsw i32 %4, %5
              %7: i32 = {given}.4[@given]
              %8 = add nsw i32 %6, %7
              %9 = offset %text.1 + 1
              %10: i8 = {text}.2[%9]
              %11 = sext i8 %10 to i32
              %12 = add nsw i32 %8, %11
              return %12; {*seen}.4, {given}.4, hidden.1, {*given}.4
            }

            func @quiet(; {given}, {*given}) -> (; {given}, {*given}) {
              // the outside knows {given}, {*given}: they may be the same memory
            bb0:
              %0: i32, {given}.1, {*given}.1 = havoc @go(; {given}, {*given})
              return; {given}.1, {*given}.1
            }

            func @again(%p.0: ptr; {*p}, {given}, {*given}) -> (i32; {*p}, {given}, {*given}) {
              // the outside knows {*p}, {given}, {*given}: they may be the same memory
            bb0:
              {*p}.1 = store({*p}, %p.0, i32 1)
              {given}.1, {*given}.1 = @quiet(; {given} = {given}, {*given} = {*given})
              {*p}.2 = havoc({*p}.1)
              %1: i32 = {*p}.2[%p.0]
              return %1; {*p}.2, {given}.1, {*given}.1
            }
        "#]],
    );
}
