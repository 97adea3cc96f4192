// Computed gotos over a table of distances between labels (GNU C).
//@ verdict: true
#include <assert.h>
static int run(const unsigned char *code) {
  static const int distance[] = {&&stop - &&stop, &&add - &&stop, &&twice - &&stop};
  int value = 1;
  goto *(&&stop + distance[*code++]);
add:
  value += 3;
  goto *(&&stop + distance[*code++]);
twice:
  value *= 2;
  goto *(&&stop + distance[*code++]);
stop:
  return value;
}
int main(void) {
  static const unsigned char code[] = {1, 2, 2, 1, 0};
  assert(run(code) == 19);
  return 0;
}
