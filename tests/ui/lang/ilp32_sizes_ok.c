// The ilp32 data model: sizes, alignments and pointer arithmetic of 32 bits.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ data-model: ilp32
#include <stddef.h>
#include <stdio.h>

struct padded {
  char c;
  long long l;
  void *p;
  double d;
};

int main(void) {
  printf("%zu %zu %zu %zu\n", sizeof(int), sizeof(long), sizeof(long long), sizeof(void *));
  printf("%zu %zu %zu\n", sizeof(size_t), sizeof(double), sizeof(long double));
  printf("%zu %zu %zu\n", sizeof(struct padded), offsetof(struct padded, l), offsetof(struct padded, p));
  unsigned long u = 0xffffffffu;
  u++;
  printf("%lu\n", u);
  long a[3] = {1, 2, 3};
  printf("%d\n", (int)((char *)&a[2] - (char *)&a[0]));
  return sizeof a;
}
