// volatile objects are read and written as ordinary memory.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static volatile int flag;
static volatile struct {
  int a;
  volatile char *p;
} device;

int main(void) {
  volatile int local = 3;
  local += local;
  flag = local;
  while (flag < 10)
    flag++;
  char c = 'c';
  device.a = flag;
  device.p = &c;
  *device.p = 'd';
  int *volatile vp = (int *)&local;
  *vp = 42;
  printf("%d %d %d %c\n", local, flag, device.a, c);
  return local;
}
