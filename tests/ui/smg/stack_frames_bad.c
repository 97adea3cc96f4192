// The frame outlives its call in a global, and is walked from there.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 5 0
extern int __VERIFIER_nondet_int(void);

struct frame;
static const struct frame *deepest;

struct frame {
  const struct frame *caller;
  int value;
};

static int bottom(const struct frame *f) {
  while (f->caller) //~ BUG use-after-scope
    f = f->caller;
  return f->value;
}

static int descend(const struct frame *caller) {
  struct frame here = {caller, __VERIFIER_nondet_int()};
  if (__VERIFIER_nondet_int())
    return descend(&here);
  deepest = &here;
  return 0;
}

int main(void) {
  struct frame first = {0, 4};
  descend(&first);
  return bottom(deepest);
}
