// Every call has less to spend than the one before.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
//@ verdict[symex]: true(termination)
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
