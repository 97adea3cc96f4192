// A factorial that leaves int.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
int main(void) {
  int f = 1;
  for (int i = 1; i <= 13; i++)
    f *= i; //~ BUG signed-overflow
  return f % 7;
}
