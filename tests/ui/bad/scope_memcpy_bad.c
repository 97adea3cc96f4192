// Copies from an inner-block buffer after the block ended.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <string.h>

int main(void) {
  char out[8];
  const char *from;
  {
    char text[8] = "inside";
    from = text;
  }
  memcpy(out, from, 7); //~ BUG use-after-scope
  return out[0];
}
