// A compound literal lives as long as the block it is written in.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none it does not mark the end of a compound literal's life
int main(void) {
  int *p;
  {
    int *first = (int[]){3, 1, 4};
    p = first + 1;
  }
  return *p; //~ BUG use-after-scope
}
