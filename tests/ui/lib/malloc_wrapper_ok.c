// An allocation wrapper that counts and clears.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t live;

static void *take(size_t n) {
  size_t *p = malloc(n + sizeof *p);
  *p = n;
  live += n;
  return memset(p + 1, 0, n);
}

static void give(void *p) {
  if (!p)
    return;
  size_t *head = (size_t *)p - 1;
  live -= *head;
  free(head);
}

int main(void) {
  char *a = take(10), *b = take(20);
  a[9] = 1;
  printf("%zu %d %d\n", live, a[9], b[19]);
  give(a);
  printf("%zu\n", live);
  give(b);
  give(NULL);
  return (int)live;
}
