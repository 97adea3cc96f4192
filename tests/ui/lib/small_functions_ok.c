// Functions that ask the system, or tell it something.
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call)
//@ property: valid-memsafety,unreach-call
#include <assert.h>
#include <fenv.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

static void handler(int number) { (void)number; }

int main(void) {
  struct timeval now;
  assert(gettimeofday(&now, NULL) == 0);
  assert(now.tv_usec >= 0 && now.tv_usec < 1000000);
  int terminal = isatty(0);
  assert(isatty(0) == terminal);
  assert(usleep(0) == 0);
  void (*before)(int) = signal(SIGINT, handler);
  assert(before == SIG_DFL || before == SIG_IGN);
  assert(signal(SIGINT, SIG_IGN) == handler);
  assert(feclearexcept(FE_ALL_EXCEPT) == 0);
  puts("done");
  return 0;
}
