// Unsigned arithmetic wraps: hashing, checksums, negative steps.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdint.h>
#include <stdio.h>

static uint32_t fnv(const char *s) {
  uint32_t h = 2166136261u;
  while (*s) {
    h ^= (unsigned char)*s++;
    h *= 16777619u;
  }
  return h;
}

static uint64_t xorshift(uint64_t *state) {
  uint64_t x = *state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return *state = x;
}

int main(void) {
  printf("%08x %08x\n", fnv("cairn"), fnv(""));
  uint64_t state = 88172645463325252ull;
  for (int i = 0; i < 3; i++)
    printf("%016llx\n", (unsigned long long)xorshift(&state));
  unsigned u = 0;
  u -= 1;
  printf("%u %u\n", u, -u);
  uint16_t sum = 0xfff0;
  sum += 0x20;
  printf("%x\n", sum);
  return 0;
}
