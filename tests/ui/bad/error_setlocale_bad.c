// Which locales there are is up to the machine: neither outcome can be claimed.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 1
//@ sanitizer: none an assertion is no sanitizer's business
//@ native: none the machine may lack the locale
#include <assert.h>
#include <locale.h>
#include <stddef.h>

int main(void) {
  assert(setlocale(LC_ALL, "C.UTF-8") == NULL); //~ BUG error-call
  return 0;
}
