// What is appended to may hold something already.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ native: none it takes a file that is not empty
//@ inputs: 1 5
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  FILE *f = fopen("log", "a");
  if (!f)
    return 0;
  fputs("abc", f);
  long at = ftell(f);
  if (at > 3)
    reach_error(); //~ BUG error-call
  fclose(f);
  return 0;
}
