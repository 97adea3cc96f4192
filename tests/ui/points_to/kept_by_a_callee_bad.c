// A function that has returned took its locals with it.
//@ property: valid-memsafety,unreach-call
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
int *kept;

static void callee(void) {
  int local = 3;
  kept = &local;
}

int main(void) {
  callee();
  return *kept; //~ BUG use-after-scope
}
