// strlen of the null pointer that strchr returned.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  const char *text = "no colon here";
  const char *value = strchr(text, ':');
  return (int)strlen(value); //~ BUG null-deref
}
