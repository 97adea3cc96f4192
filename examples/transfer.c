// Proved by Horn clauses: whatever is sent in rounds arrives. `--explain` shows the invariant.
//@ property: unreach-call
//@ verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int total = __VERIFIER_nondet_int();
  if (total < 0)
    return 0;
  int sent = 0, left = total;
  while (left > 0) {
    int part = __VERIFIER_nondet_int();
    if (part < 1 || part > left)
      part = left;
    left -= part;
    sent += part;
  }
  if (sent != total)
    reach_error();
  return 0;
}
