// Global initialisers: nested, designated, partial, unions, floats, strings.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

struct point {
  int x, y;
};
struct shape {
  const char *name;
  struct point corner[3];
  union {
    double d;
    int i;
  } u;
  float weight;
  char code[4];
};

static struct shape shapes[] = {
    [1] = {.name = "tri", .corner = {[2] = {.y = 5}, [0] = {1, 2}}, .u.i = 7, .weight = 1.5f, .code = "abc"},
    [0] = {"dot", {{9, 8}}, {2.25}, -0.5f, {'x', 'y'}},
    [3].name = "last",
};
static char texts[][6] = {"one", "three", "seven"};
static const char *words[] = {"a", "bb", [4] = "eeeee"};
static double reals[] = {1, 2.5, -1e10, 0x1p-3};
static int holes[10] = {1, [5] = 6, 7, [2 ... 3] = 9};
static unsigned long long mask = ~0ull << 60;
static _Bool yes = 3;

int main(void) {
  for (int i = 0; i < 4; i++)
    printf("%s %d %d %.1f\n", shapes[i].name ? shapes[i].name : "-", shapes[i].corner[0].x, shapes[i].corner[2].y,
           shapes[i].weight);
  printf("%.2f %d %s %s\n", shapes[0].u.d, shapes[1].u.i, shapes[1].code, shapes[0].code);
  printf("%s %s %zu\n", texts[1], words[4], sizeof words / sizeof *words);
  printf("%.1f %.3f\n", reals[2], reals[3]);
  for (int i = 0; i < 10; i++)
    printf("%d ", holes[i]);
  printf("\n%llx %d\n", mask, yes);
  return sizeof shapes / sizeof *shapes;
}
