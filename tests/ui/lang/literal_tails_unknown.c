// Whether one string literal is the end of another is up to compiler and linker.
//@ property: unreach-call
//@ native: none both answers are right
//@ verdict: unknown
extern void reach_error(void);

int main(void) {
  const char *whole = "xabc";
  const char *tail = "abc";
  if (whole + 1 == tail)
    reach_error();
  return 0;
}
