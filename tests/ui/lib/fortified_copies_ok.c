// The _chk variants that fortified headers call, used directly.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>

int main(void) {
  char a[8];
  __builtin___memset_chk(a, 0, sizeof a, sizeof a);
  __builtin___strcpy_chk(a, "abc", sizeof a);
  __builtin___strcat_chk(a, "def", sizeof a);
  printf("%s\n", a);
  char b[8];
  __builtin___memcpy_chk(b, a, 7, sizeof b);
  b[7] = 0;
  __builtin___snprintf_chk(a, sizeof a, 0, sizeof a, "%s!", b);
  printf("%s\n", a);
  return 0;
}
