// A variable-length array of no size is undefined behaviour, not an object of no bytes.
//@ verdict: unknown
extern void reach_error(void);

static int sum(int n) {
  int v[n]; //~ BUG array-size
  int total = 0;
  for (int i = 0; i < n; i++)
    v[i] = i;
  for (int i = 0; i < n; i++)
    total += v[i];
  return total;
}

int main(void) {
  if (sum(0) == 0)
    reach_error();
  return 0;
}
