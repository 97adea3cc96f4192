// A zeroed record has no parent yet, but its parent is read.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct device {
  unsigned flags, state, mode;
  struct device *parent;
  void *buffer;
  long counters[6];
  struct device *next;
  int (*probe)(struct device *);
  char name[16];
  void *reserved[4];
};

int main(void) {
  struct device *devices = NULL;
  while (__VERIFIER_nondet_int()) {
    struct device *d = calloc(1, sizeof *d);
    int kind = __VERIFIER_nondet_int();
    if (kind == 1)
      d->buffer = malloc(32);
    if (kind == 2)
      d->parent = devices;
    d->counters[5] = kind;
    d->next = devices;
    devices = d;
  }
  long last = 1;
  while (devices) {
    struct device *d = devices;
    devices = d->next;
    if (d->counters[5] < 5)
      last = d->parent->counters[5]; //~ BUG null-deref
    if (d->probe || d->reserved[2] || d->name[15] || d->counters[0])
      last = 0;
    free(d->buffer);
    free(d);
  }
  return (int)last;
}
