// ffs, ffsl and ffsll number the lowest set bit from one.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
  printf("%d %d %d\n", ffs(0), ffs(1), ffs(-2147483647 - 1));
  printf("%d %d\n", ffsl(1l << 40), ffsll(96));
  return ffs(0x50);
}
