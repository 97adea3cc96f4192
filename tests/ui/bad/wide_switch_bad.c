// Cases beyond 64 bits are not what their low bits are.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
extern void reach_error(void);

int main(void) {
  __int128 none = 0;
  switch (none) {
  case ((__int128)1 << 64):
    return 1;
  default:
    reach_error(); //~ BUG error-call
  }
  return 0;
}
