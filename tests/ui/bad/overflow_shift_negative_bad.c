// Shifts a negative value to the left.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
int main(void) {
  int v = -1;
  int r = v << 4; //~ BUG signed-overflow
  return r != 0;
}
