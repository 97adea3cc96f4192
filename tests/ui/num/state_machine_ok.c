// A machine with its state in globals; functions change it, and the alarm is only on while the door is closed.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[symex]: true(valid-memsafety, no-overflow, termination)
//@ inputs: 1 0 2 1 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int door_open, alarm_on, opened;

static void open_door(void) {
  if (alarm_on)
    return;
  door_open = 1;
  if (opened < 1000)
    opened++;
}

static void close_door(void) {
  door_open = 0;
}

static void arm(void) {
  if (!door_open)
    alarm_on = 1;
}

int main(void) {
  for (int step = 0; step < 100; step++) {
    switch (__VERIFIER_nondet_int()) {
    case 0: open_door(); break;
    case 1: close_door(); break;
    case 2: arm(); break;
    default: alarm_on = 0;
    }
    assert(!(alarm_on && door_open));
    assert(opened >= 0 && opened <= 1000);
  }
  return 0;
}
