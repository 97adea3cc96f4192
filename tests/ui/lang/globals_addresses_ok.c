// Global initialisers with addresses, offsets, function tables and cross references.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

struct node {
  int value;
  struct node *next;
  int *field;
};

static int numbers[6] = {10, 11, 12, 13, 14, 15};
static int *middle = &numbers[3];
static int *end = numbers + 6;
static int **indirect = &middle;
static char *tail = "prefix-tail" + 7;
static struct node second;
static struct node first = {1, &second, &second.value};
static struct node second = {2, &first, &numbers[1]};
static long difference = (char *)&numbers[5] - (char *)&numbers[1];
static void *self = &self;

static int twice(int v) { return 2 * v; }
static int thrice(int v) { return 3 * v; }
static int (*table[])(int) = {twice, &thrice, NULL};

int main(void) {
  printf("%d %d %d %s\n", *middle, end[-1], **indirect, tail);
  printf("%d %d %d\n", first.next->value, *first.field, second.next->value);
  printf("%d %ld %d\n", *second.field, difference, self == &self);
  for (int i = 0; table[i]; i++)
    printf("%d ", table[i](7));
  printf("\n");
  return *middle;
}
