// abs, labs, llabs, div, ldiv, lldiv.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  printf("%d %ld %lld\n", abs(-5), labs(-5000000000l), llabs(9));
  div_t d = div(-17, 5);
  ldiv_t l = ldiv(17000000000l, -5);
  lldiv_t ll = lldiv(-1, 2);
  printf("%d %d\n", d.quot, d.rem);
  printf("%ld %ld\n", l.quot, l.rem);
  printf("%lld %lld\n", ll.quot, ll.rem);
  return abs(d.quot);
}
