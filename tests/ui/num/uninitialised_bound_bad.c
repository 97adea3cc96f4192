// An uninitialised number decides: with the right one the error is called at once, and no run that counts up gets there.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
void reach_error(void);

int main(void) {
  unsigned x;
  while (x < 0x0fffffff)
    x += 2;
  if (x == 0x0fffffff)
    reach_error(); //~ BUG error-call
  return 0;
}
