// A leak on an error path.
//
// `parse` allocates a record and its name. When the input has no name, it frees the record
// but forgets that the record owned the name buffer: the last pointer to it goes with it.
//@ property: valid-memsafety
//@ verdict: false(valid-memtrack)
//@ inputs: 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
  char *name;
  int length;
};

static struct record *parse(void) {
  struct record *r = malloc(sizeof *r);
  r->name = malloc(16);
  r->length = __VERIFIER_nondet_int();
  if (r->length <= 0 || r->length > 16) {
    free(r); //~ BUG leak
    return NULL;
  }
  r->name[r->length - 1] = '\0';
  return r;
}

int main(void) {
  struct record *r = parse();
  if (!r)
    return 1;
  free(r->name);
  free(r);
  return 0;
}
