// A region becomes reachable from a global while calls are brought together: whoever touches it has to be looked at again.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct entry {
  int key;
  int *place;
};
struct item {
  int value;
  struct item *next;
  struct entry entries[3];
  struct item *other;
  int *last;
  long tagged;
};
static struct item global, *kept;
static int count;
static int *to_count = &count;

static void fill(struct item *item) {
  item->value = 0;
  item->next = item->other = item;
  item->last = &item->value;
  item->tagged = 0;
  for (int i = 0; i < 3; i++) {
    item->entries[i].key = i;
    item->entries[i].place = &item->entries[i].key;
  }
}

static struct item *around(struct entry *entry, int number) {
  return (struct item *)((char *)(entry - number) - offsetof(struct item, entries));
}

static struct item *touch(struct item *x, struct item *from, int **out) {
  if (x != from && !from)
    *x = *x->next;
  if (kept)
    kept->value = 0;
  *out = x->last;
  return x;
}

static struct item *keep(struct item *x, struct item *y, int **out, int n) {
  kept = y;
  x = n > 1 ? y->other : y;
  return n > 0 ? touch(y, x, out) : x;
}

static struct item *inner(struct item *x, struct item *y, int **out, int n) {
  struct item *found = x;
  if (n > 0)
    found = keep(found, x, out, n - 1);
  x->tagged = (long)(uintptr_t)y | 1;
  if (y->entries[0].place == &y->entries[0].key)
    around(&y->entries[0], 0)->value = 3;
  return found;
}

static struct item *outer(struct item *x, int n) {
  return n > 0 ? inner(x, x, &x->entries[0].place, n - 1) : x;
}

int main(void) {
  struct item a, b, *h = malloc(sizeof *h);
  if (!h)
    exit(0);
  fill(h);
  fill(&global);
  fill(&a);
  fill(&b);
  int local = 0;
  int *to_local = &local;
  struct item *last = touch(h, &a, &to_local);
  last = inner(last, &global, &to_count, 3);
  last = outer(&a, 3);
  assert(last == &a && global.value == 3);
  kept = 0;
  free(h);
  return 0;
}
