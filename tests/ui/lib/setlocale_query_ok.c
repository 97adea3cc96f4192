// The name of the locale that was set last can be asked for.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[smg]: true(unreach-call)
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void) {
  if (!setlocale(LC_ALL, "C.UTF-8"))
    return 0;
  assert(strcmp(setlocale(LC_ALL, NULL), "C.UTF-8") == 0);
  setlocale(LC_ALL, "C");
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  return 0;
}
