// Numbers wider than any register: their comparison is exact, and an address fits into one.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(unreach-call)
extern void reach_error(void);

int main(void) {
  long top = 0x7fffffffffffffff;
  __int128 wide = (__int128)top + 1;
  int seen = 0;
  if (wide > (__int128)top)
    seen = 1;
  unsigned __int128 address = (unsigned __int128)(unsigned long)-1;
  if (address >> 64)
    reach_error();
  return seen ? 0 : 1;
}
