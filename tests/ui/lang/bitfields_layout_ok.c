// Straddling bit fields, zero width, packed, and a view of the bytes.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <string.h>

struct straddle {
  unsigned a : 20;
  unsigned b : 20;
  unsigned c : 20;
};
struct split {
  unsigned char a : 3;
  unsigned char : 0;
  unsigned char b : 3;
};
struct __attribute__((packed)) dense {
  unsigned a : 20;
  unsigned b : 20;
  unsigned c : 8;
};
struct mixed {
  char first;
  unsigned low : 4;
  unsigned high : 12;
  char last;
};

static void dump(const void *p, unsigned n) {
  const unsigned char *b = p;
  while (n--)
    printf("%02x", *b++);
  printf("\n");
}

int main(void) {
  struct straddle s;
  struct split t;
  struct dense d;
  struct mixed m;
  memset(&s, 0, sizeof s);
  memset(&t, 0, sizeof t);
  memset(&d, 0, sizeof d);
  memset(&m, 0, sizeof m);
  s.a = 0xabcde, s.b = 0x12345, s.c = 0xfffff;
  t.a = 5, t.b = 6;
  d.a = 0xabcde, d.b = 0x12345, d.c = 0x77;
  m.first = 1, m.low = 0xf, m.high = 0xabc, m.last = 2;
  dump(&s, sizeof s);
  dump(&t, sizeof t);
  dump(&d, sizeof d);
  dump(&m, sizeof m);
  printf("%x %x %x\n", s.b, d.b, m.high);
  return 0;
}
