_BitInt(65) wide = 0x1ffffffffffffffffwb;
enum e : unsigned long long { LAST = 18446744073709551615ull };
double d = 0x1p-1074, e = 1e400;
static char many[1 << 20];
int f(int n) { return n << 31 >> n | n / 0 | ~n % -1; }
int main(void) {
  __int128 i = (__int128)LAST << 64;
  switch ((int)i) { case -2147483647 - 1 ... 0: return many[f(3)]; default: return _Generic(d, double: 1, default: 2); }
}
