// The same word is a negative number with sign and a large one without: that the numbers differ does not tell places apart.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 2 2 -7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned words[4] = {0, 1, 2, 3};
  int here = __VERIFIER_nondet_int();
  int there = __VERIFIER_nondet_int();
  int number = __VERIFIER_nondet_int();
  if (here < 0 || here > 3 || there < 0 || there > 3)
    return 0;
  words[here] = number;
  unsigned word = words[there];
  if (number < 0 && here == there)
    reach_error(); //~ BUG error-call
  return word > 9;
}
