// Unions whose first member is short: the rest of a static one is zero.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
#include <assert.h>
#include <stddef.h>
union number { char c; int i; };
struct row { char tag; union { char c; char *p; } u; short s; };
static union number zero = {0};
static union number three = {3};
static struct row table[] = {{1, {.c = 2}, 3}, {4, {.c = 0}, 5}};
static const union { char c; long l[3]; } wide = {.c = 1};
struct bits { unsigned a : 3; unsigned : 0; unsigned b : 5; } bits = {1, 2};
static int lookup(int i) {
  static union { signed char c; int i; } cache[4] = {{-1}, {5}};
  return cache[i].i;
}
int main(void) {
  assert(zero.i == 0 && three.i == 3);
  assert(table[1].u.p == NULL && table[0].u.c == 2);
  assert(wide.l[0] == 1 && wide.l[2] == 0);
  assert(lookup(0) == 255 && lookup(1) == 5 && lookup(3) == 0);
  assert(bits.b == 2 && ((unsigned char *)&bits)[1] == 0);
  return 0;
}
