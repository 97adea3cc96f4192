// strcat overflows a stack buffer in the third round.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  char b[10] = "";
  for (int i = 0; i < 3; i++)
    strcat(b, "abcd"); //~ BUG out-of-bounds
  return b[0];
}
