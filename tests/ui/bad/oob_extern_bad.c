// An array that another file defines has the size of its declaration.
//@ native: none the array is defined nowhere
//@ verdict: false(valid-deref)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[symex]: true(termination)
extern int table[4];

int main(void) {
  return table[4]; //~ BUG out-of-bounds
}
