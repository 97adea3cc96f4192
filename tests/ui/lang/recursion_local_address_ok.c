// Addresses of locals passed down a recursion: each frame has its own.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>

struct link {
  int value;
  struct link *up;
};

static int walk(struct link *up, int depth) {
  struct link here = {depth, up};
  if (depth == 5) {
    int total = 0;
    for (struct link *l = &here; l; l = l->up)
      total = total * 10 + l->value;
    return total;
  }
  int r = walk(&here, depth + 1);
  here.value = 0;
  return r;
}

int main(void) {
  printf("%d\n", walk(NULL, 1));
  return 0;
}
