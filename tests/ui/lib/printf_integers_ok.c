// printf of integers: flags, widths, precisions, length modifiers, bases.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  printf("[%d][%5d][%-5d][%05d][%+d][% d]\n", 42, 42, 42, 42, 42, 42);
  printf("[%x][%X][%#x][%o][%#o][%08x]\n", 255, 255, 255, 8, 8, 0xbeef);
  printf("[%.3d][%8.3d][%-8.3d][%.0d]\n", 7, 7, 7, 0);
  printf("[%hhd][%hd][%ld][%lld]\n", 300, 70000, LONG_MIN, LLONG_MAX);
  printf("[%hhu][%hu][%lu][%llu]\n", 300, 70000, ULONG_MAX, ULLONG_MAX);
  printf("[%zu][%td][%jd]\n", (size_t)5, (ptrdiff_t)-5, (intmax_t)-6);
  printf("[%*d][%-*d][%.*d]\n", 6, 1, 6, 2, 4, 3);
  printf("[%i][%u][%d]\n", -1, -1, INT_MIN);
  int n = printf("[%%][%c][%5c][%-3c]\n", 'x', 'y', 'z');
  printf("%d\n", n);
  return 0;
}
