// An overflow inside an array's initialiser: the compiler turns it into data before anyone can see it happen.
//@ property: no-overflow
//@ native: none the sanitizers do not see it either
//@ verdict: unknown
int main(void) {
  int a[4] = {1, 2, 3, 2147483647 + 1};
  return a[0] - 1;
}
