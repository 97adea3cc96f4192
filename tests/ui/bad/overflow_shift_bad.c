// Shifts a one into the sign bit and beyond.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
int main(void) {
  int bits = 3;
  int places = 31;
  int r = bits << places; //~ BUG signed-overflow
  return r != 0;
}
