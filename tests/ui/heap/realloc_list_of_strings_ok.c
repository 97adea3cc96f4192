// An array of owned strings that grows with realloc and is freed element by element.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *text = "to be or not to be";
  char **words = NULL;
  int count = 0;
  while (*text) {
    size_t n = strcspn(text, " ");
    words = realloc(words, (count + 1) * sizeof *words);
    words[count] = malloc(n + 1);
    memcpy(words[count], text, n);
    words[count++][n] = 0;
    text += n;
    text += strspn(text, " ");
  }
  for (int i = count; i-- > 0;) {
    printf("%s ", words[i]);
    free(words[i]);
  }
  printf("\n");
  free(words);
  return count;
}
