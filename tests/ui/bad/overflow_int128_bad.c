// A sum of 128-bit integers overflows.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ verdict[chc]: false(no-overflow)
//@ verdict[explore]: false(no-overflow)
int main(void) {
  __int128 v = 1;
  for (int i = 0; i < 130; i++)
    v = v + v; //~ BUG signed-overflow
  return v > 0;
}
