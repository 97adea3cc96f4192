// Two indices go round an array, and start again at 0 when they reach its length: what bounds them is seen only when all ways
// through the loop are looked at together.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ inputs: 6 1 1 0 1 1 0
extern int __VERIFIER_nondet_int(void);

enum { LENGTH = 16 };

int main(void) {
  int ring[LENGTH];
  int head = 0, tail = 0, used = 0;
  for (int left = __VERIFIER_nondet_int() & 1023; left > 0; left--) {
    if (__VERIFIER_nondet_int() && used < LENGTH) {
      ring[tail] = 1;
      tail = tail + 1;
      if (tail == LENGTH)
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
