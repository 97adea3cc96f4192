// A callback with a context pointer, called for each element of an array.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>

typedef void visit(void *context, int value);

static void each(const int *values, int count, visit *f, void *context) {
  for (int i = 0; i < count; i++)
    f(context, values[i]);
}

static void accumulate(void *context, int value) { *(long *)context += value; }

struct range {
  int low, high;
};

static void extend(void *context, int value) {
  struct range *r = context;
  if (value < r->low)
    r->low = value;
  if (value > r->high)
    r->high = value;
}

int main(void) {
  int values[] = {4, -2, 17, 8};
  long total = 0;
  struct range r = {values[0], values[0]};
  each(values, 4, accumulate, &total);
  each(values, 4, extend, &r);
  printf("%ld %d %d\n", total, r.low, r.high);
  return (int)total;
}
