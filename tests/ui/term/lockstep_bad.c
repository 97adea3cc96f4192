// Two counters go on side by side and wrap around; only their distance is looked at, and it never changes.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
int main(void) {
  unsigned front = 10, back = 0, distance = 10;
  while (distance == 10) { //~ BUG non-termination
    distance = front - back;
    front += 3;
    back += 3;
  }
  return (int)distance;
}
