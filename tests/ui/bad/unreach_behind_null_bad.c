// Nothing is said about what follows an invalid access: it has no meaning.
//@ property: unreach-call
//@ verdict: unknown
extern void reach_error(void);

int main(void) {
  int *volatile none = 0;
  *none = 1; //~ BUG null-deref
  reach_error();
  return 0;
}
