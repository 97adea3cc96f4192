// Whoever starts a program may have it ignore signals.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ native: none it takes a shell that ignores the signal
//@ inputs: 1
#include <signal.h>

extern void reach_error(void);

static void handler(int number) { (void)number; }

int main(void) {
  if (signal(SIGINT, handler) == SIG_IGN)
    reach_error(); //~ BUG error-call
  return signal(SIGINT, SIG_DFL) != handler;
}
