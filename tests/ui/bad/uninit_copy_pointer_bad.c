// The copy of a pointer that was never given a value is used.
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ verdict[symex]: true(termination)
#include <stdlib.h>
#include <string.h>

struct box {
  int size;
  int *data;
};

int main(void) {
  struct box *boxes = malloc(2 * sizeof *boxes);
  boxes[0].size = 1;
  boxes[1] = boxes[0];
  int first = *boxes[1].data; //~ BUG uninit-deref
  free(boxes);
  return first;
}
