// Casts between object pointers, void pointers, integers and back.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdint.h>
#include <stdio.h>

struct header {
  int kind;
};
struct item {
  struct header h;
  int payload;
};

static int payload(void *p) {
  struct header *h = p;
  return h->kind == 2 ? ((struct item *)h)->payload : -1;
}

int main(void) {
  struct item i = {{2}, 55};
  uintptr_t n = (uintptr_t)&i;
  void *v = (void *)n;
  printf("%d %d\n", payload(v), v == (void *)&i);
  intptr_t tagged = (intptr_t)v | 1;
  struct item *clean = (struct item *)(tagged & ~(intptr_t)1);
  printf("%d %d\n", clean->payload, (int)(tagged & 1));
  unsigned char *bytes = (unsigned char *)&i.payload;
  printf("%d\n", bytes[0]);
  int (*f)(void *) = (int (*)(void *))(void *)payload;
  return f(&i);
}
