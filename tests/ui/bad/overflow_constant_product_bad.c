// A product of constants overflows, inside a call's argument.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
static int half(int n) {
  return n / 2;
}

int main(void) {
  return half(65536 * 32768); //~ BUG signed-overflow
}
