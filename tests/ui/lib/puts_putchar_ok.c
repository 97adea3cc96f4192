// puts, fputs, putchar, putc, fputc, fwrite to standard output.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  puts("puts");
  puts("");
  fputs("fputs\n", stdout);
  printf("%c %c\n", putchar('a'), putc('b', stdout));
  fputc('c', stdout);
  fputc(10, stdout);
  size_t n = fwrite("fwrite\n", 1, 7, stdout);
  printf("%zu\n", n);
  fputs("to stderr\n", stderr);
  printf("%d\n", putchar(256 + 'z') == 'z');
  return fflush(stdout);
}
