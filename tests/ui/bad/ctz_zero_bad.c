// Trailing zeros of a long long that becomes zero in a loop that takes its bits away.
//@ verdict: unknown
int main(void) {
  unsigned long long bits = 0x50;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += __builtin_ctzll(bits); //~ BUG bit-scan-of-zero
    bits &= bits - 1;
  }
  return sum != 10;
}
