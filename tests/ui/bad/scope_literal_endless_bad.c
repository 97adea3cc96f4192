// Each turn of an endless loop has a compound literal of its own, too.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none it does not mark the end of a compound literal's life
int main(void) {
  int *last = 0;
  for (;;) {
    if (last && *last == 7) //~ BUG use-after-scope
      break;
    last = &(int){7};
  }
  return 0;
}
