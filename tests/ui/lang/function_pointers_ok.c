// Function pointers in variables, tables, structs, as arguments and results.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static int (*const table[])(int, int) = {add, sub, mul};

struct op {
  char symbol;
  int (*apply)(int, int);
};

static int (*choose(char c))(int, int) {
  static const struct op ops[] = {{'+', add}, {'-', sub}, {'*', mul}};
  for (int i = 0; i < 3; i++)
    if (ops[i].symbol == c)
      return ops[i].apply;
  return NULL;
}

int main(void) {
  int (*f)(int, int) = add;
  printf("%d %d\n", f(2, 3), (*f)(4, 5));
  for (int i = 0; i < 3; i++)
    printf("%d ", table[i](10, 4));
  printf("\n");
  f = choose('-');
  printf("%d %d\n", f == sub, choose('?') == NULL);
  int (**pf)(int, int) = &f;
  return (**pf)(9, 4);
}
