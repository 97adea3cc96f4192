// Frees a queue's cells and only then follows their next pointers.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

struct cell {
  struct cell *next;
};

int main(void) {
  struct cell *back = malloc(sizeof *back);
  struct cell *front = malloc(sizeof *front);
  back->next = NULL;
  front->next = back;
  while (front != back) {
    free(front);
    front = front->next; //~ BUG use-after-free
  }
  free(back);
  return 0;
}
