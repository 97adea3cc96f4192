// Copies a whole struct from a null pointer.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
struct big {
  int values[10];
};

static struct big *source;

int main(void) {
  struct big copy;
  copy = *source; //~ BUG null-deref
  return copy.values[0];
}
