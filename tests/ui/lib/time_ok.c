// time and clock answer something; only the relation of the answers is used.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <time.h>

int main(void) {
  time_t stored = 0;
  time_t now = time(&stored);
  printf("%d\n", now == stored);
  time_t later = time(NULL);
  printf("%d\n", later >= now);
  clock_t a = clock();
  clock_t b = clock();
  printf("%d\n", b >= a);
  return 0;
}
