// No number of turns comes to the sum: it is a multiple of three.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[symex]: true(unreach-call)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int total = __VERIFIER_nondet_int();
  int done = 0, credit = 0;
  if (total < 0 || total > 1000000)
    return 0;
  while (done < total) {
    credit += 3;
    done++;
  }
  if (credit == 299998)
    reach_error();
  return 0;
}
