// A file may be as long as it likes.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 97 97 97 97 97
//@ native: none there is no such file
#include <stdio.h>

int main(void) {
  char word[4];
  int n = 0, c;
  FILE *f = fopen("words.txt", "r");
  if (!f)
    return 1;
  while ((c = fgetc(f)) != EOF && c != '\n')
    word[n++] = (char)c; //~ BUG out-of-bounds
  fclose(f);
  return 0;
}
