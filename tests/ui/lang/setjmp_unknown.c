// setjmp and longjmp: control flow that the tool does not follow.
//@ verdict: unknown
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

static void fail(int code) { longjmp(env, code); }

int main(void) {
  volatile int tries = 0;
  int code = setjmp(env);
  if (code < 3) {
    tries++;
    fail(code + 1);
  }
  printf("%d %d\n", tries, code);
  return 0;
}
