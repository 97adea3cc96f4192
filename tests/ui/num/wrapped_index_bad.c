// An index so large that the address wraps around, and ends at another field of the first element.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1
//@ native: none the addition of an index overflows for the sanitizer
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct point {
  int x, y, z;
};

static struct point points[3];

int main(void) {
  unsigned long i = __VERIFIER_nondet_int() == 1 ? 3074457345618258603 : 0;
  points[i].x = 7;
  if (points[0].y != 0)
    reach_error(); //~ BUG error-call
  return 0;
}
