// The last element is left as it was, and that may be anything.
//@ property: unreach-call
//@ verdict: false(unreach-call)
void reach_error(void);

int main(void) {
  int numbers[5000];
  for (int i = 0; i < 4999; i++)
    numbers[i] = 42;
  for (int i = 0; i < 5000; i++)
    if (numbers[i] != 42)
      reach_error(); //~ BUG error-call
  return 0;
}
