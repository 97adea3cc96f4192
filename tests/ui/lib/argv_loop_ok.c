// Counting arguments needs no knowledge of what they are.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
#include <stdio.h>

int main(int argc, char **argv) {
  int count = 0;
  for (int i = 0; i < argc; i++)
    if (argv[i] != 0)
      count++;
  printf("%d\n", count == argc);
  return 0;
}
