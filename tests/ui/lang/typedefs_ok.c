// Typedefs of arrays, functions, pointers to functions and shadowed names.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>

typedef int number;
typedef number triple[3];
typedef number binary(number, number);
typedef binary *binary_ptr;
typedef struct node node;
struct node {
  number value;
  node *next;
};

static binary add, mul;
static number add(number a, number b) { return a + b; }
static number mul(number a, number b) { return a * b; }

static number fold(const triple t, binary_ptr f, number start) {
  for (int i = 0; i < 3; i++)
    start = f(start, t[i]);
  return start;
}

int main(void) {
  triple t = {2, 3, 4};
  node second = {7, NULL}, first = {6, &second};
  {
    typedef char number;
    printf("%d\n", (int)sizeof(number));
  }
  printf("%d %d\n", fold(t, add, 0), fold(t, mul, 1));
  printf("%d\n", first.next->value);
  return fold(t, add, 0);
}
