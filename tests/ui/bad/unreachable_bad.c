// The switch was thought to cover every value.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
static int weight(int kind) {
  switch (kind) {
  case 0:
    return 10;
  case 1:
    return 20;
  }
  __builtin_unreachable(); //~ BUG unreachable-reached
}

int main(void) {
  int w = weight(0) + weight(1);
  w += weight(2);
  return w;
}
