//! Instructions on memory.

use expect_test::expect;

use crate::check;

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

            func @f(%d.0: ptr #2, %s.1: ptr #4, %x.2: ptr #6, %y.3: ptr #6) -> ptr of #7 !f0:4:0 {
              var $d.0 of #2 !4:24
              var $s.1 of #4 !4:39
              var $x.2 of #6 !4:52
              var $y.3 of #6 !4:65
              var $m.4 of #2 !5:66
            bb0:
              bind $d.0, %d.0
              bind $s.1, %s.1
              bind $x.2, %x.2
              bind $y.3, %y.3
              memcpy %x.2, %y.3, 32 !5:19
              memset %d.0, 97, 3 !5:23
              memmove %d.0, %s.1, 4 !5:42
              %m.4 #2 = call ptr @malloc(i64 5) !5:70
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

            func @exit(%status.0: i32 #8) model of #9 !f1:6:0 {
              var $status.0 of #8 !6:31
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
fn atomics_and_volatile() {
    check(
        "volatile int v; _Atomic int a;
         int f(void) { int e = 1; v = v + 1; a += 2; __sync_fetch_and_nand(&v, 3);
                       return __atomic_compare_exchange_n(&v, &e, 2, 0, 5, 5); }",
        expect![[r#"
            module lp64

            global @v: 4 align 4 of #2 !f0:1:0 = { zero 4 }
            global @a: 4 align 4 of #3 !f0:1:0 = { zero 4 }

            func @f() -> i32 of #4 !f0:2:0 {
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
