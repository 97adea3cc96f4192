// The first loop leaves out one place, which then holds zero.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
void reach_error(void);
int __VERIFIER_nondet_int(void);

enum { COUNT = 20 };

int from[COUNT], to[COUNT];

int main(void) {
  for (int i = 0; i < COUNT; i++)
    from[i] = __VERIFIER_nondet_int();
  for (int i = COUNT - 1; i > 0; i--)
    to[i] = from[i];
  for (int i = 0; i < COUNT; i++)
    if (to[i] != from[i])
      reach_error(); //~ BUG error-call
  return 0;
}
