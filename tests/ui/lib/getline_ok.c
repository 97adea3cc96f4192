// getline and getdelim grow the buffer they are given.
//@ verdict: true
//@ stdin: first\na much longer second line\na:b:c
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = NULL;
  size_t room = 0;
  long n = getline(&line, &room, stdin);
  printf("%ld %s", n, line);
  n = getline(&line, &room, stdin);
  printf("%ld %s", n, line);
  int fields = 0;
  while ((n = getdelim(&line, &room, ':', stdin)) > 0) {
    printf("[%s]", line);
    fields++;
  }
  printf("\n%d\n", room >= 26);
  free(line);
  return fields;
}
