// scanf reads a word into a buffer that is too small for it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ stdin: overlong
#include <stdio.h>

int main(void) {
  char word[6];
  if (scanf("%s", word) != 1) //~ BUG out-of-bounds
    return 1;
  return word[0];
}
