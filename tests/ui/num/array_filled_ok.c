// Every element is what the loop made of it: so many that nobody looks at each.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(unreach-call)
void reach_error(void);

int main(void) {
  int numbers[5000];
  for (int i = 0; i < 5000; i++)
    numbers[i] = 42;
  for (int i = 0; i < 5000; i++)
    if (numbers[i] != 42)
      reach_error();
  return 0;
}
