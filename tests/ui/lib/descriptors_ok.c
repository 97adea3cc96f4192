// The least free descriptor is used again; time used does not shrink; moving back by the most there is fails.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow)
//@ verdict[smg]: true(valid-memsafety)
//@ native: none it depends on files
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <time.h>

int main(void) {
  FILE *f = fopen("one", "r");
  if (!f)
    return 0;
  int first = fileno(f);
  if (fseek(f, LONG_MIN, SEEK_CUR) == 0)
    assert(ftell(f) != 0);
  fclose(f);
  f = fopen("two", "r");
  if (f) {
    assert(fileno(f) == first);
    fclose(f);
  }
  clock_t before = clock(), after = clock();
  assert(before == -1 || after == -1 || after >= before);
  return 0;
}
