//! Where C's variables live: in registers, in memory, in globals.

use expect_test::expect;

use crate::check;

#[test]
fn locals_become_registers() {
    check(
        "int count(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
        expect![[r#"
            module lp64

            func @count(%n.0: i32 #1) -> i32 of #2 !f0:1:0 {
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

            func @pick(%n.0: i32 #1) -> i32 of #2 !f0:1:0 {
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

            func @last(%n.0: i32 #1) -> i32 of #2 !f0:1:0 {
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

            func @get() -> i32 of #2 !f0:1:0 {
              var $x.0 of #1 !1:39
            bb0:
              %y.0 #3 = alloca 4 align 4 "y" of #1 !1:52
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

            func @second(%n.0: ptr #3, %i.1: i32 #1) -> i32 of #4 !f0:2:0 {
              var $n.0 of #3 !2:34
              var $i.1 of #1 !2:41
            bb0:
              bind $n.0, %n.0
              bind $i.1, %i.1
              %2 #3 = load ptr %n.0 align 8 of #3 !2:56
              %3 #7 = offset %2 + 8 of #2 !2:62
              %4 #9 = offset %3 + 2 of #5 !2:65
              %5 #8 = load i16 %4 align 2 of #8 !2:65
              %6 = sext i16 %5 to i32 !2:53
              %7 #10 = offset %n.0 + 12 of #2 !2:72
              %8 = sext i32 %i.1 to i64 !2:69
              %9 #11 = offset %7 + %8*4 of #6 !2:69
              %10 #1 = load i32 %9 align 4 of #1 !2:69
              %11 = add nsw i32 %6, %10 !2:67
              return %11 !2:46
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

            func @f(%n.0: i32 #1) -> i32 of #2 !f0:1:0 {
              var $n.0 of #1 !1:11
            bb0:
              bind $n.0, %n.0
              %1 = cmp sgt i32 %n.0, 0 !1:18
              branch %1, bb2, bb1 !1:18
            bb1:
              require array_size false !1:18
              unreachable !1:18
            bb2:
              %2 = zext i32 %n.0 to i64 !1:18
              %3 = stacksave !1:18
              %4 = inttoptr i64 %3 to ptr !1:18
              %a.5 #6 = alloca dynamic %2 align 16 "a" of #5 !1:23
              store i8 1 to %a.5 align 16 of #4 !1:34
              %6 = ptrtoint ptr %4 to i64 !1:39
              stackrestore %6 !1:39
              return %n.0 !1:41
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

            global @array: 16 align 16 of #2 !f0:3:0 = { zero 16 }
            global @all: 56 align 8 of #3 !f0:4:0 = { bytes "x", zero 3, bytes "\xfe\xff\xff\xff", address 8 @.str+1, address 8 @array+8, address 8 fn @f, bytes "\x00\x00\x00\x00\x00\x00\xe0?\xfd\x03", zero 2, bytes "ab\x00\x00\x00", zero 7 }
            global @number: 8 align 8 of #13 !f0:5:0 = { address 8 @array+4 }
            global @far: 8 align 8 of #7 !f0:5:0 = { address 8 @outside }
            global @hidden: 4 align 4 of #1 !f0:5:0 = { bytes "\x03\x00\x00\x00" }
            global @.str: 5 align 1 const anonymous of #15 !f0:4:0 = { bytes "text\x00" }
            global @outside: 4 align 4

            func @seen() -> ptr of #14 !f0:6:0 {
            bb0:
              return @hidden !6:30
            }

            func @f() -> i32 extern
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

            global @t: 4 align 4 of #0 !f0:1:0 = { zero 4 }

            func @real() -> i32 of #2 !f0:1:0 {
            bb0:
              %0 #0 = load i32 @t align 4 of #0 !1:46
              return %0 !1:39
            }

            func @f() -> i32 of #2 !f0:2:0 {
            bb0:
              store i32 2 to @t align 4 of #0 !2:64
              %0 = cmp ne ptr null, null !2:76
              branch %0, bb1, bb2 !2:76
            bb1:
              %1 #0 = call i32 @real() !2:83
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

#[test]
fn compound_literal_ends_with_its_block() {
    check(
        "int *p; int f(void) { { p = &(int){3}; } return *p; }",
        expect![[r#"
            module lp64

            global @p: 8 align 8 of #2 !f0:1:0 = { zero 8 }

            func @f() -> i32 of #3 !f0:1:0 {
            bb0:
              %0 = alloca 4 align 4
              store i32 3 to %0 align 4 !1:30
              store ptr %0 to @p align 8 of #2 !1:27
              lifetime.end %0 !1:50
              lifetime.start %0 !1:50
              %1 #2 = load ptr @p align 8 of #2 !1:50
              %2 #1 = load i32 %1 align 4 of #1 !1:49
              return %2 !1:42
            }
        "#]],
    );
}

#[test]
fn variable_that_a_jump_may_leave_without_a_value_stays_in_memory() {
    check(
        "int f(int c) { { if (c) goto out; int x = 3; out: return x; } }",
        expect![[r#"
            module lp64

            func @f(%c.0: i32 #1) -> i32 of #2 !f0:1:0 {
              var $c.0 of #1 !1:11
            bb0:
              %x.1 #3 = alloca 4 align 4 "x" of #1 !1:39
              bind $c.0, %c.0
              %2 = cmp ne i32 %c.0, 0 !1:22
              branch %2, bb1, bb2 !1:22
            bb1:
              jump bb3 !1:25
            bb2:
              lifetime.start %x.1 !1:39
              store i32 3 to %x.1 align 4 of #1 !1:39
              jump bb3 !1:35
            bb3:
              %3 #1 = load i32 %x.1 align 4 of #1 !1:58
              return %3 !1:51
            }
        "#]],
    );
}

#[test]
fn pointer_whose_declaration_a_jump_may_skip() {
    check(
        "void g(int *); void f(int c) { while (c) { if (c > 1) goto out; int *x = &c; g(x); out: c--; } }",
        expect![[r#"
            module lp64

            func @f(%0: i32) of #2 !f0:1:0 {
              var $x.0 of #3 !1:70
            bb0:
              %c.1 #3 = alloca 4 align 4 "c" of #1 !1:27
              store i32 %0 to %c.1 align 4 of #1
              jump bb1 !1:32
            bb1:
              %2 #1 = load i32 %c.1 align 4 of #1 !1:39
              %3 = cmp ne i32 %2, 0 !1:32
              branch %3, bb2, bb6 !1:32
            bb2:
              %4 #1 = load i32 %c.1 align 4 of #1 !1:48
              %5 = cmp sgt i32 %4, 1 !1:50
              branch %5, bb3, bb4 !1:48
            bb3:
              jump bb5 !1:55
            bb4:
              bind $x.0, %c.1 !1:70
              call void @g(ptr %c.1) !1:78
              jump bb5 !1:78
            bb5:
              %6 #1 = load i32 %c.1 align 4 of #1 !1:90
              %7 = add nsw i32 %6, -1 !1:90
              store i32 %7 to %c.1 align 4 of #1 !1:90
              unbind $x.0 !1:32
              jump bb1 !1:32
            bb6:
              return !1:96
            }

            func @g(ptr) extern
        "#]],
    );
}
