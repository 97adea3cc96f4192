// Nodes of one kind are zeroed and never get a destructor.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1 0 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct object {
  struct object *next;
  void (*destroy)(struct object *);
};
struct holder {
  struct object base;
  char *buffer;
};

static void destroy_holder(struct object *o) {
  free(((struct holder *)o)->buffer);
  free(o);
}

int main(void) {
  struct object *all = NULL;
  int status = 0;
  while (__VERIFIER_nondet_int()) {
    struct object *o;
    if (__VERIFIER_nondet_int()) {
      struct holder *h = malloc(sizeof *h);
      h->buffer = malloc(24);
      h->base.destroy = destroy_holder;
      o = &h->base;
      status = 1;
    } else {
      o = calloc(1, sizeof *o);
    }
    o->next = all;
    all = o;
  }
  while (all) {
    struct object *o = all;
    all = o->next;
    o->destroy(o); //~ BUG invalid-call
  }
  return status;
}
