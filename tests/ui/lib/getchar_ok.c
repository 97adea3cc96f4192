// getchar until end of file: counts characters, words and lines.
//@ verdict: true
//@ stdin: two words\nand three more\n\nend
#include <stdio.h>

int main(void) {
  int c, chars = 0, words = 0, lines = 0, inside = 0;
  while ((c = getchar()) != EOF) {
    chars++;
    lines += c == '\n';
    if (c == ' ' || c == '\n')
      inside = 0;
    else if (!inside) {
      inside = 1;
      words++;
    }
  }
  printf("%d %d %d\n", chars, words, lines);
  printf("%d %d\n", feof(stdin) != 0, getchar() == EOF);
  return words;
}
