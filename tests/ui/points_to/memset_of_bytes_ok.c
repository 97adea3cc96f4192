// memset copies an address, one byte at a time.
//@ verdict: true
#include <assert.h>
#include <string.h>

int main(void) {
  int x = 1;
  int *p = &x, *q;
  for (unsigned i = 0; i < sizeof p; i++)
    memset((char *)&q + i, ((unsigned char *)&p)[i], 1);
  *q = 2;
  assert(x == 2);
  return 0;
}
