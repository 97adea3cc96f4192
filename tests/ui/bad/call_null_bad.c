// Calls through a null function pointer.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
static int (*hook)(int);

int main(void) {
  int v = 3;
  v = hook(v); //~ BUG invalid-call
  return v;
}
