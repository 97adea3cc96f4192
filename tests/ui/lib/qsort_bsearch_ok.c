// qsort of ints, structs and strings; bsearch that finds and that does not.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
  char name[8];
  int age;
};

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int by_age(const void *a, const void *b) {
  return ((const struct person *)a)->age - ((const struct person *)b)->age;
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  int v[] = {5, -3, 9, 0, 5, 12, -8};
  struct person p[] = {{"ann", 40}, {"bob", 25}, {"cy", 31}};
  const char *w[] = {"pear", "fig", "apple"};
  qsort(v, 7, sizeof *v, by_value);
  qsort(p, 3, sizeof *p, by_age);
  qsort(w, 3, sizeof *w, by_text);
  for (int i = 0; i < 7; i++)
    printf("%d ", v[i]);
  for (int i = 0; i < 3; i++)
    printf("%s %s ", p[i].name, w[i]);
  printf("\n");
  int key = 9, absent = 4;
  int *found = bsearch(&key, v, 7, sizeof *v, by_value);
  printf("%d %d\n", (int)(found - v), bsearch(&absent, v, 7, sizeof *v, by_value) == NULL);
  qsort(v, 0, sizeof *v, by_value);
  return v[6];
}
