//! Control flow within functions, before and after `main`.

use expect_test::expect;

use crate::{check, check_cpp};

#[test]
fn switch_and_short_circuit() {
    check(
        "int f(int x, int y) { switch (x) { case 1: case 3 ... 4: return y && x; default: return x ? y : 0; } }",
        expect![[r#"
            module lp64

            func @f(%x.0: i32 #1, %y.1: i32 #1) -> i32 of #2 !f0:1:0 {
              var $x.0 of #1 !1:11
              var $y.1 of #1 !1:18
            bb0:
              bind $x.0, %x.0
              bind $y.1, %y.1
              switch i32 %x.0 {
                1 -> bb1
                3 -> bb2
                4 -> bb2
                default -> bb5
              } !1:23
            bb1:
              jump bb2 !1:34
            bb2:
              %2 = cmp ne i32 %y.1, 0 !1:65
              branch %2, bb3, bb4(i1 false) !1:67
            bb3:
              %3 = cmp ne i32 %x.0, 0 !1:67
              jump bb4(%3)
            bb4(%4: i1):
              %5 = zext i1 %4 to i32 !1:67
              jump bb9(%5) !1:58
            bb5:
              %6 = cmp ne i32 %x.0, 0 !1:89
              branch %6, bb6, bb7 !1:89
            bb6:
              jump bb8(%y.1) !1:89
            bb7:
              jump bb8(i32 0) !1:89
            bb8(%7: i32):
              jump bb9(%7) !1:82
            bb9(%8: i32):
              return %8 !1:102
            }
        "#]],
    );
}

#[test]
fn computed_goto() {
    check(
        "int f(int i) { static void *to[] = { &&a, &&b }; static int by[] = { 0, &&b - &&a };
                        goto *to[i]; a: return by[1]; b: return 2; }",
        expect![[r#"
            module lp64

            global @f.to: 16 align 16 of #2 !f0:1:0 = { address 8 label @f:bb1, address 8 label @f:bb2 }
            global @f.by: 8 align 4 of #4 !f0:1:0 = { zero 4, difference 4 label @f:bb2 - label @f:bb1 + 0 }

            func @f(%i.0: i32 #3) -> i32 of #5 !f0:1:0 {
              var $i.0 of #3 !1:11
            bb0:
              bind $i.0, %i.0
              %1 = sext i32 %i.0 to i64 !2:31
              %2 #7 = offset @f.to + %1*8 of #2 !2:31
              %3 #1 = load ptr %2 align 8 of #1 !2:31
              jump bb4(%3) !2:25
            bb1:
              %5 = load i32 @f.by+4 align 4 !2:48
              jump bb3(%5) !2:41
            bb2:
              jump bb3(i32 2) !2:58
            bb3(%6: i32):
              return %6 !2:68
            bb4(%4: ptr):
              goto %4 [bb1, bb2]
            }
        "#]],
    );
}

#[test]
fn ends_of_the_run() {
    check(
        "#include <stdlib.h>
         void __assert_fail(const char *, const char *, unsigned, const char *);
         void stop(void); int f(int x) { if (x == 1) abort(); if (x == 2) __builtin_trap();
             if (x == 3) __builtin_unreachable(); if (x == 4) __assert_fail(\"x\", \"f\", 4, \"f\"); stop(); return x; }",
        expect![[r#"
            module lp64

            global @.str: 2 align 1 const anonymous of #4 !f0:4:0 = { bytes "x\x00" }
            global @.str.1: 2 align 1 const anonymous of #4 !f0:4:0 = { bytes "f\x00" }

            func @f(%x.0: i32 #1) -> i32 of #2 !f0:3:0 {
              var $x.0 of #1 !3:37
            bb0:
              bind $x.0, %x.0
              %1 = cmp eq i32 %x.0, 1 !3:48
              branch %1, bb1, bb2 !3:46
            bb1:
              abort 134 !3:54
            bb2:
              %2 = cmp eq i32 %x.0, 2 !3:69
              branch %2, bb3, bb4 !3:67
            bb3:
              abort 134 !3:75
            bb4:
              %3 = cmp eq i32 %x.0, 3 !4:20
              branch %3, bb5, bb6 !4:18
            bb5:
              unreachable !4:26
            bb6:
              %4 = cmp eq i32 %x.0, 4 !4:57
              branch %4, bb7, bb8 !4:55
            bb7:
              call void @__assert_fail(ptr @.str, ptr @.str.1, i32 4, ptr @.str.1) !4:63
              unreachable !4:63
            bb8:
              call void @stop() !4:96
              return %x.0 !4:104
            }

            func @__assert_fail(ptr, ptr, i32, ptr) builtin __assert_fail

            func @stop() extern
        "#]],
    );
}

#[test]
fn around_main() {
    check(
        "static int ready; __attribute__((constructor)) static void set(void) { ready = 1; }
         __attribute__((destructor)) static void unset(void) { ready = 0; }
         int main(void) { return ready; }",
        expect![[r#"
            module lp64

            global @ready: 4 align 4 of #0 !f0:1:0 = { zero 4 }

            func @set() of #2 !f0:1:0 {
            bb0:
              store i32 1 to @ready align 4 of #0 !1:78
              return !1:83
            }

            func @unset() of #2 !f0:2:0 {
            bb0:
              store i32 0 to @ready align 4 of #0 !2:70
              return !2:75
            }

            func @main() -> i32 of #4 !f0:3:0 {
            bb0:
              call void @set()
              %0 #0 = load i32 @ready align 4 of #0 !3:34
              call void @unset() !3:27
              return %0 !3:27
            }
        "#]],
    );
}

#[test]
fn cpp_destructors_and_references() {
    check_cpp(
        "struct counter { int &n; counter(int &n) : n(n) { n++; } ~counter() { n--; } };
         int g(int); int f() { int n = 0; { counter c(n); g(n); } return n; }",
        expect![[r#"
            module lp64

            func @_Z1fv() -> i32 of #2 !f0:2:0 {
            bb0:
              %n.0 #3 = alloca 4 align 4 "n" of #1 !2:36
              %c.1 #5 = alloca 8 align 8 "c" of #4 !2:53
              lifetime.start %n.0 !2:32
              store i32 0 to %n.0 align 4 of #1 !2:36
              lifetime.start %c.1 !2:45
              call void @_ZN7counterC2ERi(ptr %c.1, ptr %n.0) !2:53
              %2 #1 = load i32 %n.0 align 4 of #1 !2:61
              %3 = call i32 @_Z1gi(i32 %2) !2:59
              jump bb1 !2:59
            bb1:
              call void @_ZN7counterD2Ev(ptr %c.1) !2:65
              lifetime.end %c.1 !2:65
              %4 #1 = load i32 %n.0 align 4 of #1 !2:74
              lifetime.end %n.0 !2:77
              return %4 !2:67
            }

            func @_ZN7counterC2ERi(%this.0: ptr #5, %n.1: ptr #3) of #6 !f0:1:0 {
              var $this.0 of #5
              var $n.1 of #3 !1:39
            bb0:
              bind $this.0, %this.0
              bind $n.1, %n.1
              store ptr %n.1 to %this.0 align 8 of #3 !1:44
              %2 #1 = load i32 %n.1 align 4 of #1 !1:52
              %3 = add nsw i32 %2, 1 !1:52
              store i32 %3 to %n.1 align 4 of #1 !1:52
              return !1:56
            }

            func @_ZN7counterD2Ev(%this.0: ptr #5) of #7 !f0:1:0 {
              var $this.0 of #5
            bb0:
              bind $this.0, %this.0
              %1 #3 = load ptr %this.0 align 8 of #3 !1:71
              %2 #1 = load i32 %1 align 4 of #1 !1:72
              %3 = add nsw i32 %2, -1 !1:72
              store i32 %3 to %1 align 4 of #1 !1:72
              return !1:76
            }

            func @_Z1gi(i32) -> i32 extern
        "#]],
    );
}

#[test]
fn what_is_not_modelled_says_so() {
    check(
        "void f(int x) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"nop\"); __asm__(\"\" : \"+r\"(x)); }
         void *g(void) { return __builtin_return_address(0); }
         _BitInt(200) wide(_BitInt(200) x) { return x + 1; }",
        expect![[r#"
            module lp64

            func @f(%x.0: i32 #1) of #2 !f0:1:0 {
              var $x.0 of #1 !1:12
            bb0:
              bind $x.0, %x.0
              unsupported "inline assembly"() !1:52
              bind $x.0, %x.0 !1:68
              return !1:91
            }

            func @g() -> ptr of #4 !f0:2:0 {
            bb0:
              %0: ptr = unsupported "compiler intrinsic llvm.returnaddress"() !2:33
              return %0 !2:26
            }

            func @wide(%0: ptr, %1: ptr) of #6 !f0:3:0 {
            bb0:
              %2 = alloca 32 align 16
              memcpy %2, %1, 32
              %x.3 #7 = alloca 32 align 8 "x" of #5 !3:41
              unsupported "integer of 256 bits"()
              unsupported "integer of 256 bits"()
              unsupported "integer of 200 bits"()
              unsupported "integer of 256 bits"()
              unsupported "integer of 256 bits"() !3:53
              unsupported "integer of 256 bits"() !3:53
              unsupported "integer of 200 bits"() !3:55
              unsupported "integer of 200 bits"() !3:46
              unsupported "integer of 256 bits"() !3:46
              unsupported "integer of 256 bits"() !3:46
              unsupported "integer of 256 bits"() !3:46
              unsupported "integer of 200 bits"() !3:46
              unsupported "integer of 256 bits"() !3:46
              return !3:46
            }
        "#]],
    );
}
