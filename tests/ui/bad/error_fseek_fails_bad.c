// A stream that has no positions, as pipes have none: neither can it be moved nor asked where it is.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ native: none it takes a pipe of that name
//@ inputs: 1 1
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  FILE *f = fopen("pipe", "r+");
  if (!f)
    return 0;
  if (fseek(f, 0, SEEK_SET) != 0 && ftell(f) == -1)
    reach_error(); //~ BUG error-call
  fclose(f);
  return 0;
}
