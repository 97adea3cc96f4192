// Uses a variable-length array after its block.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none AddressSanitizer does not poison variable-length arrays at the end of their scope
int main(void) {
  int n = 4;
  int *p;
  {
    int a[n];
    a[2] = 6;
    p = &a[2];
  }
  return *p; //~ BUG use-after-scope
}
