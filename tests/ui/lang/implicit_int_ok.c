// Implicit int and implicit declarations, as programs before C99 have them.
//@ verdict: true
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
