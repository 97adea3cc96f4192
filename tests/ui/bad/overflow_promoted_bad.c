// Two unsigned shorts are multiplied as ints.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
int main(void) {
  unsigned short a = 65535, b = 65535;
  unsigned r = a * b; //~ BUG signed-overflow
  return r == 1;
}
