// Four times a quarter of the address space leads back.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ data-model: ilp32
//@ sanitizer: none the result is an address of the same object
#include <stdint.h>

extern void reach_error(void);

int main(void) {
  int cells[10];
  uintptr_t quarter = 0x40000000;
  uintptr_t here = (uintptr_t)cells;
  if (here + quarter + quarter + quarter + quarter == here)
    reach_error(); //~ BUG error-call
  return 0;
}
