// Memory from alloca dies with the function that asked for it.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none AddressSanitizer does not track alloca past the return of its function
#include <alloca.h>

static char *scratch(int n) {
  char *p = alloca(n);
  p[0] = 'a';
  return p;
}

int main(void) {
  char *p = scratch(10);
  return p[0]; //~ BUG use-after-scope
}
