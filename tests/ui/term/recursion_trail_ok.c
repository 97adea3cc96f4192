// Calls that all look the same but for the trail behind them, which ends the recursion when it gets long.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
struct step {
  const struct step *before;
};

static int walk(const struct step *trail) {
  int length = 0;
  for (const struct step *step = trail; step; step = step->before)
    length++;
  if (length > 5)
    return length;
  struct step here = {trail};
  return walk(&here);
}

int main(void) { return walk(0) != 6; }
