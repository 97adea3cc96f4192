// sizeof, alignment, padding and offsets of the lp64 data model.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stddef.h>
#include <stdio.h>

struct padded {
  char c;
  int i;
  char d;
  long l;
  short s;
};

struct packed {
  char c;
  int i;
  long l;
} __attribute__((packed));

union both {
  char bytes[13];
  double d;
};

int main(void) {
  printf("%zu %zu %zu %zu %zu\n", sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void *));
  printf("%zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(long double));
  printf("%zu %zu %zu\n", sizeof(struct padded), sizeof(struct packed), sizeof(union both));
  printf("%zu %zu %zu\n", offsetof(struct padded, i), offsetof(struct padded, l), offsetof(struct padded, s));
  printf("%zu %zu\n", offsetof(struct packed, i), offsetof(struct packed, l));
  int a[7];
  printf("%zu %zu\n", sizeof a, sizeof a / sizeof a[0]);
  int n = 3;
  printf("%zu %d\n", sizeof(n++), n);
  printf("%zu %zu\n", sizeof "hello", sizeof 'a');
  printf("%zu %zu\n", _Alignof(double), _Alignof(struct packed));
  return 0;
}
