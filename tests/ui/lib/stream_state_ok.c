// clearerr, fileno, setvbuf, setbuf and what they leave alone.
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ stdin: a
#include <stdio.h>

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  setbuf(stderr, NULL);
  printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
  while (getchar() != EOF)
    ;
  printf("%d\n", feof(stdin) != 0);
  clearerr(stdin);
  printf("%d %d\n", feof(stdin) != 0, ferror(stdin) != 0);
  return 0;
}
