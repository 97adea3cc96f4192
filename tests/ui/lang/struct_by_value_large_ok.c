// Large structs by value: the callee works on a copy, the result is a new object.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

struct big {
  int values[20];
  char name[12];
};

static struct big reversed(struct big b) {
  for (int i = 0; i < 10; i++) {
    int t = b.values[i];
    b.values[i] = b.values[19 - i];
    b.values[19 - i] = t;
  }
  b.name[0] = 'R';
  return b;
}

static int total(int a, int b, int c, int d, int e, int f, struct big g, int h) {
  int t = a + b + c + d + e + f + h;
  for (int i = 0; i < 20; i++)
    t += g.values[i];
  return t;
}

int main(void) {
  struct big b = {.name = "original"};
  for (int i = 0; i < 20; i++)
    b.values[i] = i;
  struct big r = reversed(reversed(b));
  struct big once = reversed(b);
  printf("%d %d %s\n", r.values[3], once.values[3], once.name);
  printf("%s %d\n", b.name, reversed(b).values[0]);
  printf("%d\n", total(1, 2, 3, 4, 5, 6, b, 7));
  return once.values[19];
}
