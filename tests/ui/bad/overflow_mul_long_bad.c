// A product of longs that leaves 64 bits.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
static long power(long base, int exponent) {
  long r = 1;
  while (exponent-- > 0)
    r *= base; //~ BUG signed-overflow
  return r;
}

int main(void) {
  long a = power(10, 18);
  long b = power(10, 19);
  return a < b;
}
