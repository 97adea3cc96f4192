// Returning from main runs the handlers too, and the status stays.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

static char *buffer;

static void release(void) {
  printf("release %s\n", buffer);
  free(buffer);
}

int main(void) {
  buffer = malloc(3);
  buffer[0] = 'o';
  buffer[1] = 'k';
  buffer[2] = 0;
  if (atexit(release))
    return 1;
  return 5;
}
