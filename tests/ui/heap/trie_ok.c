// A trie of lower-case words.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

struct trie {
  struct trie *child[26];
  int words;
};

static void add(struct trie *t, const char *w) {
  for (; *w; w++) {
    struct trie **c = &t->child[*w - 'a'];
    if (!*c)
      *c = calloc(1, sizeof **c);
    t = *c;
  }
  t->words++;
}

static int count(const struct trie *t, const char *w) {
  for (; t && *w; w++)
    t = t->child[*w - 'a'];
  return t ? t->words : 0;
}

static void destroy(struct trie *t) {
  for (int i = 0; i < 26; i++)
    if (t->child[i])
      destroy(t->child[i]);
  free(t);
}

int main(void) {
  struct trie *t = calloc(1, sizeof *t);
  add(t, "car");
  add(t, "cart");
  add(t, "dog");
  add(t, "car");
  printf("%d %d %d %d\n", count(t, "car"), count(t, "cart"), count(t, "ca"), count(t, "zebra"));
  destroy(t);
  return 0;
}
