// Half of the only pointer is overwritten: nothing names the object any more, but half of its address is still there.
//@ property: valid-memtrack
//@ native: none it leaks
//@ verdict: unknown
#include <stdlib.h>
union word {
  char *pointer;
  int half;
} word;

int main(void) {
  word.pointer = malloc(3);
  word.half = 0;
  exit(0);
}
