// A long of the ilp32 data model overflows where an lp64 one would not.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
//@ data-model: ilp32
int main(void) {
  long seconds = 365l * 24 * 60 * 60;
  long years = 100;
  long total = seconds * years; //~ BUG signed-overflow
  return total > 0;
}
