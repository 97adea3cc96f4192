// The branch of an if is a block, with braces or without.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ inputs: 1
//@ sanitizer: none it does not mark the end of a compound literal's life
extern int __VERIFIER_nondet_int(void);

struct limits {
  int low, high;
};

static const struct limits standard = {0, 100};

int main(void) {
  const struct limits *used = &standard;
  if (__VERIFIER_nondet_int())
    used = &(struct limits){10, 20};
  return used->high == 20; //~ BUG use-after-scope
}
