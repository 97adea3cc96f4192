// Every call links a node on its own frame to that of its caller.
//@ property: valid-memsafety
//@ verdict: true
//@ inputs: 1 5 1 6 1 7 0
extern int __VERIFIER_nondet_int(void);

struct frame {
  const struct frame *caller;
  int value;
};

static int bottom(const struct frame *f) {
  while (f->caller)
    f = f->caller;
  return f->value;
}

static int descend(const struct frame *caller) {
  struct frame here = {caller, __VERIFIER_nondet_int()};
  if (__VERIFIER_nondet_int())
    return descend(&here);
  return bottom(&here);
}

int main(void) {
  struct frame first = {0, 4};
  return descend(&first);
}
