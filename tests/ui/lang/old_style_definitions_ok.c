// K&R definitions: parameters declared after the list, promoted narrow ones.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
//@ args: -std=gnu89
int printf(const char *, ...);

static int add(a, b)
int a, b;
{
  return a + b;
}

static int narrow(c, s, f)
char c;
short s;
float f;
{
  return c + s + (int)(f * 2);
}

static int first(v, n)
int v[];
int n;
{
  return n ? v[0] : -1;
}

int main() {
  int v[2];
  v[0] = 9;
  printf("%d %d %d\n", add(2, 3), narrow('a', 3, 1.5), first(v, 2));
  return add(40, 2);
}
