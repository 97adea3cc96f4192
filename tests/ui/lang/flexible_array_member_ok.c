// A struct with a flexible array member, sized at run time.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
  int length;
  char tag;
  char text[];
};

static struct message *make(const char *s) {
  int n = (int)strlen(s);
  struct message *m = malloc(sizeof *m + n + 1);
  m->length = n;
  m->tag = 'T';
  strcpy(m->text, s);
  return m;
}

int main(void) {
  struct message *m = make("flexible");
  printf("%zu %d %c %s\n", sizeof *m, m->length, m->tag, m->text);
  m->text[0] = 'F';
  m->text[m->length - 1] = 'E';
  printf("%s\n", m->text);
  int n = m->length;
  free(m);
  return n;
}
