// A function that is declared and never defined may do anything to what it can reach.
//@ verdict: unknown
//@ native: none the called function has no definition
extern int outside(int *);

int main(void) {
  int v = 3;
  int a[4] = {1, 2, 3, 4};
  return a[outside(&v)];
}
