// The program's memmove is another function's second name.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ sanitizer: none AddressSanitizer puts its own memmove in the place of the program's
#include <stddef.h>
extern void reach_error(void);
void *my_move(void *to, const void *from, size_t n) {
  if (n > 4)
    reach_error(); //~ BUG error-call
  return to;
}
void *memmove(void *, const void *, size_t) __attribute__((alias("my_move")));
int main(void) {
  char b[8] = "abcdefg";
  size_t n = sizeof b - 2;
  memmove(b, b + 1, n);
  return 0;
}
