// fread of standard input in blocks.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ stdin: abcdefghij
#include <stdio.h>

int main(void) {
  char block[4];
  size_t n, total = 0;
  while ((n = fread(block, 1, sizeof block, stdin)) > 0) {
    printf("%zu:%.*s ", n, (int)n, block);
    total += n;
  }
  printf("\n%zu %d\n", total, ferror(stdin) != 0);
  return (int)total;
}
