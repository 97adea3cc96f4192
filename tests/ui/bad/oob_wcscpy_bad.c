// Wide characters take four bytes each.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none AddressSanitizer does not look into wcscpy
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t *copy = malloc(8);
  if (!copy)
    return 1;
  wcscpy(copy, L"wide"); //~ BUG out-of-bounds
  free(copy);
  return 0;
}
