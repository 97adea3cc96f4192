// What is copied is what it was, at every place.
//@ property: unreach-call
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
void reach_error(void);

enum { COUNT = 5000 };

int main(void) {
  int from[COUNT], to[COUNT];
  for (int i = 0; i < COUNT; i++)
    to[i] = from[i];
  for (int i = 0; i < COUNT; i++)
    if (to[i] != from[i])
      reach_error();
  return 0;
}
