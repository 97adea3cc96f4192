//! C in, IR text out: one snippet per family of constructs. `UPDATE_EXPECT=1 cargo test` writes the outputs anew.

mod common;

use common::load_source;
use expect_test::{Expect, expect};
use ir::DataModel;

fn check_as(name: &str, source: &str, data_model: DataModel, expect: Expect) {
    let loaded = load_source(name, source.as_bytes(), data_model).unwrap_or_else(|error| panic!("{error}"));
    let text = loaded.module.to_string();
    assert_eq!(ir::parse(&text).expect("the text form parses").to_string(), text);
    // Files lie in a temporary folder and types follow them: both are left out.
    let code = text.split("\nfile ").next().unwrap_or(&text);
    expect.assert_eq(code);
}

fn check(source: &str, expect: Expect) {
    check_as("test.c", source, DataModel::Lp64, expect);
}

fn check_ilp32(source: &str, expect: Expect) {
    check_as("test.c", source, DataModel::Ilp32, expect);
}

fn check_cpp(source: &str, expect: Expect) {
    check_as("test.cpp", source, DataModel::Lp64, expect);
}

#[test]
fn locals_become_registers() {
    check(
        "int count(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
        expect![[r#"
            module lp64

            func @count(%n.0: i32 #1) -> i32 of #0 !f0:1:0 {
              var $n.0 of #1 !1:15
              var $s.1 of #1 !1:24
              var $i.2 of #1 !1:40
            bb0:
              bind $n.0, %n.0
              bind $s.1, i32 0 !1:24
              bind $i.2, i32 0 !1:40
              jump bb1(i32 0, i32 0) !1:36
            bb1(%s.1: i32 #1, %i.2: i32 #1):
              %3 = cmp slt i32 %i.2, %n.0 !1:49
              branch %3, bb3, bb2 !1:31
            bb2:
              unbind $i.2 !1:31
              jump bb5
            bb3:
              %s.4 #1 = add nsw i32 %s.1, %i.2 !1:61
              bind $s.1, %s.4 !1:61
              jump bb4 !1:59
            bb4:
              %i.5 #1 = add nsw i32 %i.2, 1 !1:55
              bind $i.2, %i.5 !1:55
              jump bb1(%s.4, %i.5) !1:31
            bb5:
              unbind $s.1 !1:77
              return %s.1 !1:67
            }
        "#]],
    );
}

#[test]
fn uninitialised_variable_has_one_value() {
    check(
        "int pick(int n) { int x; if (n) x = 1; return x + x; }",
        expect![[r#"
        module lp64

        func @pick(%n.0: i32 #1) -> i32 of #0 !f0:1:0 {
          var $n.0 of #1 !1:14
          var $x.1 of #1 !1:23
        bb0:
          bind $n.0, %n.0
          %x.1 #1 = undef i32 !1:19
          bind $x.1, %x.1 !1:19
          %2 = cmp ne i32 %n.0, 0 !1:30
          branch %2, bb1, bb2(%x.1) !1:30
        bb1:
          bind $x.1, i32 1 !1:35
          jump bb2(i32 1) !1:33
        bb2(%x.3: i32 #1):
          %4 = add nsw i32 %x.3, %x.3 !1:49
          unbind $x.1 !1:54
          return %4 !1:40
        }
    "#]],
    );
}

#[test]
fn scope_in_a_loop_starts_anew() {
    check(
        "int last(int n) { int r = 0; while (n--) { int x; if (n & 1) x = n; r = x; } return r; }",
        expect![[r#"
            module lp64

            func @last(%n.0: i32 #1) -> i32 of #0 !f0:1:0 {
              var $n.0 of #1 !1:14
              var $r.1 of #1 !1:23
              var $x.2 of #1 !1:48
            bb0:
              bind $n.0, %n.0
              bind $r.1, i32 0 !1:23
              jump bb1(%n.0, i32 0) !1:30
            bb1(%n.1: i32 #1, %r.2: i32 #1):
              %n.3 #1 = add nsw i32 %n.1, -1 !1:38
              bind $n.0, %n.3 !1:38
              %4 = cmp ne i32 %n.1, 0 !1:30
              branch %4, bb2, bb5 !1:30
            bb2:
              %x.5 #1 = undef i32 !1:44
              bind $x.2, %x.5 !1:44
              %6 = and i32 %n.3, 1 !1:57
              %7 = cmp ne i32 %6, 0 !1:57
              branch %7, bb3, bb4(%x.5) !1:55
            bb3:
              bind $x.2, %n.3 !1:64
              jump bb4(%n.3) !1:62
            bb4(%x.8: i32 #1):
              bind $r.1, %x.8 !1:71
              unbind $x.2 !1:76
              jump bb1(%n.3, %x.8) !1:30
            bb5:
              unbind $r.1 !1:88
              return %r.2 !1:78
            }
        "#]],
    );
}

#[test]
fn address_taken_stays_in_memory() {
    check(
        "void put(int *p); int get(void) { int x = 1; { int y; put(&y); x += y; } return x; }",
        expect![[r#"
        module lp64

        func @get() -> i32 of #0 !f0:1:0 {
          var $x.0 of #1 !1:39
        bb0:
          %y.0 #2 = alloca 4 align 4 "y" of #1 !1:52
          bind $x.0, i32 1 !1:39
          lifetime.start %y.0 !1:48
          call void @put(ptr %y.0) !1:55
          %1 #1 = load i32 %y.0 align 4 of #1 !1:69
          %x.2 #1 = add nsw i32 1, %1 !1:66
          bind $x.0, %x.2 !1:66
          lifetime.end %y.0 !1:72
          unbind $x.0 !1:84
          return %x.2 !1:74
        }

        func @put(ptr) extern
    "#]],
    );
}

#[test]
fn fields_of_records() {
    check(
        "struct node { struct node *next; struct { short a, b; } in; int key[4]; };
         int second(struct node *n, int i) { return n->next->in.b + n->key[i]; }",
        expect![[r#"
            module lp64

            func @second(%n.0: ptr #2, %i.1: i32 #1) -> i32 of #0 !f0:2:0 {
              var $n.0 of #2 !2:34
              var $i.1 of #1 !2:41
            bb0:
              bind $n.0, %n.0
              bind $i.1, %i.1
              %2 #2 = load ptr %n.0 align 8 of #2 !2:56
              %3 #6 = offset %2 + 8 of #3 !2:62
              %4 #8 = offset %3 + 2 of #4 !2:65
              %5 #7 = load i16 %4 align 2 of #7 !2:65
              %6 = sext i16 %5 to i32 !2:53
              %7 #9 = offset %n.0 + 12 of #3 !2:72
              %8 = sext i32 %i.1 to i64 !2:69
              %9 #10 = offset %7 + %8*4 of #5 !2:69
              %10 #1 = load i32 %9 align 4 of #1 !2:69
              %11 = add nsw i32 %6, %10 !2:67
              return %11 !2:46
            }
        "#]],
    );
}

#[test]
fn signed_shifts() {
    check(
        "int a(int x, int n) { return x << n; }
         long b(long x, char n) { x <<= n; return x << 3; }
         int wide(int x, long n) { return x << n; }
         unsigned no(unsigned x, int n) { return x << n; }
         int folded(void) { return (1 << 31) + (1 << 30) + (1 << 32); }",
        expect![[r#"
            module lp64

            func @a(%x.0: i32 #1, %n.1: i32 #1) -> i32 of #0 !f0:1:0 {
              var $x.0 of #1 !1:11
              var $n.1 of #1 !1:18
            bb0:
              bind $x.0, %x.0
              bind $n.1, %n.1
              %2 = shl nsw i32 %x.0, %n.1 !1:32
              return %2 !1:23
            }

            func @b(%x.0: i64 #3, %n.1: i8 #4) -> i64 of #2 !f0:2:0 {
              var $x.0 of #3 !2:22
              var $n.1 of #4 !2:30
            bb0:
              bind $x.0, %x.0
              bind $n.1, %n.1
              %2 = sext i8 %n.1 to i32 !2:41
              %3 = zext i32 %2 to i64 !2:37
              %x.4 #3 = shl nsw i64 %x.0, %3 !2:37
              bind $x.0, %x.4 !2:37
              %5 = shl nsw i64 %x.4, 3 !2:53
              return %5 !2:44
            }

            func @wide(%x.0: i32 #1, %n.1: i64 #3) -> i32 of #5 !f0:3:0 {
              var $x.0 of #1 !3:23
              var $n.1 of #3 !3:31
            bb0:
              bind $x.0, %x.0
              bind $n.1, %n.1
              %2 = trunc i64 %n.1 to i32 !3:45
              %3 = cmp ule i64 %n.1, 31 !3:45
              %4 = select i32 %3, %2, 32 !3:45
              %5 = shl nsw i32 %x.0, %4 !3:45
              return %5 !3:36
            }

            func @no(%x.0: i32 #7, %n.1: i32 #1) -> i32 of #6 !f0:4:0 {
              var $x.0 of #7 !4:31
              var $n.1 of #1 !4:38
            bb0:
              bind $x.0, %x.0
              bind $n.1, %n.1
              %2 = shl i32 %x.0, %n.1 !4:52
              return %2 !4:43
            }

            func @folded() -> i32 of #8 !f0:5:0 {
            bb0:
              %0 = shl nsw i32 1, 31 !5:39
              %1 = shl nsw i32 1, 32 !5:63
              %2: i32, %3: i1 = unsupported "constant expression whose value C does not define"() !5:58
              %4 = xor i1 %3, true !5:58
              branch %4, bb2, bb1 !5:58
            bb1:
              %5 = add nsw i32 2147483647, 1 !5:58
              unreachable !5:58
            bb2:
              return %2 !5:29
            }
        "#]],
    );
}

#[test]
fn signed_shift_of_cpp_may_reach_the_sign() {
    check_cpp(
        "int a(int x, int n) { return x << n; }",
        expect![[r#"
        module lp64

        func @_Z1aii(%x.0: i32 #1, %n.1: i32 #1) -> i32 of #0 !f0:1:0 {
          var $x.0 of #1 !1:11
          var $n.1 of #1 !1:18
        bb0:
          bind $x.0, %x.0
          bind $n.1, %n.1
          %2 = zext i32 %x.0 to i33 !1:32
          %3 = zext i32 %n.1 to i33 !1:32
          %4 = shl nsw i33 %2, %3 !1:32
          %5 = trunc i33 %4 to i32 !1:32
          return %5 !1:23
        }
    "#]],
    );
}

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

            func @swap(%0: i64, %1: i32) -> {i64, i32} of #0 !f0:2:0 {
            bb0:
              %r.2 #9 = alloca 16 align 8 "r" of #1 !2:53
              %t.3 #9 = alloca 16 align 8 "t" of #1 !2:37
              store i64 %0 to %t.3 align 8 of #7
              %4 #10 = offset %t.3 + 8 of #1
              store i32 %1 to %4 align 8 of #8
              %5 #10 = offset %t.3 + 8 of #1 !2:61
              %6 #8 = load i32 %5 align 8 of #8 !2:61
              %7 = sext i32 %6 to i64 !2:59
              store i64 %7 to %r.2 align 8 of #7 !2:57
              %8 #10 = offset %r.2 + 8 of #1 !2:57
              %9 #7 = load i64 %t.3 align 8 of #7 !2:71
              %10 = trunc i64 %9 to i32 !2:64
              store i32 %10 to %8 align 8 of #8 !2:57
              %11 #7 = load i64 %r.2 align 8 of #7 !2:76
              %12 = offset %r.2 + 8 !2:76
              %13 = load i32 %12 align 8 !2:76
              return %11, %13 !2:76
            }

            func @change(%0: ptr, %1: ptr) of #2 !f0:3:0 {
            bb0:
              %b.2 #12 = alloca 36 align 4 "b" of #3 !3:39
              memcpy %b.2, %1, 36 !3:39
              %3 #10 = offset %b.2 + 4 of #3 !3:44
              store i32 7 to %3 align 4 of #8 !3:51
              memcpy %0, %b.2, 36 !3:63
              return !3:56
            }

            func @flip(%0: i64) -> i64 of #4 !f0:4:0 {
            bb0:
              %r.1 #14 = alloca 8 align 4 "r" of #5 !4:56
              %p.2 #14 = alloca 8 align 4 "p" of #5 !4:39
              store i64 %0 to %p.2 align 4
              %3 #15 = offset %p.2 + 4 of #5 !4:64
              %4 #13 = load f32 %3 align 4 of #13 !4:64
              store f32 %4 to %r.1 align 4 of #13 !4:60
              %5 #15 = offset %r.1 + 4 of #5 !4:60
              %6 #13 = load f32 %p.2 align 4 of #13 !4:69
              store f32 %6 to %5 align 4 of #13 !4:60
              %7 = load i64 %r.1 align 4 !4:74
              return %7 !4:74
            }

            func @use(%0: i64, %1: i32, %2: ptr) -> i64 of #6 !f0:5:0 {
            bb0:
              %b.3 #12 = alloca 36 align 4 "b" of #3 !5:44
              memcpy %b.3, %2, 36 !5:44
              %t.4 #9 = alloca 16 align 8 "t" of #1 !5:30
              %5 = alloca 16 align 8
              %6 = alloca 36 align 4
              store i64 %0 to %t.4 align 8 of #7
              %7 #10 = offset %t.4 + 8 of #1
              store i32 %1 to %7 align 8 of #8
              %8 #7 = load i64 %t.4 align 8 of #7 !5:56
              %9 #10 = offset %t.4 + 8 of #1 !5:56
              %10 #8 = load i32 %9 align 8 of #8 !5:56
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

            func @first(%n.0: i32 #1, ...) -> i32 of #0 !f0:2:0 {
              var $n.0 of #1 !2:24
              var $r.1 of #1 !2:85
            bb0:
              %l.1 #10 = alloca 24 align 16 "l" of #4 !2:52
              bind $n.0, %n.0
              lifetime.start %l.1 !2:34
              va_start %l.1 !2:55
              %2 #7 = load i32 %l.1 align 16 of #7 !2:89
              %3 = cmp ule i32 %2, 40 !2:89
              branch %3, bb1, bb2 !2:89
            bb1:
              %4 #11 = offset %l.1 + 16 of #5 !2:89
              %5 #8 = load ptr %4 align 16 of #8 !2:89
              %6 = sext i32 %2 to i64 !2:89
              %7 #8 = offset %5 + %6*1 of #9 !2:89
              %8 = add i32 %2, 8 !2:89
              store i32 %8 to %l.1 align 16 of #7 !2:89
              jump bb3(%7) !2:89
            bb2:
              %9 #11 = offset %l.1 + 8 of #5 !2:89
              %10 #8 = load ptr %9 align 8 of #8 !2:89
              %11 #8 = offset %10 + 8 of #9 !2:89
              store ptr %11 to %9 align 8 of #8 !2:89
              jump bb3(%10) !2:89
            bb3(%12: ptr):
              %r.13 #1 = load i32 %12 align 4 !2:89
              bind $r.1, %r.13 !2:85
              unbind $r.1 !3:65
              lifetime.end %l.1 !3:65
              return %r.13 !3:55
            }

            func @call(%0: ptr) -> i32 of #2 !f0:4:0 {
            bb0:
              %s.1 #14 = alloca 24 align 8 "s" of #3 !4:28
              memcpy %s.1, %0, 24 !4:28
              %2 #1 = call i32 @first(i32 1, ... i32 2, f64 3.0, %s.1 byval 24 align 8) !4:40
              return %2 !4:33
            }
        "#]],
    );
}

#[test]
fn variable_length_array() {
    check(
        "int f(int n) { { char a[n]; a[0] = 1; } return n; }",
        expect![[r#"
        module lp64

        func @f(%n.0: i32 #1) -> i32 of #0 !f0:1:0 {
          var $n.0 of #1 !1:11
        bb0:
          bind $n.0, %n.0
          %1 = zext i32 %n.0 to i64 !1:18
          %2 = stacksave !1:18
          %3 = inttoptr i64 %2 to ptr !1:18
          %a.4 #5 = alloca dynamic %1 align 16 "a" of #4 !1:23
          store i8 1 to %a.4 align 16 of #3 !1:34
          %5 = ptrtoint ptr %3 to i64 !1:39
          stackrestore %5 !1:39
          return %n.0 !1:41
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

            global @f.to: 16 align 16 of #4 !f0:1:0 = { address 8 label @f:bb1, address 8 label @f:bb2 }
            global @f.by: 8 align 4 of #5 !f0:1:0 = { zero 4, difference 4 label @f:bb2 - label @f:bb1 + 0 }

            func @f(%i.0: i32 #1) -> i32 of #0 !f0:1:0 {
              var $i.0 of #1 !1:11
            bb0:
              bind $i.0, %i.0
              %1 = sext i32 %i.0 to i64 !2:31
              %2 #7 = offset @f.to + %1*8 of #4 !2:31
              %3 #2 = load ptr %2 align 8 of #2 !2:31
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
fn switch_and_short_circuit() {
    check(
        "int f(int x, int y) { switch (x) { case 1: case 3 ... 4: return y && x; default: return x ? y : 0; } }",
        expect![[r#"
            module lp64

            func @f(%x.0: i32 #1, %y.1: i32 #1) -> i32 of #0 !f0:1:0 {
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
fn initialisers() {
    check(
        r#"struct bits { unsigned a : 3; int b : 7; }; union u { char c[5]; int i; };
           struct all { char c; int i; const char *s; int *p; int (*f)(void); double d; struct bits b; union u u; };
           int array[4]; int f(void);
           struct all all = { 'x', -2, "text" + 1, &array[2], f, 0.5, { 5, -1 }, { "ab" } };
           long number = (long)&array[1]; static int hidden = 3; extern int outside; int *far = &outside;
           int *seen(void) { return &hidden; }"#,
        expect![[r#"
            module lp64

            global @.str: 5 align 1 const anonymous of #4 !f0:4:0 = { bytes "text\x00" }
            global @array: 16 align 16 of #5 !f0:3:0 = { zero 16 }
            global @all: 56 align 8 of #6 !f0:4:0 = { bytes "x", zero 3, bytes "\xfe\xff\xff\xff", address 8 @.str+1, address 8 @array+8, address 8 fn @f, bytes "\x00\x00\x00\x00\x00\x00\xe0?\xfd\x03", undef 2, bytes "ab\x00\x00\x00", undef 3, zero 4 }
            global @number: 8 align 8 of #14 !f0:5:0 = { address 8 @array+4 }
            global @outside: 4 align 4
            global @far: 8 align 8 of #1 !f0:5:0 = { address 8 @outside }
            global @hidden: 4 align 4 of #2 !f0:5:0 = { bytes "\x03\x00\x00\x00" }

            func @seen() -> ptr of #0 !f0:6:0 {
            bb0:
              return @hidden !6:30
            }

            func @f() -> i32 extern
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

            func @f() -> i32 of #0 !f0:5:0 {
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

            global @.str: 2 align 1 const anonymous of #8 !f0:2:0 = { bytes "x\x00" }

            func @__VERIFIER_nondet_int() -> i32 of #0 !f0:1:0 {
            bb0:
              return 4 !1:35
            }

            func @strcmp(%a.0: ptr #3, %b.1: ptr #3) -> i32 of #2 !f0:1:0 {
              var $a.0 of #3 !1:70
              var $b.1 of #3 !1:85
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

            func @f(%p.0: ptr #7) -> i32 of #6 !f0:2:0 {
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
fn old_c() {
    check(
        "int add(a, b) int a; char b; { return a + b; }
         int declared(); extern void *kept();
         f() { void *p = 3; add(1, 2, 3); return declared(1, 2.0) + missing(4) + (int)(long)kept(p); }
         int declared(int x, double y) { return x + y; }",
        expect![[r#"
            module lp64

            func @add(%a.0: i32 #1, %1: i32) -> i32 of #0 !f0:1:0 {
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

            func @f() -> i32 of #3 !f0:3:0 {
              var $p.0 of #6 !3:22
            bb0:
              %p.0 #6 = inttoptr i64 3 to ptr !3:22
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

            func @declared(%x.0: i32 #1, %y.1: f64 #5) -> i32 of #4 !f0:4:0 {
              var $x.0 of #1 !4:27
              var $y.1 of #5 !4:37
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
fn memory_functions_are_instructions() {
    check(
        "#include <string.h>
         #include <stdlib.h>
         struct s { int a[8]; };
         char *f(char *d, const char *s, struct s *x, struct s *y) {
             *x = *y; memset(d, 'a', 3); memmove(d, s, 4); char *m = malloc(5); if (!m) exit(3); free(m);
             return memcpy(d, s, 5); }",
        expect![[r#"
            module lp64

            func @f(%d.0: ptr #1, %s.1: ptr #3, %x.2: ptr #5, %y.3: ptr #5) -> ptr of #0 !f0:4:0 {
              var $d.0 of #1 !4:24
              var $s.1 of #3 !4:39
              var $x.2 of #5 !4:52
              var $y.3 of #5 !4:65
              var $m.4 of #1 !5:66
            bb0:
              bind $d.0, %d.0
              bind $s.1, %s.1
              bind $x.2, %x.2
              bind $y.3, %y.3
              memcpy %x.2, %y.3, 32 !5:19
              memset %d.0, 97, 3 !5:23
              memmove %d.0, %s.1, 4 !5:42
              %m.4 #1 = call ptr @malloc(i64 5) !5:70
              bind $m.4, %m.4 !5:66
              %5 = cmp ne ptr %m.4, null !5:86
              branch %5, bb2, bb1 !5:85
            bb1:
              call void @exit(i32 3) !5:89
              unreachable !5:89
            bb2:
              call void @free(ptr %m.4) !5:98
              memcpy %d.0, %s.1, 5 !6:21
              unbind $m.4 !6:38
              return %d.0 !6:14
            }

            func @malloc(i64) -> ptr builtin malloc

            func @exit(%status.0: i32 #9) model of #7 !f1:6:0 {
              var $status.0 of #9 !6:31
            bb0:
              bind $status.0, %status.0
              %1 = cmp ne ptr null, null !7:35
              branch %1, bb1, bb2 !7:9
            bb1:
              call void *null() !8:9
              jump bb2 !8:9
            bb2:
              exit %status.0 !9:5
            }

            func @free(ptr) builtin free
        "#]],
    );
}

#[test]
fn bits_and_overflow() {
    check(
        "int f(unsigned x, int y) { int r; int o = __builtin_smul_overflow(y, 3, &r);
             return o + r + __builtin_popcount(x) + __builtin_clz(x) + (int)__builtin_bswap32(x) + __builtin_abs(y)
                  + __builtin_rotateright32(x, y); }",
        expect![[r#"
            module lp64

            func @f(%x.0: i32 #2, %y.1: i32 #1) -> i32 of #0 !f0:1:0 {
              var $x.0 of #2 !1:16
              var $y.1 of #1 !1:23
              var $r.2 of #1 !1:32
              var $o.3 of #1 !1:39
            bb0:
              bind $x.0, %x.0
              bind $y.1, %y.1
              %r.2 #1 = mul i32 %y.1, 3 !1:43
              %3 = overflows signed mul i32 %y.1, 3 !1:43
              bind $r.2, %r.2 !1:43
              %o.4 #1 = zext i1 %3 to i32 !1:43
              bind $o.3, %o.4 !1:39
              %5 = add nsw i32 %o.4, %r.2 !2:23
              %6 = popcount i32 %x.0 !2:29
              %7 = add nsw i32 %5, %6 !2:27
              %8 = clz i32 %x.0 !2:53
              %9 = add nsw i32 %7, %8 !2:51
              %10 = bswap i32 %x.0 !2:77
              %11 = add nsw i32 %9, %10 !2:70
              %12 = sub nsw i32 0, %y.1 !2:100
              %13 = cmp slt i32 %y.1, 0 !2:100
              %14 = select i32 %13, %12, %y.1 !2:100
              %15 = add nsw i32 %11, %14 !2:98
              %16 = urem i32 %y.1, 32 !3:21
              %17 = sub i32 31, %16 !3:21
              %18 = shl i32 %x.0, 1 !3:21
              %19 = shl i32 %18, %17 !3:21
              %20 = lshr i32 %x.0, %16 !3:21
              %21 = or i32 %19, %20 !3:21
              %22 = add i32 %15, %21 !3:19
              unbind $o.3 !3:52
              unbind $r.2 !3:52
              return %22 !2:14
            }
        "#]],
    );
}

#[test]
fn atomics_and_volatile() {
    check(
        "volatile int v; _Atomic int a;
         int f(void) { int e = 1; v = v + 1; a += 2; __sync_fetch_and_nand(&v, 3);
                       return __atomic_compare_exchange_n(&v, &e, 2, 0, 5, 5); }",
        expect![[r#"
            module lp64

            global @v: 4 align 4 of #2 !f0:1:0 = { zero 4 }
            global @a: 4 align 4 of #3 !f0:1:0 = { zero 4 }

            func @f() -> i32 of #0 !f0:2:0 {
              var $e.0 of #1 !2:28
            bb0:
              bind $e.0, i32 1 !2:28
              %0 #2 = load i32 @v align 4 of #2 !2:39
              %1 = add nsw i32 %0, 1 !2:41
              store i32 %1 to @v align 4 of #2 !2:37
              %2 #3 = load i32 @a align 4 of #3 !2:48
              %3 = add i32 %2, 2 !2:48
              store i32 %3 to @a align 4 of #3 !2:48
              %4 = add i32 %2, 2 !2:48
              %5 #2 = load i32 @v align 4 of #2 !2:54
              %6 = and i32 %5, 3 !2:54
              %7 = xor i32 %6, -1 !2:54
              store i32 %7 to @v align 4 of #2 !2:54
              %e.8 #2 = load i32 @v align 4 of #2 !3:31
              %9 = cmp eq i32 %e.8, 1 !3:31
              %10 = select i32 %9, 2, %e.8 !3:31
              store i32 %10 to @v align 4 of #2 !3:31
              branch %9, bb2, bb1 !3:31
            bb1:
              bind $e.0, %e.8 !3:31
              jump bb2 !3:31
            bb2:
              %11 = zext i1 %9 to i8 !3:31
              %12 = trunc i8 %11 to i1 !3:31
              %13 = zext i1 %12 to i32 !3:31
              unbind $e.0 !3:80
              return %13 !3:24
            }
        "#]],
    );
}

#[test]
fn floats() {
    check(
        "#include <math.h>
         double f(double x, float y, long double z) { return sqrt(x) + floorf(y) + (double)fabsl(z) - x * 2 + (x < y); }
         int g(double x) { return __builtin_isnan(x) + (int)x; }",
        expect![[r#"
            module lp64

            func @f(%x.0: f64 #1, %y.1: f32 #2, %z.2: f80 #3) -> f64 of #0 !f0:2:0 {
              var $x.0 of #1 !2:26
              var $y.1 of #2 !2:35
              var $z.2 of #3 !2:50
            bb0:
              bind $x.0, %x.0
              bind $y.1, %y.1
              bind $z.2, %z.2
              %3 = fsqrt f64 %x.0 !2:62
              %4 = ffloor f32 %y.1 !2:72
              %5 = fpcast f32 %4 to f64 !2:72
              %6 = fadd f64 %3, %5 !2:70
              %7 = fabs f80 %z.2 !2:92
              %8 = fpcast f80 %7 to f64 !2:84
              %9 = fadd f64 %6, %8 !2:82
              %10 = fneg f64 %x.0 !2:101
              %11 = fmul f64 %10, 2.0 !2:101
              %12 = fadd f64 %11, %9 !2:101
              %13 = fpcast f32 %y.1 to f64 !2:116
              %14 = fcmp olt f64 %x.0, %13 !2:114
              %15 = zext i1 %14 to i32 !2:114
              %16 = sitofp i32 %15 to f64 !2:111
              %17 = fadd f64 %12, %16 !2:109
              return %17 !2:55
            }

            func @g(%x.0: f64 #1) -> i32 of #4 !f0:3:0 {
              var $x.0 of #1 !3:23
            bb0:
              bind $x.0, %x.0
              %1 = fclass 3 f64 %x.0 !3:35
              %2 = zext i1 %1 to i32 !3:35
              %3 = fptosi f64 %x.0 to i32 !3:56
              %4 = add nsw i32 %2, %3 !3:54
              return %4 !3:28
            }
        "#]],
    );
}

#[test]
fn vectors() {
    check(
        "typedef int v2 __attribute__((vector_size(8)));
         v2 f(v2 a, v2 b) { return a + b; }
         int g(v2 a, int i) { return a[1] + a[i]; }",
        expect![[r#"
            module lp64

            func @f(%0: f64, %1: f64) -> f64 of #0 !f0:2:0 {
            bb0:
              %2 = alloca 8 align 8
              %3 = alloca 8 align 8
              %4 = alloca 8 align 8
              %a.5 #5 = alloca 8 align 8 "a" of #1 !2:18
              %b.6 #5 = alloca 8 align 8 "b" of #1 !2:24
              store f64 %0 to %3 align 8
              %7 = load i64 %3 align 8
              store f64 %1 to %4 align 8
              %8 = load i64 %4 align 8
              store i64 %7 to %a.5 align 8
              store i64 %8 to %b.6 align 8
              %9 = load i64 %a.5 align 8 !2:36
              %10 = load i64 %b.6 align 8 !2:40
              %11 = trunc i64 %9 to i32 !2:38
              %12 = lshr i64 %9, 32 !2:38
              %13 = trunc i64 %12 to i32 !2:38
              %14 = trunc i64 %10 to i32 !2:38
              %15 = lshr i64 %10, 32 !2:38
              %16 = trunc i64 %15 to i32 !2:38
              %17 = add i32 %11, %14 !2:38
              %18 = add i32 %13, %16 !2:38
              %19 = zext i32 %17 to i64 !2:38
              %20 = zext i32 %18 to i64 !2:38
              %21 = shl i64 %20, 32 !2:38
              %22 = or i64 %19, %21 !2:38
              store i64 %22 to %2 align 8 !2:29
              %23 = load f64 %2 align 8 !2:29
              return %23 !2:29
            }

            func @g(%0: f64, %i.1: i32 #2) -> i32 of #4 !f0:3:0 {
              var $i.0 of #2 !3:26
            bb0:
              %2 = alloca 8 align 8
              %a.3 #5 = alloca 8 align 8 "a" of #1 !3:19
              store f64 %0 to %2 align 8
              %4 = load i64 %2 align 8
              store i64 %4 to %a.3 align 8
              bind $i.0, %i.1
              %5 = load i64 %a.3 align 8 !3:38
              %6 = lshr i64 %5, 32 !3:38
              %7 = trunc i64 %6 to i32 !3:38
              %8 = load i64 %a.3 align 8 !3:45
              %9 = cmp ult i32 %i.1, 2 !3:45
              %10 = select i32 %9, %i.1, 2 !3:45
              %11 = zext i32 %10 to i64 !3:45
              %12 = mul i64 %11, 32 !3:45
              %13 = lshr i64 %8, %12 !3:45
              %14 = trunc i64 %13 to i32 !3:45
              %15 = add nsw i32 %7, %14 !3:43
              return %15 !3:31
            }
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

            func @f(%x.0: i32 #2) of #0 !f0:1:0 {
              var $x.0 of #2 !1:12
            bb0:
              bind $x.0, %x.0
              unsupported "inline assembly"() !1:52
              bind $x.0, %x.0 !1:68
              return !1:91
            }

            func @g() -> ptr of #3 !f0:2:0 {
            bb0:
              %0: ptr = unsupported "compiler intrinsic llvm.returnaddress"() !2:33
              return %0 !2:26
            }

            func @wide(%0: ptr, %1: ptr) of #5 !f0:3:0 {
            bb0:
              %2 = alloca 32 align 16
              memcpy %2, %1, 32
              %x.3 #7 = alloca 32 align 8 "x" of #6 !3:41
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

#[test]
fn ends_of_the_run() {
    check(
        "#include <stdlib.h>
         void __assert_fail(const char *, const char *, unsigned, const char *);
         void stop(void); int f(int x) { if (x == 1) abort(); if (x == 2) __builtin_trap();
             if (x == 3) __builtin_unreachable(); if (x == 4) __assert_fail(\"x\", \"f\", 4, \"f\"); stop(); return x; }",
        expect![[r#"
            module lp64

            global @.str: 2 align 1 const anonymous of #3 !f0:4:0 = { bytes "x\x00" }
            global @.str.1: 2 align 1 const anonymous of #3 !f0:4:0 = { bytes "f\x00" }

            func @f(%x.0: i32 #1) -> i32 of #0 !f0:3:0 {
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

            global @ready: 4 align 4 of #3 !f0:1:0 = { zero 4 }

            func @set() of #0 !f0:1:0 {
            bb0:
              store i32 1 to @ready align 4 of #3 !1:78
              return !1:83
            }

            func @unset() of #0 !f0:2:0 {
            bb0:
              store i32 0 to @ready align 4 of #3 !2:70
              return !2:75
            }

            func @main() -> i32 of #2 !f0:3:0 {
            bb0:
              call void @set()
              %0 #3 = load i32 @ready align 4 of #3 !3:34
              call void @unset() !3:27
              return %0 !3:27
            }
        "#]],
    );
}

#[test]
fn int128() {
    check(
        "__int128 f(__int128 a) { return a * 3 - ((__int128)5 << 70); }",
        expect![[r#"
        module lp64

        func @f(%0: i64, %1: i64) -> {i64, i64} of #0 !f0:1:0 {
          var $a.0 of #1 !1:21
        bb0:
          %2 = alloca 16 align 16
          %3 = alloca 16 align 16
          store i64 %0 to %3 align 16
          %4 = offset %3 + 8
          store i64 %1 to %4 align 8
          %a.5 #1 = load i128 %3 align 16
          bind $a.0, %a.5
          %6 = mul nsw i128 %a.5, 3 !1:35
          %7 = sub nsw i128 %6, 5902958103587056517120 !1:39
          store i128 %7 to %2 align 16 !1:26
          %8 = load i64 %2 align 16 !1:26
          %9 = offset %2 + 8 !1:26
          %10 = load i64 %9 align 8 !1:26
          return %8, %10 !1:26
        }
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

            func @f(%0: ptr, %1: i32, %2: i32, %y.3: i64 #2) of #0 !f0:1:0 {
              var $y.0 of #2 !1:58
            bb0:
              %x.4 #6 = alloca 8 align 4 "x" of #1 !1:45
              store i32 %1 to %x.4 align 4 of #5
              %5 #7 = offset %x.4 + 4 of #1
              store i32 %2 to %5 align 4 of #5
              bind $y.0, %y.3
              %6 = trunc i64 %y.3 to i32 !1:70
              %7 #5 = load i32 %x.4 align 4 of #5 !1:67
              %8 = add nsw i32 %7, %6 !1:67
              store i32 %8 to %x.4 align 4 of #5 !1:67
              memcpy %0, %x.4, 8 !1:85
              return !1:78
            }

            func @size() -> i32 of #3 !f0:2:0 {
            bb0:
              return 4 !2:28
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

            func @_Z1fv() -> i32 of #0 !f0:2:0 {
            bb0:
              %n.0 #6 = alloca 4 align 4 "n" of #1 !2:36
              %c.1 #4 = alloca 8 align 8 "c" of #5 !2:53
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

            func @_ZN7counterC2ERi(%this.0: ptr #8, %n.1: ptr #6) of #2 !f0:1:0 {
              var $this.0 of #8
              var $n.1 of #6 !1:39
            bb0:
              bind $this.0, %this.0
              bind $n.1, %n.1
              store ptr %n.1 to %this.0 align 8 of #6 !1:44
              %2 #1 = load i32 %n.1 align 4 of #1 !1:52
              %3 = add nsw i32 %2, 1 !1:52
              store i32 %3 to %n.1 align 4 of #1 !1:52
              return !1:56
            }

            func @_ZN7counterD2Ev(%this.0: ptr #8) of #7 !f0:1:0 {
              var $this.0 of #8
            bb0:
              bind $this.0, %this.0
              %1 #6 = load ptr %this.0 align 8 of #6 !1:71
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
fn thread_locals_and_aliases() {
    check(
        "_Thread_local int t; int real(void) { return t; } int other(void) __attribute__((alias(\"real\")));
         int weak(void) __attribute__((weak)); int f(void) { t = 2; return weak ? other() : weak(); }",
        expect![[r#"
            module lp64

            global @t: 4 align 4 of #1 !f0:1:0 = { zero 4 }

            func @real() -> i32 of #0 !f0:1:0 {
            bb0:
              %0 #1 = load i32 @t align 4 of #1 !1:46
              return %0 !1:39
            }

            func @f() -> i32 of #0 !f0:2:0 {
            bb0:
              store i32 2 to @t align 4 of #1 !2:64
              %0 = cmp ne ptr null, null !2:76
              branch %0, bb1, bb2 !2:76
            bb1:
              %1 #1 = call i32 @real() !2:83
              jump bb3(%1) !2:76
            bb2:
              %2 = call i32 *null() !2:93
              jump bb3(%2) !2:76
            bb3(%3: i32):
              return %3 !2:69
            }
        "#]],
    );
}
