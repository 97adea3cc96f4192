// Divides by zero.
//@ verdict: unknown
//@ verdict[symex]: true(termination)
int main(void) {
  int count = 0;
  int total = 10;
  int mean = total / count; //~ BUG div-by-zero
  return mean;
}
