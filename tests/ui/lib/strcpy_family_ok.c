// strcpy, strncpy (padding and truncation), stpcpy, stpncpy.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
  char a[12];
  printf("%d %s\n", strcpy(a, "hello") == a, a);
  memset(a, '#', sizeof a);
  strncpy(a, "abc", 6);
  for (int i = 0; i < 8; i++)
    printf("%d ", a[i]);
  printf("\n");
  strncpy(a, "truncated", 4);
  printf("%.6s|\n", a);
  char *p = stpcpy(a, "one");
  p = stpcpy(p, "two");
  printf("%s %d\n", a, (int)(p - a));
  p = stpncpy(a, "xy", 5);
  printf("%s %d %d\n", a, (int)(p - a), a[4]);
  p = stpncpy(a, "longer", 3);
  printf("%.3s %d\n", a, (int)(p - a));
  return 0;
}
