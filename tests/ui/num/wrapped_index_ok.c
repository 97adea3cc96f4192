// Fields of an element that an index within bounds leads to.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[smg]: true(valid-memsafety)
//@ verdict[symex]: true(termination, valid-memsafety, no-overflow)
//@ inputs: 2
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

struct point {
  int x, y, z;
};

static struct point points[3];

int main(void) {
  unsigned long i = __VERIFIER_nondet_ulong();
  if (i < 3) {
    points[i].x = 7;
    if (points[0].y != 0 || points[i].x != 7)
      reach_error();
  }
  return 0;
}
