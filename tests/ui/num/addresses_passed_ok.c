// Arrays, numbers and structs of the caller, which functions are given the addresses of.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct limits {
  int least;
  int most;
};

static void note(struct limits *seen, int number) {
  if (number < seen->least)
    seen->least = number;
  if (number > seen->most)
    seen->most = number;
}

static int count_above(const int *numbers, int length, int bound) {
  int count = 0;
  for (const int *at = numbers; at < numbers + length; at++)
    if (*at > bound)
      count++;
  return count;
}

int main(void) {
  int numbers[8];
  struct limits seen = {0, 0};
  for (int i = 0; i < 8; i++) {
    numbers[i] = __VERIFIER_nondet_int();
    note(&seen, numbers[i]);
  }
  if (seen.least > seen.most)
    reach_error();
  int above = count_above(numbers, 8, seen.most);
  if (above < 0 || above > 8)
    reach_error();
  return 0;
}
