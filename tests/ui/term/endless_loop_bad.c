// The plainest infinite loop.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
int main(void) {
  while (1) //~ BUG non-termination
    ;
}
