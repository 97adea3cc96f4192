// Compound literals: scalars, arrays and structs, modifiable, at file scope.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>

struct point {
  int x, y;
};

static int *global_numbers = (int[]){3, 1, 4};
static struct point *origin = &(struct point){.y = 9};

static int norm(struct point p) { return p.x * p.x + p.y * p.y; }
static int deref(const int *p) { return *p; }

int main(void) {
  int *a = (int[]){1, 2, 3};
  a[1] = 20;
  printf("%d %d\n", a[1], norm((struct point){.x = 3, .y = 4}));
  printf("%d %d\n", global_numbers[2], origin->y);
  origin->x = 5;
  printf("%d %d\n", origin->x, deref(&(int){77}));
  for (int i = 0; i < 2; i++) {
    struct point *p = &(struct point){i, i};
    p->x += 10;
    printf("%d ", p->x);
  }
  printf("\n%s\n", (char[]){'h', 'i', 0});
  return norm(*origin) % 256;
}
