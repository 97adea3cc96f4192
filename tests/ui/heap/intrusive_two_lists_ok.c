// One object on two intrusive lists at once; freed when off both.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct slink {
  struct slink *next;
};
struct item {
  struct slink odd, all;
  int value;
};

#define ITEM(p, m) ((struct item *)((char *)(p) - offsetof(struct item, m)))

int main(void) {
  struct slink *odd = NULL, *all = NULL;
  for (int i = 0; i < 7; i++) {
    struct item *it = malloc(sizeof *it);
    it->value = i;
    it->all.next = all;
    all = &it->all;
    if (i % 2) {
      it->odd.next = odd;
      odd = &it->odd;
    }
  }
  int sum = 0;
  for (; odd; odd = odd->next)
    sum += ITEM(odd, odd)->value;
  while (all) {
    struct item *it = ITEM(all, all);
    all = all->next;
    free(it);
  }
  printf("%d\n", sum);
  return sum;
}
