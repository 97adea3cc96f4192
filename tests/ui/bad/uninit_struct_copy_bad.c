// The pointer was indeterminate in the original and is so in the copy.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none MemorySanitizer sees it, AddressSanitizer does not track initialisation
struct handle {
  int kind;
  char *text;
};

int main(void) {
  struct handle a, b;
  a.kind = 2;
  b = a;
  if (b.kind == 2)
    return b.text[0]; //~ BUG uninit-deref
  return 0;
}
