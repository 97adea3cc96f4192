// A program that waits for events: five of them in the right order, and among others, lead to the assertion.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1 0 2 1 7 2 3 777 2 2 1 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int module_state, device_state, users, references = 1;

static int start(void) { return __VERIFIER_nondet_int(); }

static int device_open(int mode) {
  if (mode < 0)
    return -1;
  users++;
  return 0;
}

static void control(int command) {
  if (command == 777)
    references++;
}

static void device_close(void) { users--; }

static void stop(void) {
  if (references != 1)
    reach_error(); //~ BUG error-call
}

int main(void) {
  for (;;) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      break;
    case 1:
      if (module_state == 0) {
        if (start() == 0) {
          module_state = 3;
          device_state = 1;
        }
        break;
      }
      switch (__VERIFIER_nondet_int()) {
      case 1:
        if (module_state == 3 && users == 0) {
          stop();
          return 0;
        }
        break;
      default:
        break;
      }
      break;
    case 2:
      switch (__VERIFIER_nondet_int()) {
      case 1:
        if (device_state == 1 && device_open(__VERIFIER_nondet_int()) == 0)
          device_state = 2;
        break;
      case 2:
        if (device_state == 2) {
          device_close();
          device_state = 1;
        }
        break;
      case 3:
        if (device_state == 2)
          control(__VERIFIER_nondet_int());
        break;
      case 4:
        if (device_state != 0 && users > 3)
          return 1;
        break;
      default:
        for (;;)
          ;
      }
      break;
    default:
      for (;;)
        ;
    }
  }
}
