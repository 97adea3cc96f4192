// Every round two inputs have to be right, or the program ends; it does so anyway after some rounds.
//@ property: termination
//@ verdict: true
//@ verdict[symex]: true(termination)
//@ inputs: 12 40 12 40 12 7
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int waiting, answered;

int main(void) {
  while (answered < 5) {
    int event = __VERIFIER_nondet_int();
    if (!waiting && event == 12) {
      waiting = 1;
    } else if (waiting && event == 40) {
      waiting = 0;
      answered++;
    } else {
      break;
    }
  }
  printf("%d\n", answered);
  return 0;
}
