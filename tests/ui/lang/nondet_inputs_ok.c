// Inputs of every type of the verifier's interface, and an assumption on one.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ inputs: 1 200 -5 40000 -70000 3000000000 -9 18446744073709551615 65 12
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  unsigned char uc = __VERIFIER_nondet_uchar();
  short s = __VERIFIER_nondet_short();
  unsigned short us = __VERIFIER_nondet_ushort();
  int i = __VERIFIER_nondet_int();
  unsigned ui = __VERIFIER_nondet_uint();
  long l = __VERIFIER_nondet_long();
  unsigned long ul = __VERIFIER_nondet_ulong();
  char c = __VERIFIER_nondet_char();
  int last = __VERIFIER_nondet_int();
  __VERIFIER_assume(last > 0 && last < 100);
  printf("%d %d %d %d %d %u %ld %lu %d %d\n", b, uc, s, us, i, ui, l, ul, c, last);
  return last;
}
