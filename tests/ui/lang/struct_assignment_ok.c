// Struct assignment copies every byte, also between array elements and fields.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

struct inner {
  short s;
  char text[6];
};

struct outer {
  int id;
  struct inner in;
  struct inner pair[2];
};

int main(void) {
  struct outer a = {1, {2, "ab"}, {{3, "cd"}, {4, "ef"}}}, b;
  b = a;
  b.id = 9;
  b.pair[0] = a.in;
  a.in.s = 77;
  struct outer many[2] = {a, b};
  many[0] = many[1];
  struct outer *p = &many[0];
  p->pair[1] = (struct inner){.s = -1, .text = "zz"};
  printf("%d %d %s\n", b.id, b.in.s, b.pair[0].text);
  printf("%d %d %s\n", many[0].id, many[0].pair[1].s, many[0].pair[1].text);
  printf("%d %s\n", many[1].pair[1].s, many[1].pair[1].text);
  return 0;
}
