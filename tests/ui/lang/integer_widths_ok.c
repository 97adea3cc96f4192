// Limits and wrap-around of every unsigned width; extremes of every signed one.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <limits.h>
#include <stdio.h>

int main(void) {
  unsigned char uc = UCHAR_MAX;
  unsigned short us = USHRT_MAX;
  unsigned int ui = UINT_MAX;
  unsigned long ul = ULONG_MAX;
  unsigned long long ull = ULLONG_MAX;
  printf("%u %u %u %lu %llu\n", uc, us, ui, ul, ull);
  uc++, us++, ui++, ul++, ull++;
  printf("%u %u %u %lu %llu\n", uc, us, ui, ul, ull);
  uc--, us--, ui--, ul--, ull--;
  printf("%u %u %u %lu %llu\n", uc, us, ui, ul, ull);
  printf("%d %d %d %ld %lld\n", SCHAR_MIN, SHRT_MIN, INT_MIN, LONG_MIN, LLONG_MIN);
  printf("%d %d %d %ld %lld\n", SCHAR_MAX, SHRT_MAX, INT_MAX, LONG_MAX, LLONG_MAX);
  return 0;
}
