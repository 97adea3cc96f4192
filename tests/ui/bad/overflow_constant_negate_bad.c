// The negation of the smallest number, written as a constant.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
int main(void) {
  int x = -(-2147483647 - 1); //~ BUG signed-overflow
  return x == 5;
}
