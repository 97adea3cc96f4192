// static inline, extern inline and always_inline functions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static inline int square(int v) { return v * v; }
inline int cube(int v) { return v * v * v; }
extern inline int cube(int v);
__attribute__((always_inline)) static inline void bump(int *p) { ++*p; }
__attribute__((noinline)) static int opaque(int v) { return v + 1; }

int main(void) {
  int n = square(3);
  bump(&n);
  printf("%d %d %d\n", n, cube(3), opaque(n));
  int (*f)(int) = cube;
  return f(2);
}
