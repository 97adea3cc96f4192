// What the loop asks about is a number of the round before, and no such number is large enough to end it.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
int main(void) {
  unsigned next = 1, last = 0, rounds = 0;
  while (last < 20000) { //~ BUG non-termination
    last = next;
    next = (next * 5 + 3) & 8191;
    rounds++;
  }
  return (int)rounds;
}
