// A growing stack checks brackets.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>

struct stack {
  char *data;
  size_t count, room;
};

static void push(struct stack *s, char c) {
  if (s->count == s->room) {
    s->room += 2;
    s->data = realloc(s->data, s->room);
  }
  s->data[s->count++] = c;
}

static int balanced(const char *text) {
  struct stack s = {NULL, 0, 0};
  int ok = 1;
  for (; *text && ok; text++)
    switch (*text) {
    case '(':
      push(&s, ')');
      break;
    case '[':
      push(&s, ']');
      break;
    case ')':
    case ']':
      ok = s.count && s.data[--s.count] == *text;
    }
  ok = ok && s.count == 0;
  free(s.data);
  return ok;
}

int main(void) {
  printf("%d %d %d %d\n", balanced("([()[]])"), balanced("([)]"), balanced("((("), balanced(""));
  return 0;
}
