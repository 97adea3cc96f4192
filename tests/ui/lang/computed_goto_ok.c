// A byte-code interpreter with labels as values.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>

static int execute(const unsigned char *code) {
  static const void *const labels[] = {&&halt, &&push, &&add, &&mul, &&dup};
  int stack[8], top = 0;
#define NEXT goto *labels[*code++]
  NEXT;
push:
  stack[top++] = *code++;
  NEXT;
add:
  top--;
  stack[top - 1] += stack[top];
  NEXT;
mul:
  top--;
  stack[top - 1] *= stack[top];
  NEXT;
dup:
  stack[top] = stack[top - 1];
  top++;
  NEXT;
halt:
  return stack[top - 1];
}

int main(void) {
  unsigned char square_plus[] = {1, 9, 4, 3, 1, 5, 2, 0};
  int r = execute(square_plus);
  printf("%d\n", r);
  return r;
}
