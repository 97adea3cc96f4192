// The loop that does not end is in a function that was called in a loop, after it has ended some times.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
static int tries(int left) {
  int done = 0;
  while (left != 0) { //~ BUG non-termination
    left = left > 0 ? left - 2 : left + 2;
    if (left == -1)
      left = 3;
    done++;
    if (done > 50)
      done = 50;
  }
  return done;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += tries(i < 5 ? 2 * i : i);
  return sum;
}
