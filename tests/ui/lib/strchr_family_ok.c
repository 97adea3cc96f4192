// strchr, strrchr, strchrnul, index, rindex, also for the terminator.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
  const char *s = "mississippi";
  printf("%d %d\n", (int)(strchr(s, 's') - s), (int)(strrchr(s, 's') - s));
  printf("%d %d\n", strchr(s, 'z') == NULL, strrchr(s, 'z') == NULL);
  printf("%d %d\n", (int)(strchr(s, 0) - s), (int)(strrchr(s, 0) - s));
  printf("%d %d\n", (int)(strchrnul(s, 'p') - s), (int)(strchrnul(s, 'z') - s));
  printf("%d %d\n", (int)(index(s, 'i') - s), (int)(rindex(s, 'i') - s));
  printf("%d\n", strchr("", 'a') == NULL);
  char edit[] = "a-b-c", *p = edit;
  while ((p = strchr(p, '-')))
    *p = '+';
  printf("%s\n", edit);
  return 0;
}
