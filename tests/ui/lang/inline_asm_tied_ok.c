// Empty assembly whose outputs are tied to inputs of other types: kernels take addresses apart this way.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)

extern void abort(void);

static int value;

int main(void) {
  unsigned long address;
  __asm__("" : "=r"(address) : "0"(&value));
  *(int *)(address + 0UL) = 5;
  if (value != 5)
    abort();

  int *pointer;
  __asm__("" : "=r"(pointer) : "0"((unsigned long)&value));
  *pointer += 1;

  int first = 1, second = 2;
  __asm__("" : "+r"(first), "+r"(second)::"memory");
  __asm__("" : "+m"(value));

  void *left, *right;
  __asm__("" : "=r"(left), "=r"(right) : "1"(&first), "0"(&second));
  *(int *)left += 10;
  *(int *)right += 20;
  return value == 6 && first == 21 && second == 12 ? 7 : 1;
}
