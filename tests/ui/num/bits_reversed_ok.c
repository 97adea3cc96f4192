// The bits of a byte, reversed twice, are the byte: eight rounds, and no invariant but what they compute.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

static unsigned char reversed(unsigned char byte) {
  unsigned char result = 0;
  for (int bit = 0; bit < 8; bit++) {
    result = (unsigned char)(result << 1 | (byte & 1));
    byte >>= 1;
  }
  return result;
}

int main(void) {
  unsigned char byte = __VERIFIER_nondet_uchar();
  if (reversed(reversed(byte)) != byte)
    reach_error();
  return 0;
}
