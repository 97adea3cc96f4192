// Bit fields inside a union decode a packed instruction word.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdint.h>
#include <stdio.h>

union instruction {
  uint32_t word;
  struct {
    uint32_t opcode : 6;
    uint32_t rd : 5;
    uint32_t rs : 5;
    int32_t immediate : 16;
  };
};

int main(void) {
  union instruction i = {.word = 0};
  i.opcode = 0x2a;
  i.rd = 17;
  i.rs = 3;
  i.immediate = -2;
  printf("%08x\n", i.word);
  i.word = 0x7fff1fc1;
  printf("%u %u %u %d\n", i.opcode, i.rd, i.rs, i.immediate);
  volatile union instruction v = i;
  v.rd++;
  printf("%u\n", v.rd);
  return i.opcode;
}
