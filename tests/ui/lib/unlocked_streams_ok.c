// The unlocked variants of the stream functions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ stdin: xyz\nline\n
#define _GNU_SOURCE
#include <stdio.h>

int main(void) {
  int a = getchar_unlocked(), b = getc_unlocked(stdin), c = fgetc_unlocked(stdin);
  putchar_unlocked(c);
  putc_unlocked(b, stdout);
  fputc_unlocked(a, stdout);
  fputs_unlocked("\n", stdout);
  char line[8];
  fgets_unlocked(line, sizeof line, stdin);
  printf("%d\n", line[0] == '\n');
  size_t n = fread_unlocked(line, 1, 4, stdin);
  fwrite_unlocked(line, 1, n, stdout);
  printf("\n%d %d\n", feof_unlocked(stdin) != 0, ferror_unlocked(stdin) != 0);
  return fflush_unlocked(stdout);
}
