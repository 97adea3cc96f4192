// Unions: type punning between integers, bytes and floats (little endian).
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdint.h>
#include <stdio.h>

union word {
  uint32_t whole;
  uint16_t half[2];
  uint8_t byte[4];
  float real;
};

union any {
  char c;
  long l;
  double d;
  void *p;
};

int main(void) {
  union word w = {0x11223344};
  printf("%x %x %x %x\n", w.half[0], w.half[1], w.byte[0], w.byte[3]);
  w.byte[1] = 0xff;
  printf("%x\n", w.whole);
  w.real = 1.0f;
  printf("%x\n", w.whole);
  w.whole = 0x40490fdb;
  printf("%.5f\n", w.real);
  union any a = {.d = 2.0};
  printf("%lx\n", a.l);
  a.p = NULL;
  printf("%ld\n", a.l);
  union any copy = a;
  copy.c = 5;
  printf("%ld %ld %zu\n", a.l, copy.l, sizeof copy);
  return 0;
}
