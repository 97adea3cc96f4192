//! Integers, floats and vectors.

use expect_test::expect;

use crate::{check, check_cpp};

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

            func @a(%x.0: i32 #1, %n.1: i32 #1) -> i32 of #2 !f0:1:0 {
              var $x.0 of #1 !1:11
              var $n.1 of #1 !1:18
            bb0:
              bind $x.0, %x.0
              bind $n.1, %n.1
              %2 = shl nsw i32 %x.0, %n.1 !1:32
              return %2 !1:23
            }

            func @b(%x.0: i64 #3, %n.1: i8 #4) -> i64 of #5 !f0:2:0 {
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

            func @wide(%x.0: i32 #1, %n.1: i64 #3) -> i32 of #6 !f0:3:0 {
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

            func @no(%x.0: i32 #7, %n.1: i32 #1) -> i32 of #8 !f0:4:0 {
              var $x.0 of #7 !4:31
              var $n.1 of #1 !4:38
            bb0:
              bind $x.0, %x.0
              bind $n.1, %n.1
              %2 = shl i32 %x.0, %n.1 !4:52
              return %2 !4:43
            }

            func @folded() -> i32 of #9 !f0:5:0 {
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

            func @_Z1aii(%x.0: i32 #1, %n.1: i32 #1) -> i32 of #2 !f0:1:0 {
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
fn bits_and_overflow() {
    check(
        "int f(unsigned x, int y) { int r; int o = __builtin_smul_overflow(y, 3, &r);
             return o + r + __builtin_popcount(x) + __builtin_clz(x) + (int)__builtin_bswap32(x) + __builtin_abs(y)
                  + __builtin_rotateright32(x, y); }",
        expect![[r#"
            module lp64

            func @f(%x.0: i32 #2, %y.1: i32 #1) -> i32 of #3 !f0:1:0 {
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
              %8 = clz nonzero i32 %x.0 !2:53
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
fn int128() {
    check(
        "__int128 f(__int128 a) { return a * 3 - ((__int128)5 << 70); }",
        expect![[r#"
            module lp64

            func @f(%0: i64, %1: i64) -> {i64, i64} of #2 !f0:1:0 {
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
fn floats() {
    check(
        "#include <math.h>
         double f(double x, float y, long double z) { return sqrt(x) + floorf(y) + (double)fabsl(z) - x * 2 + (x < y); }
         int g(double x) { return __builtin_isnan(x) + (int)x; }",
        expect![[r#"
            module lp64

            func @f(%x.0: f64 #1, %y.1: f32 #2, %z.2: f80 #3) -> f64 of #4 !f0:2:0 {
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

            func @g(%x.0: f64 #1) -> i32 of #6 !f0:3:0 {
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

            func @f(%0: f64, %1: f64) -> f64 of #4 !f0:2:0 {
            bb0:
              %2 = alloca 8 align 8
              %3 = alloca 8 align 8
              %4 = alloca 8 align 8
              %a.5 #5 = alloca 8 align 8 "a" of #3 !2:18
              %b.6 #5 = alloca 8 align 8 "b" of #3 !2:24
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

            func @g(%0: f64, %i.1: i32 #1) -> i32 of #6 !f0:3:0 {
              var $i.0 of #1 !3:26
            bb0:
              %2 = alloca 8 align 8
              %a.3 #5 = alloca 8 align 8 "a" of #3 !3:19
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
