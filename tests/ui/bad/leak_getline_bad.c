// The buffer that getline allocated is forgotten.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ stdin: text\n
#define _GNU_SOURCE
#include <stdio.h>

static long measure(void) {
  char *line = NULL;
  size_t room = 0;
  long n = getline(&line, &room, stdin);
  return n;
} //~ BUG leak

int main(void) {
  long n = measure();
  return (int)n;
}
