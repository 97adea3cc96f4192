// An index that starts again one too late: the ring has one place less than that.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ inputs: 17 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
extern int __VERIFIER_nondet_int(void);

enum { LENGTH = 16 };

int main(void) {
  int ring[LENGTH];
  int head = 0, tail = 0, used = 0;
  for (int left = __VERIFIER_nondet_int() & 1023; left > 0; left--) {
    if (__VERIFIER_nondet_int() && used <= LENGTH) {
      ring[tail] = 1; //~ BUG out-of-bounds
      tail = tail + 1;
      if (tail > LENGTH)
        tail = 0;
      used++;
    } else if (used > 0) {
      head = head + 1;
      if (head == LENGTH)
        head = 0;
      used--;
    }
  }
  return head + tail + used < 0;
}
