// The address of a local of the last iteration leads to nothing in this one, although it lies at the same place.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none the new life lies where the old one did
#include <assert.h>

int *kept;

static void keep(int *address) {
  kept = address;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    int local = i;
    if (i == 1)
      *kept = 7; //~ BUG use-after-scope
    keep(&local);
    assert(local == i);
  }
  return 0;
}
