// A loop without end around loops that end.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
static int bits[8];

static void flip_all(void) {
  for (int i = 0; i < 64; i++)
    bits[i % 8] ^= 1;
}

int main(void) {
  int odd = 0;
  do { //~ BUG non-termination
    flip_all();
    for (int i = 0; i < 80; i++)
      odd ^= bits[i % 8];
  } while (odd == 0);
  return 0;
}
