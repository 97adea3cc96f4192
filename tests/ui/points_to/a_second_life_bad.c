// The scope of an object without a name ends where its block does, and what comes to lie there later is another one.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1
//@ sanitizer: none clang ends it with the function
extern int __VERIFIER_nondet_int(void);

static int *kept;

int main(void) {
  int chosen = __VERIFIER_nondet_int();
  if (chosen) {
    kept = (int[]){1, 2};
  } else {
    kept = &chosen;
  }
  return *kept; //~ BUG use-after-scope
}
