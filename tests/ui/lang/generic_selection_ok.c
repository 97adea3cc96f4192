// _Generic chooses by the static type of its operand.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

#define KIND(x)                                                                                                        \
  _Generic((x), _Bool: "bool", char: "char", int: "int", unsigned: "unsigned", long: "long", float: "float",           \
      double: "double", char *: "string", const char *: "const string", void *: "pointer", default: "other")
#define ABS(x) _Generic((x), int: abs_int, double: abs_double)(x)

static int abs_int(int v) { return v < 0 ? -v : v; }
static double abs_double(double v) { return v < 0 ? -v : v; }

int main(void) {
  char c = 'c', *s = &c;
  const char *cs = s;
  short h = 1;
  printf("%s %s %s %s\n", KIND(c), KIND('c'), KIND(h), KIND(+h));
  printf("%s %s %s\n", KIND(s), KIND(cs), KIND("literal"));
  printf("%s %s %s %s\n", KIND(1u), KIND(1l), KIND(1.f), KIND(1.));
  printf("%s %s %s\n", KIND((void *)0), KIND(main), KIND((_Bool)1));
  printf("%d %.1f\n", ABS(-3), ABS(-2.5));
  return 0;
}
