// Every round two inputs have to be right, or the program ends; they can be right for ever.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ inputs: 12 40 12 40
//@ native: none the inputs can keep it running for ever
extern int __VERIFIER_nondet_int(void);

static int waiting;

int main(void) {
  for (;;) { //~ BUG non-termination
    int event = __VERIFIER_nondet_int();
    if (!waiting && event == 12)
      waiting = 1;
    else if (waiting && event == 40)
      waiting = 0;
    else
      return 1;
  }
}
