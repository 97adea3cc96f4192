// realloc: growing keeps the contents, null acts as malloc, shrinking truncates.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *v = NULL, count = 0, room = 0;
  for (int i = 0; i < 50; i++) {
    if (count == room) {
      room = room ? room * 2 : 1;
      v = realloc(v, room * sizeof *v);
    }
    v[count++] = i * 3;
  }
  long sum = 0;
  for (int i = 0; i < count; i++)
    sum += v[i];
  printf("%d %d %ld\n", count, room, sum);
  v = realloc(v, 2 * sizeof *v);
  printf("%d %d\n", v[0], v[1]);
  free(v);
  return room;
}
