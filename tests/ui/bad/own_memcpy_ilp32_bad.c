// In ilp32 copies of more than 16 bytes call the program's own memcpy, also those of an assignment.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ data-model: ilp32
//@ sanitizer: none AddressSanitizer puts its own memcpy in the place of the program's
extern void reach_error(void);
void *memcpy(void *to, const void *from, unsigned n) {
  if (n != 16)
    reach_error(); //~ BUG error-call
  return to;
}
struct four { int at[4]; };
struct five { int at[5]; };
int main(void) {
  struct four a, b;
  struct five c, d;
  for (int i = 0; i < 4; i++)
    b.at[i] = c.at[i] = i;
  c.at[4] = 4;
  a = b;
  d = c;
  return a.at[3] - 3;
}
