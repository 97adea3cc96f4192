// Identifiers with dollars and letters beyond ASCII; registers of the IR must not clash.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static int größe = 3, $dollar = 4, π = 5;
struct ünion {
  int café;
};
static int reg1(int r1, int r2) { return r1 - r2; }
static int _0(void) __asm__("0");
static int _0(void) { return 6; }
static int spaced __asm__("a name with \"quotes\" and \\ and %") = 7;

int main(void) {
  struct ünion u = {größe + $dollar + π};
  printf("%d %d %d %d\n", u.café, reg1(9, 2), _0(), spaced);
  return u.café;
}
