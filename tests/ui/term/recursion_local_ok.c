// Every call has less to spend than the one before.
//@ property: termination
//@ verdict: true
static int spend(const int *budget) {
  int left = *budget - 1;
  if (left <= 0)
    return 0;
  return spend(&left);
}

int main(void) {
  int budget = 11;
  return spend(&budget);
}
