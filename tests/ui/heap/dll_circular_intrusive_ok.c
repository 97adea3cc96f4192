// Circular doubly linked list of embedded links, reached with container_of.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct link {
  struct link *next, *prev;
};
struct task {
  int priority;
  struct link by_age;
  char name[8];
};

static void list_add(struct link *head, struct link *l) {
  l->next = head;
  l->prev = head->prev;
  head->prev->next = l;
  head->prev = l;
}

static void list_del(struct link *l) {
  l->next->prev = l->prev;
  l->prev->next = l->next;
}

int main(void) {
  struct link all = {&all, &all};
  for (int i = 0; i < 5; i++) {
    struct task *t = malloc(sizeof *t);
    t->priority = i * 3 % 5;
    snprintf(t->name, sizeof t->name, "t%d", i);
    list_add(&all, &t->by_age);
  }
  int total = 0;
  for (struct link *l = all.next; l != &all; l = l->next) {
    struct task *t = container_of(l, struct task, by_age);
    printf("%s:%d ", t->name, t->priority);
    total += t->priority;
  }
  printf("\n");
  while (all.next != &all) {
    struct link *l = all.next;
    list_del(l);
    free(container_of(l, struct task, by_age));
  }
  return total;
}
