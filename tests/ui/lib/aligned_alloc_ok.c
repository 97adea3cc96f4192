// aligned_alloc, posix_memalign and memalign return aligned blocks that free takes.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *a = aligned_alloc(64, 128);
  void *b = NULL;
  int r = posix_memalign(&b, 32, 10);
  char *c = memalign(16, 5);
  printf("%d %d %d %d\n", (int)((uintptr_t)a % 64), r, (int)((uintptr_t)b % 32), (int)((uintptr_t)c % 16));
  a[127] = 1;
  ((char *)b)[9] = 2;
  c[4] = 3;
  int sum = a[127] + ((char *)b)[9] + c[4];
  free(a);
  free(b);
  free(c);
  return sum;
}
