// Members of a packed struct at odd addresses are read and written whole.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) record {
  unsigned char tag;
  unsigned int id;
  unsigned short kind;
  unsigned long long stamp;
};

int main(void) {
  unsigned char raw[sizeof(struct record)];
  struct record r = {1, 0x01020304, 0x0506, 0x0708090a0b0c0d0eull};
  memcpy(raw, &r, sizeof r);
  for (unsigned i = 0; i < sizeof raw; i++)
    printf("%02x", raw[i]);
  printf("\n");
  struct record q;
  raw[2] = 0xff;
  memcpy(&q, raw, sizeof q);
  printf("%x %x\n", q.id, q.kind);
  q.stamp++;
  printf("%llx\n", q.stamp);
  return sizeof(struct record);
}
