// Dereferences a local pointer that was never set.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none MemorySanitizer sees it, AddressSanitizer does not track initialisation
int main(void) {
  int *p;
  *p = 1; //~ BUG uninit-deref
  return 0;
}
