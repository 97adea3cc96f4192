// Implicit int and implicit declarations, as programs before C99 have them.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
//@ args: -std=gnu89
static counter;

later(n) {
  counter += n;
  return n * 2;
}

main() {
  auto i;
  register j = 3;
  for (i = 0; i < j; i++)
    later(i);
  printf("%d %d\n", counter, undeclared(5));
  return counter;
}

undeclared(n) { return n - 1; }
