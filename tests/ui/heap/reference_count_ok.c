// Reference-counted strings shared between owners.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shared {
  int owners;
  char text[16];
};

static int alive;

static struct shared *make(const char *s) {
  struct shared *p = malloc(sizeof *p);
  p->owners = 1;
  strncpy(p->text, s, sizeof p->text - 1);
  p->text[sizeof p->text - 1] = 0;
  alive++;
  return p;
}

static struct shared *hold(struct shared *p) {
  p->owners++;
  return p;
}

static void drop(struct shared *p) {
  if (--p->owners == 0) {
    free(p);
    alive--;
  }
}

int main(void) {
  struct shared *a = make("first"), *list[3];
  for (int i = 0; i < 3; i++)
    list[i] = i == 1 ? make("other") : hold(a);
  drop(a);
  printf("%s %s %d %d\n", list[0]->text, list[1]->text, list[2]->owners, alive);
  for (int i = 0; i < 3; i++)
    drop(list[i]);
  printf("%d\n", alive);
  return alive;
}
