// Macros: stringising, pasting, variadic, recursion guards, X macros.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

#define STR(x) #x
#define XSTR(x) STR(x)
#define GLUE(a, b) a##b
#define LOG(format, ...) printf("%d: " format "\n", __LINE__ > 0, ##__VA_ARGS__)
#define ITEMS X(apple, 3) X(pear, 5) X(plum, 8)

enum {
#define X(name, count) name,
  ITEMS
#undef X
};
static const char *names[] = {
#define X(name, count) #name,
    ITEMS
#undef X
};
static const int counts[] = {
#define X(name, count) [name] = count,
    ITEMS
#undef X
};

int main(void) {
  int GLUE(va, lue) = 4;
  LOG("%s %s", STR(value + 1), XSTR(GLUE(1, 2)));
  LOG("plain");
  for (int i = apple; i <= plum; i++)
    printf("%s=%d ", names[i], counts[i]);
  printf("\n");
#if defined(__clang__) && __SIZEOF_POINTER__ == 8
  value++;
#endif
  return value;
}
