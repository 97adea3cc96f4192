// A sum of the elements does not change when they are rotated.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
int __VERIFIER_nondet_int(void);
void reach_error(void);

enum { COUNT = 6 };

static long long total(const int *numbers) {
  long long sum = 0;
  for (int i = 0; i < COUNT; i++)
    sum += numbers[i];
  return sum;
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = __VERIFIER_nondet_int();
  long long before = total(numbers);
  int first = numbers[0];
  for (int i = 0; i + 1 < COUNT; i++)
    numbers[i] = numbers[i + 1];
  numbers[COUNT - 1] = first;
  if (total(numbers) != before)
    reach_error();
  return 0;
}
