// Nested calls, results used as arguments, chained member access of returned structs.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>

struct box {
  int value;
  int history[3];
};

static struct box put(struct box b, int v) {
  b.history[b.value % 3] = v;
  b.value++;
  return b;
}

static int pick(struct box b, int i) { return b.history[i]; }
static int inc(int v) { return v + 1; }

int main(void) {
  struct box empty = {0};
  printf("%d\n", inc(inc(inc(inc(1)))));
  printf("%d\n", pick(put(put(put(empty, 4), 5), 6), inc(1)));
  printf("%d\n", put(put(empty, 8), 9).history[1]);
  printf("%d\n", put(empty, 3).value);
  return pick(put(empty, inc(6)), 0);
}
