// The greatest 128-bit number and an input.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
//@ inputs: 1
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  __int128 most = (__int128)(~(unsigned __int128)0 >> 1);
  return most + __VERIFIER_nondet_uchar() > 5; //~ BUG signed-overflow
}
