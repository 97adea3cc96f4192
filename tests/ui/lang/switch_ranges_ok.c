// GNU case ranges, 64-bit labels and a switch nested in a switch.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static const char *kind(int c) {
  switch (c) {
  case '0' ... '9':
    return "digit";
  case 'a' ... 'z':
  case 'A' ... 'Z':
    return "letter";
  case -10 ... -1:
    return "negative";
  }
  return "other";
}

static int wide(long long v) {
  switch (v) {
  case 0x100000000ll:
    return 1;
  case -0x100000000ll:
    return 2;
  case 0:
    switch ((int)v + 1) {
    case 1:
      break;
    default:
      return 9;
    }
    return 3;
  default:
    return 4;
  }
}

int main(void) {
  printf("%s %s %s %s %s\n", kind('7'), kind('q'), kind('Q'), kind(-5), kind('!'));
  printf("%d %d %d %d\n", wide(1ll << 32), wide(-(1ll << 32)), wide(0), wide(1));
  return 0;
}
