// Blocks that were never written are copied back and forth: through the heap, over each other, in parts.
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char *block = malloc(64);
  unsigned char *copy = malloc(64);
  unsigned seen;
  memcpy(copy, block, 64);
  memcpy(&seen, copy + 5, sizeof seen);
  assert(memcmp(&seen, block + 5, sizeof seen) == 0);
  memmove(block + 1, block, 63);
  assert(block[13] == copy[12]);
  assert(block[63] == copy[62]);
  copy[20] = 7;
  assert(memcmp(copy + 21, block + 22, 4) == 0);
  block = realloc(block, 200);
  assert(block[41] == copy[40]);
  free(block);
  free(copy);
  return 0;
}
