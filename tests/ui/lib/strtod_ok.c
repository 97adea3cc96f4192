// strtod: fractions, exponents, signs, end pointer, no number.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

static void show(const char *text) {
  char *end;
  double v = strtod(text, &end);
  printf("%.4f %d\n", v, (int)(end - text));
}

int main(void) {
  show("3.5");
  show("  -0.25rest");
  show("1e3");
  show("12.5e-1,");
  show(".5");
  show("5.");
  show("e5");
  show("+7");
  printf("%.2f\n", (double)strtof("0.75", NULL));
  return 0;
}
