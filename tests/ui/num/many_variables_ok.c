// Of all that the device counts, only whether it is locked matters.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int is_locked, depth;
static unsigned sent, received, dropped, retried, errors, resets, ticks, speed, window, credit, mode, phase;

static void lock(void) {
  if (is_locked)
    reach_error();
  is_locked = 1;
  depth++;
}

static void unlock(void) {
  if (!is_locked || depth != 1)
    reach_error();
  is_locked = 0;
  depth--;
}

static void transfer(void) {
  unsigned part = __VERIFIER_nondet_uint();
  sent += part * window + (sent ^ credit);
  received = received * 31 + (sent >> 3);
  if (received % 7 == mode)
    dropped += received / 3;
  else
    retried = retried * retried + 1;
  window = (window << 1 | window >> 31) + part % 5;
  credit += dropped * retried - window;
}

static void tick(void) {
  ticks += speed;
  phase = (phase * 1103515245 + 12345) % 1024;
  if (ticks > phase && errors * 3 > resets)
    resets += ticks % 11;
  speed = speed * phase ^ mode;
}

int main(void) {
  window = __VERIFIER_nondet_uint();
  mode = __VERIFIER_nondet_uint();
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      lock();
      transfer();
      unlock();
      break;
    case 1:
      lock();
      for (unsigned round = 0; round < window % 100; round++)
        tick();
      unlock();
      break;
    case 2:
      errors += ticks & 15;
      mode = errors % 7;
      break;
    default:
      tick();
    }
  }
  return 0;
}
