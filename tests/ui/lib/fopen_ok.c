// A file that may be missing is read as far as it goes.
//@ property: valid-memsafety
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety)
#include <stdio.h>

int main(void) {
  char line[16];
  FILE *f = fopen("/nonexistent/file", "r");
  if (!f) {
    puts("no file");
    return 0;
  }
  size_t n = fread(line, 1, sizeof line, f);
  if (n > 0)
    putchar(line[n - 1]);
  fclose(f);
  return 0;
}
