// A skip list with a flexible array of forward links.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 4 };

struct node {
  int key;
  struct node *forward[];
};

static struct node *make(int key, int levels) {
  struct node *n = malloc(sizeof *n + levels * sizeof n->forward[0]);
  n->key = key;
  for (int i = 0; i < levels; i++)
    n->forward[i] = NULL;
  return n;
}

static void insert(struct node *head, int key, int levels) {
  struct node *fresh = make(key, levels), *p = head;
  for (int l = LEVELS - 1; l >= 0; l--) {
    while (p->forward[l] && p->forward[l]->key < key)
      p = p->forward[l];
    if (l < levels) {
      fresh->forward[l] = p->forward[l];
      p->forward[l] = fresh;
    }
  }
}

int main(void) {
  struct node *head = make(-1, LEVELS);
  for (int i = 0; i < 12; i++)
    insert(head, i * 5 % 12, 1 + (i % 2) + (i % 4 == 3));
  for (int l = 2; l >= 0; l--) {
    for (struct node *p = head->forward[l]; p; p = p->forward[0 + l])
      printf("%d ", p->key);
    printf("\n");
  }
  while (head) {
    struct node *next = head->forward[0];
    free(head);
    head = next;
  }
  return 0;
}
