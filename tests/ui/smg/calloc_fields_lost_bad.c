// Setting the record to zero again forgets its buffer.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 1 0
#include <stdlib.h>
#include <string.h>

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
    if (kind != 2)
      memset(d, 0, sizeof *d); //~ BUG leak
    d->counters[5] = kind;
    d->next = devices;
    devices = d;
  }
  long last = 1;
  while (devices) {
    struct device *d = devices;
    devices = d->next;
    if (d->parent)
      last = d->parent->counters[5];
    if (d->probe || d->reserved[2] || d->name[15] || d->counters[0])
      last = 0;
    free(d->buffer);
    free(d);
  }
  return (int)last;
}
