// Anonymous struct and union members are reached as members of the outer struct.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

struct shape {
  enum { CIRCLE, BOX } kind;
  union {
    struct {
      int radius;
    };
    struct {
      int width, height;
    };
  };
};

static int area(const struct shape *s) {
  return s->kind == CIRCLE ? 3 * s->radius * s->radius : s->width * s->height;
}

int main(void) {
  struct shape c = {CIRCLE, .radius = 4};
  struct shape b = {.kind = BOX, .width = 5, .height = 6};
  printf("%d %d\n", area(&c), area(&b));
  b.kind = CIRCLE;
  printf("%d\n", b.radius);
  return area(&c);
}
