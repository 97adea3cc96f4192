// A signed overflow in a binary search.
//
// The midpoint is computed as (low + high) / 2. That is right for small arrays and wrong
// once the sum of the bounds no longer fits an int; low + (high - low) / 2 never overflows.
//@ property: no-overflow
//@ verdict: false(no-overflow)
//@ inputs: 2000000000 1999999999
extern int __VERIFIER_nondet_int(void);

// The first number in [0, count) that is at least `wanted`.
static int lower_bound(int count, int wanted) {
  int low = 0;
  int high = count;
  while (low < high) {
    int middle = (low + high) / 2; //~ BUG signed-overflow
    if (middle < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int main(void) {
  int count = __VERIFIER_nondet_int();
  int wanted = __VERIFIER_nondet_int();
  if (count < 0 || wanted < 0)
    return 1;
  int found = lower_bound(count, wanted);
  return found == wanted ? 0 : 2;
}
