// strtok, strtok_r (two at once) and strsep (which keeps empty fields).
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
  char a[] = "  alpha, beta,,gamma ";
  for (char *t = strtok(a, " ,"); t; t = strtok(NULL, " ,"))
    printf("[%s]", t);
  printf("\n");
  char b[] = "a=1;b=2", *outer, *inner;
  for (char *t = strtok_r(b, ";", &outer); t; t = strtok_r(NULL, ";", &outer)) {
    char *key = strtok_r(t, "=", &inner);
    char *value = strtok_r(NULL, "=", &inner);
    printf("%s->%s ", key, value);
  }
  printf("\n");
  char c[] = "x::y", *rest = c, *f;
  int fields = 0;
  while ((f = strsep(&rest, ":"))) {
    printf("<%s>", f);
    fields++;
  }
  printf("\n");
  char none[] = ",,,";
  return fields + (strtok(none, ",") == NULL);
}
