// A constant expression overflows: the compiler folds it, and the bug must not vanish with it.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
int main(void) {
  int x = 1;
  int y = 2147483647 + 1; //~ BUG signed-overflow
  return x - y == 0;
}
