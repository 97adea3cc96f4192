// fgets: whole lines, lines longer than the buffer, the last without newline.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ stdin: short\na line that is too long\nlast
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[10];
  int n = 0;
  while (fgets(line, sizeof line, stdin)) {
    size_t k = strlen(line);
    int whole = k && line[k - 1] == '\n';
    if (whole)
      line[k - 1] = 0;
    printf("%d[%s]%d\n", n++, line, whole);
  }
  return n;
}
