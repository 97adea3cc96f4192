// main calls itself.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(int argc, char **argv) {
  static int depth;
  if (++depth < 5)
    return main(argc, argv) + 1;
  printf("%d\n", depth);
  return 0;
}
