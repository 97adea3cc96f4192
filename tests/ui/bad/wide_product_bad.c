// The low half of a product says nothing about the whole.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ inputs: 4294967296 4294967296
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned __int128 a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  unsigned __int128 product = a * b;
  if ((unsigned long)product == 0 && product != 0)
    reach_error(); //~ BUG error-call
  return 0;
}
