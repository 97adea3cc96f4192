// strtoimax, strtoumax, imaxabs and the format macros of inttypes.h.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <inttypes.h>
#include <stdio.h>

int main(void) {
  char *end;
  intmax_t a = strtoimax("-42rest", &end, 10);
  uintmax_t b = strtoumax("ff", NULL, 16);
  printf("%" PRIdMAX " %" PRIuMAX " %s\n", a, b, end);
  printf("%" PRIdMAX "\n", imaxabs(a));
  printf("%" PRId64 " %" PRIx32 " %" PRIu8 "\n", INT64_MIN, UINT32_MAX, (uint8_t)255);
  return (int)imaxabs(a);
}
