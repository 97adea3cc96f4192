// The length of a file is found by seeking, and its contents fit a block of that length.
//@ property: valid-memsafety
//@ verdict: true
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *f = fopen("/nonexistent/file", "rb");
  if (!f) {
    puts("no file");
    return 0;
  }
  fseek(f, 0, SEEK_END);
  long size = ftell(f);
  rewind(f);
  if (size > 0 && size < 100) {
    char *text = malloc((size_t)size);
    if (text) {
      size_t n = fread(text, 1, (size_t)size, f);
      printf("%d\n", n <= (size_t)size);
    }
    free(text);
  }
  fclose(f);
  return 0;
}
