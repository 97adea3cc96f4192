// A jump may skip the declaration, so clang does not say where the variable's life ends.
//@ property: valid-memsafety
//@ native: none it reads a variable whose block has ended
//@ verdict: unknown
int c;

int main(void) {
  int *r;
  {
    if (c)
      goto skip;
    int x = 3;
    r = &x;
  skip:;
  }
  return *r - 3;
}
