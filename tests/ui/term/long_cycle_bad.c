// A counter that begins anew: the state comes back after many rounds, which do not all go the same way.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
int main(void) {
  int hour = 0, day = 0;
  while (day < 7) { //~ BUG non-termination
    hour++;
    if (hour == 24) {
      hour = 0;
      day++;
    }
    if (day == 6)
      day = 1;
  }
  return 0;
}
