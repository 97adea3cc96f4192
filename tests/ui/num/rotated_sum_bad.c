// A weighted sum of the elements changes when they are rotated, unless they are alike.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 0 0 0 0 0
int __VERIFIER_nondet_int(void);
void reach_error(void);

enum { COUNT = 6 };

static long long weighted(const int *numbers) {
  long long sum = 0;
  for (int i = 0; i < COUNT; i++)
    sum += (long long)(i + 1) * numbers[i];
  return sum;
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = __VERIFIER_nondet_int();
  long long before = weighted(numbers);
  int first = numbers[0];
  for (int i = 0; i + 1 < COUNT; i++)
    numbers[i] = numbers[i + 1];
  numbers[COUNT - 1] = first;
  if (weighted(numbers) != before)
    reach_error(); //~ BUG error-call
  return 0;
}
