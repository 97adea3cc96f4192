//! Calls: how values travel, and which functions are called.

use expect_test::expect;

use crate::{check, check_ilp32};

#[test]
fn structs_in_registers_and_in_memory() {
    check(
        "struct two { long a; int b; }; struct big { int a[9]; }; struct pair { float x, y; };
         struct two swap(struct two t) { struct two r = { t.b, (int)t.a }; return r; }
         struct big change(struct big b) { b.a[1] = 7; return b; }
         struct pair flip(struct pair p) { struct pair r = { p.y, p.x }; return r; }
         long use(struct two t, struct big b) { return swap(t).a + change(b).a[1]; }",
        expect![[r#"
            module lp64

            func @swap(%0: i64, %1: i32) -> {i64, i32} of #2 !f0:2:0 {
            bb0:
              %2 = alloca 16 align 8
              %t.3 #5 = alloca 16 align 8 "t" of #1 !2:37
              %r.4 #5 = alloca 16 align 8 "r" of #1 !2:53
              store i64 %0 to %t.3 align 8 of #3
              %5 #6 = offset %t.3 + 8 of #1
              store i32 %1 to %5 align 8 of #4
              lifetime.start %r.4 !2:42
              %6 #6 = offset %t.3 + 8 of #1 !2:61
              %7 #4 = load i32 %6 align 8 of #4 !2:61
              %8 = sext i32 %7 to i64 !2:59
              store i64 %8 to %r.4 align 8 of #3 !2:57
              %9 #6 = offset %r.4 + 8 of #1 !2:57
              %10 #3 = load i64 %t.3 align 8 of #3 !2:71
              %11 = trunc i64 %10 to i32 !2:64
              store i32 %11 to %9 align 8 of #4 !2:57
              memcpy %2, %r.4, 16 !2:83
              lifetime.end %r.4 !2:86
              %12 = load i64 %2 align 8 !2:86
              %13 = offset %2 + 8 !2:86
              %14 = load i32 %13 align 8 !2:86
              return %12, %14 !2:86
            }

            func @change(%0: ptr, %1: ptr) of #8 !f0:3:0 {
            bb0:
              %b.2 #10 = alloca 36 align 8 "b" of #7 !3:39
              memcpy %b.2, %1, 36 !3:39
              %3 #6 = offset %b.2 + 4 of #7 !3:44
              store i32 7 to %3 align 4 of #4 !3:51
              memcpy %0, %b.2, 36 !3:63
              return !3:56
            }

            func @flip(%0: f64) -> i64 of #12 !f0:4:0 {
            bb0:
              %1 = bitcast f64 %0 to i64
              %2 = alloca 8 align 4
              %p.3 #14 = alloca 8 align 4 "p" of #11 !4:39
              %r.4 #14 = alloca 8 align 4 "r" of #11 !4:56
              store i64 %1 to %p.3 align 4
              lifetime.start %r.4 !4:44
              %5 #15 = offset %p.3 + 4 of #11 !4:64
              %6 #13 = load f32 %5 align 4 of #13 !4:64
              store f32 %6 to %r.4 align 4 of #13 !4:60
              %7 #15 = offset %r.4 + 4 of #11 !4:60
              %8 #13 = load f32 %p.3 align 4 of #13 !4:69
              store f32 %8 to %7 align 4 of #13 !4:60
              memcpy %2, %r.4, 8 !4:81
              lifetime.end %r.4 !4:84
              %9 = load i64 %2 align 4 !4:84
              return %9 !4:84
            }

            func @use(%0: i64, %1: i32, %2: ptr) -> i64 of #16 !f0:5:0 {
            bb0:
              %b.3 #10 = alloca 36 align 8 "b" of #7 !5:44
              memcpy %b.3, %2, 36 !5:44
              %t.4 #5 = alloca 16 align 8 "t" of #1 !5:30
              %5 = alloca 16 align 8
              %6 = alloca 36 align 4
              store i64 %0 to %t.4 align 8 of #3
              %7 #6 = offset %t.4 + 8 of #1
              store i32 %1 to %7 align 8 of #4
              %8 #3 = load i64 %t.4 align 8 of #3 !5:56
              %9 #6 = offset %t.4 + 8 of #1 !5:56
              %10 #4 = load i32 %9 align 8 of #4 !5:56
              %11, %12 = call {i64, i32} @swap(i64 %8, i32 %10) !5:56
              store i64 %11 to %5 align 8 !5:56
              %13 = offset %5 + 8 !5:56
              store i32 %12 to %13 align 8 !5:56
              %14 = load i64 %5 align 8 !5:64
              call void @change(ptr %6, ptr %b.3 byval 36 align 8) !5:68
              %15 = offset %6 + 4 !5:68
              %16 = load i32 %15 align 4 !5:68
              %17 = sext i32 %16 to i64 !5:68
              %18 = add nsw i64 %14, %17 !5:66
              return %18 !5:49
            }
        "#]],
    );
}

#[test]
fn variable_arguments() {
    check(
        "struct s { long v[3]; };
         int first(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int r = __builtin_va_arg(l, int);
                                 __builtin_va_end(l); return r; }
         int call(struct s s) { return first(1, 2, 3.0, s); }",
        expect![[r#"
            module lp64

            func @first(%n.0: i32 #1, ...) -> i32 of #2 !f0:2:0 {
              var $n.0 of #1 !2:24
              var $r.1 of #1 !2:85
            bb0:
              %l.1 #8 = alloca 24 align 16 "l" of #5 !2:52
              bind $n.0, %n.0
              lifetime.start %l.1 !2:34
              va_start %l.1 !2:55
              %2 #6 = load i32 %l.1 align 16 of #6 !2:89
              %3 = cmp ule i32 %2, 40 !2:89
              branch %3, bb1, bb2 !2:89
            bb1:
              %4 #9 = offset %l.1 + 16 of #3 !2:89
              %5 #7 = load ptr %4 align 16 of #7 !2:89
              %6 = sext i32 %2 to i64 !2:89
              %7 #7 = offset %5 + %6*1 of #0 !2:89
              %8 = add i32 %2, 8 !2:89
              store i32 %8 to %l.1 align 16 of #6 !2:89
              jump bb3(%7) !2:89
            bb2:
              %9 #9 = offset %l.1 + 8 of #3 !2:89
              %10 #7 = load ptr %9 align 8 of #7 !2:89
              %11 #7 = offset %10 + 8 of #0 !2:89
              store ptr %11 to %9 align 8 of #7 !2:89
              jump bb3(%10) !2:89
            bb3(%12: ptr):
              %r.13 #1 = load i32 %12 align 4 !2:89
              bind $r.1, %r.13 !2:85
              unbind $r.1 !3:65
              lifetime.end %l.1 !3:65
              return %r.13 !3:55
            }

            func @call(%0: ptr) -> i32 of #11 !f0:4:0 {
            bb0:
              %s.1 #14 = alloca 24 align 8 "s" of #10 !4:28
              memcpy %s.1, %0, 24 !4:28
              %2 = stacksave !4:40
              %3 = alloca dynamic 24 align 8 !4:40
              memcpy %3, %s.1, 24 !4:40
              %4 #1 = call i32 @first(i32 1, ... i32 2, f64 3.0, %3 byval 24 align 8) !4:40
              stackrestore %2 !4:40
              return %4 !4:33
            }
        "#]],
    );
}

#[test]
fn vectors_travel_as_floats() {
    check(
        "struct three { float x, y, z; }; typedef float v4 __attribute__((vector_size(16)));
         int f(struct three t, ...); int old();
         int call(struct three t, v4 v) { return f(t, t, v) + old(t); }",
        expect![[r#"
            module lp64

            func @call(%0: f64, %1: f32, %2: f128) -> i32 of #6 !f0:3:0 {
            bb0:
              %3 = bitcast f64 %0 to i64
              %4 = bitcast f128 %2 to i128
              %t.5 #7 = alloca 12 align 4 "t" of #2 !3:32
              %6 = alloca 16 align 4
              %v.7 #8 = alloca 16 align 16 "v" of #5 !3:38
              %8 = alloca 16 align 4
              %9 = alloca 16 align 4
              %10 = alloca 16 align 4
              store i64 %3 to %6 align 4
              %11 = offset %6 + 8
              store f32 %1 to %11 align 4
              memcpy %t.5, %6, 12
              store i128 %4 to %v.7 align 16
              %12 = load i128 %v.7 align 16 !3:58
              memcpy %8, %t.5, 12 !3:50
              %13 = load i64 %8 align 4 !3:50
              %14 = offset %8 + 8 !3:50
              %15 = load f32 %14 align 4 !3:50
              memcpy %9, %t.5, 12 !3:50
              %16 = load i64 %9 align 4 !3:50
              %17 = offset %9 + 8 !3:50
              %18 = load f32 %17 align 4 !3:50
              %19 = bitcast i64 %13 to f64 !3:50
              %20 = bitcast i64 %16 to f64 !3:50
              %21 = bitcast i128 %12 to f128 !3:50
              %22 = call i32 @f(f64 %19, f32 %15, ... %20, %18, %21) !3:50
              memcpy %10, %t.5, 12 !3:63
              %23 = load i64 %10 align 4 !3:63
              %24 = offset %10 + 8 !3:63
              %25 = load f32 %24 align 4 !3:63
              %26 = bitcast i64 %23 to f64 !3:63
              %27 = call i32 @old(... %26, %25) !3:63
              %28 = add nsw i32 %22, %27 !3:61
              return %28 !3:43
            }

            func @f(f64, f32, ...) -> i32 extern

            func @old(...) -> i32 extern
        "#]],
    );
}

#[test]
fn ilp32_calls() {
    check_ilp32(
        "struct s { int a, b; }; struct s f(struct s x, long long y) { x.a += (int)y; return x; }
         long size(void) { return sizeof(void *); }",
        expect![[r#"
            module ilp32

            func @f(%0: ptr, %1: i32, %2: i32, %y.3: i64 #2) of #3 !f0:1:0 {
              var $y.0 of #2 !1:58
            bb0:
              %x.4 #5 = alloca 8 align 4 "x" of #1 !1:45
              store i32 %1 to %x.4 align 4 of #4
              %5 #6 = offset %x.4 + 4 of #1
              store i32 %2 to %5 align 4 of #4
              bind $y.0, %y.3
              %6 = trunc i64 %y.3 to i32 !1:70
              %7 #4 = load i32 %x.4 align 4 of #4 !1:67
              %8 = add nsw i32 %7, %6 !1:67
              store i32 %8 to %x.4 align 4 of #4 !1:67
              memcpy %0, %x.4, 8 !1:85
              return !1:78
            }

            func @size() -> i32 of #8 !f0:2:0 {
            bb0:
              return 4 !2:28
            }
        "#]],
    );
}

#[test]
fn old_c() {
    check(
        "int add(a, b) int a; char b; { return a + b; }
         int declared(); extern void *kept();
         f() { void *p = 3; add(1, 2, 3); return declared(1, 2.0) + missing(4) + (int)(long)kept(p); }
         int declared(int x, double y) { return x + y; }",
        expect![[r#"
            module lp64

            func @add(%a.0: i32 #1, %1: i32) -> i32 of #3 !f0:1:0 {
              var $a.0 of #1 !1:19
              var $b.1 of #2 !1:27
            bb0:
              %b.2 #2 = trunc i32 %1 to i8
              bind $a.0, %a.0
              bind $b.1, %b.2
              %3 = sext i8 %b.2 to i32 !1:43
              %4 = add nsw i32 %a.0, %3 !1:41
              return %4 !1:32
            }

            func @f() -> i32 of #4 !f0:3:0 {
              var $p.0 of #5 !3:22
            bb0:
              %p.0 #5 = inttoptr i64 3 to ptr !3:22
              bind $p.0, %p.0 !3:22
              %1 = call i32 @add(i32 1, i32 2) !3:29
              %2 #1 = call i32 @declared(i32 1, f64 2.0) !3:50
              %3 = call i32 @missing(... i32 4) !3:69
              %4 = add nsw i32 %2, %3 !3:67
              %5 = call ptr @kept(... %p.0) !3:93
              %6 = ptrtoint ptr %5 to i64 !3:87
              %7 = trunc i64 %6 to i32 !3:82
              %8 = add nsw i32 %4, %7 !3:80
              unbind $p.0 !3:102
              return %8 !3:43
            }

            func @declared(%x.0: i32 #1, %y.1: f64 #6) -> i32 of #7 !f0:4:0 {
              var $x.0 of #1 !4:27
              var $y.1 of #6 !4:37
            bb0:
              bind $x.0, %x.0
              bind $y.1, %y.1
              %2 = sitofp i32 %x.0 to f64 !4:49
              %3 = fadd f64 %2, %y.1 !4:51
              %4 = fptosi f64 %3 to i32 !4:49
              return %4 !4:42
            }

            func @missing(...) -> i32 extern

            func @kept(...) -> ptr extern
        "#]],
    );
}

#[test]
fn calls_of_the_competition() {
    check(
        "extern int __VERIFIER_nondet_int(); extern unsigned char __VERIFIER_nondet_uchar(void);
         extern _Bool __VERIFIER_nondet_bool(void); extern void *__VERIFIER_nondet_pointer(void);
         extern double __VERIFIER_nondet_double(void); extern char __VERIFIER_nondet_char(void);
         extern void __VERIFIER_assume(int); void reach_error(void); void abort(void);
         int f(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); if (x == 7) { reach_error(); abort(); }
                       return x + __VERIFIER_nondet_uchar() + __VERIFIER_nondet_bool() + __VERIFIER_nondet_char()
                            + !__VERIFIER_nondet_pointer() + (int)__VERIFIER_nondet_double(); }",
        expect![[r#"
            module lp64

            func @f() -> i32 of #2 !f0:5:0 {
              var $x.0 of #1 !5:28
            bb0:
              %x.0 #1 = nondet signed i32 !5:32
              bind $x.0, %x.0 !5:28
              %1 = cmp sgt i32 %x.0, 0 !5:77
              %2 = zext i1 %1 to i32 !5:77
              %3 = cmp ne i32 %2, 0 !5:57
              assume %3 !5:57
              %4 = cmp eq i32 %x.0, 7 !5:89
              branch %4, bb1, bb2 !5:87
            bb1:
              call void @reach_error() !5:97
              abort 134 !5:112
            bb2:
              %5 = nondet unsigned i8 !6:35
              %6 = zext i8 %5 to i32 !6:35
              %7 = add nsw i32 %x.0, %6 !6:33
              %8 = nondet bool i1 !6:63
              %9 = zext i1 %8 to i32 !6:63
              %10 = add nsw i32 %7, %9 !6:61
              %11 = nondet char i8 !6:90
              %12 = sext i8 %11 to i32 !6:90
              %13 = add nsw i32 %10, %12 !6:88
              %14 = nondet pointer ptr !7:32
              %15 = cmp ne ptr %14, null !7:31
              %16 = xor i1 %15, true !7:31
              %17 = zext i1 %16 to i32 !7:31
              %18 = add nsw i32 %13, %17 !7:29
              %19 = nondet float f64 !7:67
              %20 = fptosi f64 %19 to i32 !7:62
              %21 = add nsw i32 %18, %20 !7:60
              unbind $x.0 !7:95
              return %21 !6:24
            }

            func @reach_error() builtin reach_error
        "#]],
    );
}

#[test]
fn a_definition_of_the_program_wins() {
    check(
        "int __VERIFIER_nondet_int(void) { return 4; } int strcmp(const char *a, const char *b) { return *a - *b; }
         int f(char *p) { return strcmp(p, \"x\") + __VERIFIER_nondet_int(); }",
        expect![[r#"
            module lp64

            global @.str: 2 align 1 const anonymous of #9 !f0:2:0 = { bytes "x\x00" }

            func @__VERIFIER_nondet_int() -> i32 of #2 !f0:1:0 {
            bb0:
              return 4 !1:35
            }

            func @strcmp(%a.0: ptr #5, %b.1: ptr #5) -> i32 of #6 !f0:1:0 {
              var $a.0 of #5 !1:70
              var $b.1 of #5 !1:85
            bb0:
              bind $a.0, %a.0
              bind $b.1, %b.1
              %2 #4 = load i8 %a.0 align 1 of #4 !1:97
              %3 = sext i8 %2 to i32 !1:97
              %4 #4 = load i8 %b.1 align 1 of #4 !1:102
              %5 = sext i8 %4 to i32 !1:102
              %6 = sub nsw i32 %3, %5 !1:100
              return %6 !1:90
            }

            func @f(%p.0: ptr #7) -> i32 of #8 !f0:2:0 {
              var $p.0 of #7 !2:22
            bb0:
              bind $p.0, %p.0
              %1 #1 = call i32 @strcmp(ptr %p.0, ptr @.str) !2:34
              %2 #1 = call i32 @__VERIFIER_nondet_int() !2:51
              %3 = add nsw i32 %1, %2 !2:49
              return %3 !2:27
            }
        "#]],
    );
}

#[test]
fn a_result_that_may_be_missing() {
    check(
        "static int f(int n) { if (n) return n; }
         int used(int n) { return f(n); }
         void unused(int n) { f(n); }
         static int g(void) { }
         int (*pointer)(void) = g;",
        expect![[r#"
            module lp64

            global @pointer: 8 align 8 of #3 !f0:5:0 = { address 8 fn @g }

            func @used(%n.0: i32 #1) -> i32 of #4 !f0:2:0 {
              var $n.0 of #1 !2:23
            bb0:
              bind $n.0, %n.0
              %1 #1, %2 = call {i32, i1} @f(i32 %n.0) !2:35
              require result %2 !2:35
              return %1 !2:28
            }

            func @f(%n.0: i32 #1) -> {i32, i1} of #4 !f0:1:0 {
              var $n.0 of #1 !1:18
            bb0:
              %1 = undef i32
              bind $n.0, %n.0
              %2 = cmp ne i32 %n.0, 0 !1:27
              branch %2, bb1, bb2(%1, i1 false) !1:27
            bb1:
              jump bb2(%n.0, i1 true) !1:30
            bb2(%3: i32, %4: i1):
              return %3, %4 !1:40
            }

            func @unused(%n.0: i32 #1) of #5 !f0:3:0 {
              var $n.0 of #1 !3:26
            bb0:
              bind $n.0, %n.0
              %1 #1, %2 = call {i32, i1} @f(i32 %n.0) !3:31
              return !3:37
            }

            func @g() -> i32 of #2 !f0:4:0 {
            bb0:
              %0 = undef i32
              require result false !4:31
              return %0 !4:31
            }
        "#]],
    );
}

#[test]
fn assembly_that_ties_an_integer_to_a_pointer() {
    check(
        "unsigned long f(int *p) { unsigned long a; __asm__(\"\" : \"=r\"(a) : \"0\"(p)); return a; }
         int g(int a) { int b; __asm__(\"\" : \"=r\"(b)); return a + b; }",
        expect![[r#"
            module lp64

            func @f(%p.0: ptr #3) -> i64 of #4 !f0:1:0 {
              var $p.0 of #3 !1:22
              var $a.1 of #1 !1:41
            bb0:
              bind $p.0, %p.0
              %a.1 #1 = ptrtoint ptr %p.0 to i64 !1:44
              bind $a.1, %a.1 !1:44
              unbind $a.1 !1:86
              return %a.1 !1:76
            }

            func @g(%a.0: i32 #2) -> i32 of #5 !f0:2:0 {
              var $a.0 of #2 !2:20
              var $b.1 of #2 !2:29
            bb0:
              bind $a.0, %a.0
              %b.1: i32 #2 = unsupported "inline assembly"() !2:32
              bind $b.1, %b.1 !2:32
              %2 = add nsw i32 %a.0, %b.1 !2:64
              unbind $b.1 !2:69
              return %2 !2:55
            }
        "#]],
    );
}

#[test]
fn a_parameter_keeps_its_alignment() {
    check(
        "struct s { long a[4]; } __attribute__((aligned(64))); long f(struct s v) { return v.a[1]; }",
        expect![[r#"
            module lp64

            func @f(%0: ptr) -> i64 of #3 !f0:1:0 {
            bb0:
              %v.1 #5 = alloca 64 align 64 "v" of #2 !1:71
              memcpy %v.1, %0, 64 !1:71
              %2 #6 = offset %v.1 + 8 of #2 !1:83
              %3 #1 = load i64 %2 align 8 of #1 !1:83
              return %3 !1:76
            }
        "#]],
    );
}
