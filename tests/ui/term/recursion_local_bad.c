// Every call keeps a budget of its own and hands the address on; only the first one's would get less.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it overflows the stack
static int spend(const int *budget) {
  int left = *budget / 2 * 2; //~ BUG non-termination
  if (left <= 0)
    return 0;
  return spend(&left);
}

int main(void) {
  int budget = 11;
  return spend(&budget);
}
