// The same machine, but the door can be opened while the alarm is on.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 2 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int door_open, alarm_on;

static void open_door(void) {
  door_open = 1;
}

static void arm(void) {
  if (!door_open)
    alarm_on = 1;
}

int main(void) {
  for (int step = 0; step < 100; step++) {
    switch (__VERIFIER_nondet_int()) {
    case 0: open_door(); break;
    case 1: door_open = 0; break;
    case 2: arm(); break;
    default: alarm_on = 0;
    }
    assert(!(alarm_on && door_open)); //~ BUG error-call
  }
  return 0;
}
