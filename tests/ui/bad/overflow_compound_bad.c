// The running sum in a compound assignment overflows.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += 500000000; //~ BUG signed-overflow
  return sum > 0;
}
