// switch with fall-through, default in the middle, no default, and negative labels.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static int score(int c) {
  int r = 0;
  switch (c) {
  case 1:
    r += 1;
  case 2:
    r += 10;
    break;
  default:
    r += 1000;
  case -3:
    r += 100;
    break;
  case 4: {
    int inner = 7;
    r += inner;
  }
  }
  return r;
}

static int no_default(unsigned char c) {
  switch (c) {
  case 'a':
    return 1;
  case 255:
    return 2;
  }
  return 3;
}

int main(void) {
  for (int i = -4; i < 6; i++)
    printf("%d ", score(i));
  printf("\n%d %d %d\n", no_default('a'), no_default(255), no_default(0));
  return score(99) % 256;
}
