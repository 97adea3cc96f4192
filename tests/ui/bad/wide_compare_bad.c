// A sum that fits only a wider number is above the largest narrower one.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
extern void reach_error(void);

int main(void) {
  long top = 0x7fffffffffffffff;
  __int128 wide = (__int128)top + 1;
  if (wide > (__int128)top)
    reach_error(); //~ BUG error-call
  return 0;
}
