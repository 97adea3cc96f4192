// Not every end of what can be read is the end of the file.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ native: none it takes a folder
//@ inputs: 1 -2
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  FILE *f = fopen("/", "r");
  if (!f)
    return 0;
  if (getc(f) == EOF && ferror(f) && !feof(f))
    reach_error(); //~ BUG error-call
  fclose(f);
  return 0;
}
