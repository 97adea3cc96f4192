// The highest bit as a tag, added twice: addresses wrap around, in elements whose size is no power of two.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <assert.h>
#include <stdint.h>

struct point {
  int x, y, z;
};

static uintptr_t flipped(uintptr_t address) { return address + ((uintptr_t)1 << 63); }

int main(void) {
  struct point points[4];
  for (int i = 0; i < 4; i++)
    points[i].x = points[i].y = points[i].z = i;
  uintptr_t tagged = flipped((uintptr_t)&points[1]);
  *(int *)flipped(tagged) = 5;
  assert(points[1].x == 5 && points[1].y == 1 && points[1].z == 1);
  return 0;
}
