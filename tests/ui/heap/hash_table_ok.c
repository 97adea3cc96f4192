// A chained hash table of strings that resizes itself.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  unsigned hash;
  int value;
  char key[];
};
struct table {
  struct entry **buckets;
  unsigned size, count;
};

static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s)
    h = h * 33 + (unsigned char)*s++;
  return h;
}

static void resize(struct table *t, unsigned size) {
  struct entry **fresh = calloc(size, sizeof *fresh);
  for (unsigned i = 0; i < t->size; i++)
    for (struct entry *e = t->buckets[i], *next; e; e = next) {
      next = e->next;
      e->next = fresh[e->hash % size];
      fresh[e->hash % size] = e;
    }
  free(t->buckets);
  t->buckets = fresh;
  t->size = size;
}

static int *at(struct table *t, const char *key) {
  unsigned h = hash(key);
  if (t->size)
    for (struct entry *e = t->buckets[h % t->size]; e; e = e->next)
      if (e->hash == h && !strcmp(e->key, key))
        return &e->value;
  if (t->count == t->size)
    resize(t, t->size * 2 + 1);
  struct entry *e = malloc(sizeof *e + strlen(key) + 1);
  strcpy(e->key, key);
  e->hash = h;
  e->value = 0;
  e->next = t->buckets[h % t->size];
  t->buckets[h % t->size] = e;
  t->count++;
  return &e->value;
}

int main(void) {
  struct table t = {0};
  const char *text[] = {"a", "rose", "is", "a", "rose", "is", "a", "rose", "by", "any", "other", "name"};
  for (int i = 0; i < 12; i++)
    ++*at(&t, text[i]);
  printf("%d %d %d %u %u\n", *at(&t, "rose"), *at(&t, "is"), *at(&t, "name"), t.count, t.size);
  for (unsigned i = 0; i < t.size; i++)
    while (t.buckets[i]) {
      struct entry *e = t.buckets[i];
      t.buckets[i] = e->next;
      free(e);
    }
  free(t.buckets);
  return (int)t.count;
}
