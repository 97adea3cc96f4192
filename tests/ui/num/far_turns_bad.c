// Only a run of a hundred thousand turns, in two phases, comes to the sum.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ inputs: 100002 51441
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int total = __VERIFIER_nondet_int(), early = __VERIFIER_nondet_int();
  int done = 0, credit = 0;
  if (total < 0 || total > 1000000 || early < 0 || early > 100000)
    return 0;
  while (done < total) {
    if (done < early)
      credit += 2;
    else
      credit--;
    done++;
  }
  if (credit == 54321 && total > 100000)
    reach_error(); //~ BUG error-call
  return 0;
}
