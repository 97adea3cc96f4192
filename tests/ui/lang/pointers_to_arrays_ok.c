// Pointers to whole arrays, array parameters with sizes, decay.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static int last(int (*a)[5]) { return (*a)[4]; }
static int first(const int a[static 3]) { return a[0]; }
static unsigned long decayed(int a[10]) { return sizeof(a) == sizeof(int *); }

int main(void) {
  int a[5] = {1, 2, 3, 4, 5};
  int(*p)[5] = &a;
  printf("%d %d\n", last(p), first(a + 1));
  printf("%d\n", (int)((char *)(p + 1) - (char *)p));
  (*p)[0] = 50;
  int *flat = *p;
  printf("%d %lu\n", flat[0], decayed(a));
  int *rows[2] = {a, a + 2};
  printf("%d %d\n", rows[0][1], rows[1][1]);
  return last(&a);
}
