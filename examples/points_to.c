// Two lists built by one helper, an array of lists, and a callback.
//
// `cairn points-to` shows that `small` and `large` have nodes of their own, although the same
// `push` allocates them all, and which functions each call through a pointer reaches.
//@ property: valid-memsafety
//@ verdict: true
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *buckets[4];

static void push(struct node **head, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = *head;
  *head = n;
}

static void add(int *total, const struct node *n) { *total += n->value; }

static void keep_most(int *most, const struct node *n) {
  if (n->value > *most)
    *most = n->value;
}

static void each(const struct node *list, void (*visit)(int *, const struct node *), int *result) {
  for (; list; list = list->next)
    visit(result, list);
}

static void release(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *small = NULL, *large = NULL;
  int sum = 0, most = 0;
  for (int i = 0; i < 8; i++) {
    push(&small, i);
    push(&large, 100 * i);
    push(&buckets[i % 4], i);
  }
  each(small, add, &sum);
  each(large, keep_most, &most);
  release(small);
  release(large);
  for (int i = 0; i < 4; i++)
    release(buckets[i]);
  return sum > most;
}
