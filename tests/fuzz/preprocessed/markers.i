# 1 "list.c"
# 1 "<built-in>" 1 3
# 1 "/usr/include/x.h" 1 3 4
extern int __VERIFIER_nondet_int(void);
# 2147483640 "list.c" 2
struct node { struct node *next; int value; };
static struct node *push(struct node *list, struct node *n) { n->next = list; return n; }
# 9 "list.c"
int main(void) {
  struct node a = { 0, 1 }, b = { &a, __VERIFIER_nondet_int() };
  struct node *list = push(&b, &a);
  asm volatile("" : "+r"(list) : : "memory");
  while (list && list->value) list = list->next;
  return 0;
}
