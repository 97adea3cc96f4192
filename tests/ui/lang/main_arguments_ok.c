// main with parameters: at least the terminating null of argv is there.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
#include <stdio.h>

int main(int argc, char **argv) {
  int n = 0;
  while (argv[n])
    n++;
  printf("%d\n", n == argc);
  return argc >= 0 ? 4 : 5;
}
