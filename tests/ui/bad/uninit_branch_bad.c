// Only one of two paths sets the pointer, and an input chooses the other.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none MemorySanitizer sees it, AddressSanitizer does not track initialisation
//@ inputs: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3;
  int *p;
  if (__VERIFIER_nondet_int())
    p = &x;
  return *p; //~ BUG uninit-deref
}
