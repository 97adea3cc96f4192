// Structs with a large alignment by value where the stack is aligned to less.
//@ data-model: ilp32
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdarg.h>
#include <stdio.h>

struct wide {
  int value[4];
} __attribute__((aligned(64)));

struct half {
  long value;
} __attribute__((aligned(32)));

static int misplaced;

static int take(int before, struct wide w, char after, struct half h) {
  misplaced += ((unsigned long)&w & 63) != 0;
  misplaced += ((unsigned long)&h & 31) != 0;
  w.value[0] += before + after;
  return w.value[0] + w.value[3] + (int)h.value;
}

static long sum(int count, ...) {
  long total = 0;
  va_list list;
  va_start(list, count);
  for (int i = 0; i < count; i++) {
    struct half h = va_arg(list, struct half);
    misplaced += ((unsigned long)&h & 31) != 0;
    total += h.value;
    total += va_arg(list, int);
    struct wide w = va_arg(list, struct wide);
    total += w.value[3];
  }
  va_end(list);
  return total;
}

int main(void) {
  struct wide w = {{1, 2, 3, 4}};
  struct half h = {100};
  if (take(10, w, 20, h) != 135)
    return 1;
  if (w.value[0] != 1)
    return 2;
  if (sum(2, h, 5, w, h, 6, w) != 219)
    return 3;
  printf("%d misplaced\n", misplaced);
  return misplaced;
}
