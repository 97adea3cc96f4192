// A locale may be missing.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ native: none the machine may have the locale
#include <locale.h>

int main(void) {
  const char *name = setlocale(LC_ALL, "");
  return name[0]; //~ BUG null-deref
}
