// Objects with a table of functions: dynamic dispatch by hand.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>

struct shape;
struct methods {
  int (*area)(const struct shape *);
  const char *name;
};
struct shape {
  const struct methods *methods;
};
struct square {
  struct shape base;
  int side;
};
struct rect {
  struct shape base;
  int w, h;
};

static int square_area(const struct shape *s) {
  const struct square *q = (const struct square *)s;
  return q->side * q->side;
}
static int rect_area(const struct shape *s) {
  const struct rect *r = (const struct rect *)s;
  return r->w * r->h;
}

static const struct methods square_methods = {square_area, "square"};
static const struct methods rect_methods = {rect_area, "rect"};

int main(void) {
  struct square q = {{&square_methods}, 6};
  struct rect r = {{&rect_methods}, 3, 5};
  struct shape *all[] = {&q.base, &r.base};
  int total = 0;
  for (int i = 0; i < 2; i++) {
    printf("%s %d\n", all[i]->methods->name, all[i]->methods->area(all[i]));
    total += all[i]->methods->area(all[i]);
  }
  return total;
}
