// The answer of __builtin_constant_p is a constant, whatever the question.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
extern void reach_error(void);
int main(void) {
  int v = 0;
  if (__builtin_constant_p(__builtin_constant_p(v)))
    reach_error(); //~ BUG error-call
  return 0;
}
