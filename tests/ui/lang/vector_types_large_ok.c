// Vectors of 256 bits and more.
//@ args: -Wno-psabi
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

typedef double four __attribute__((vector_size(32)));
typedef long quad __attribute__((vector_size(32)));
typedef unsigned char bytes __attribute__((vector_size(32)));
typedef int eight __attribute__((vector_size(32)));
typedef int sixteen __attribute__((vector_size(64)));

static four twice(four v) { return v + v; }

static int wrong;

static void check(int right) { wrong += !right; }

int main(void) {
  four f = {1.5, 2.5, -3.5, 4.0};
  f = twice(f) * 2.0;
  check(f[0] == 6.0 && f[1] == 10.0 && f[2] == -14.0 && f[3] == 16.0);
  f = -f;
  quad less = f < 0.0;
  check(less[0] == -1 && less[1] == -1 && less[2] == 0 && less[3] == -1);
  quad q = __builtin_convertvector(f, quad);
  check(q[0] == -6 && q[2] == 14);

  bytes b = (bytes)(quad){0x0807060504030201, 0, 0, -1};
  check(b[0] == 1 && b[7] == 8 && b[8] == 0 && b[31] == 255);
  b[9] = 7;
  quad back = (quad)b;
  check(back[1] == 0x700);

  eight e = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < 8; i++)
    e[i] *= i;
  eight turned = __builtin_shufflevector(e, e, 7, 6, 5, 4, 3, 2, 1, 0);
  check(turned[0] == 56 && turned[7] == 0 && turned[6] == 2);
  eight large = e > 10;
  eight chosen = (e & large) | (-e & ~large);
  check(chosen[2] == -6 && chosen[7] == 56);

  sixteen s = {0};
  s[15] = 3;
  s += 1;
  sixteen *p = &s;
  check((*p)[15] == 4 && ((int *)p)[3] == 1);
  printf("%d wrong\n", wrong);
  return wrong;
}
