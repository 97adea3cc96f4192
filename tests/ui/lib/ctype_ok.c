// Every classification of ctype.h over the ASCII range, and the case mappings.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <ctype.h>
#include <stdio.h>

static unsigned digest(int (*f)(int)) {
  unsigned h = 0;
  for (int c = -1; c < 128; c++)
    h = h * 31 + (f(c) != 0);
  return h;
}

int main(void) {
  printf("%x %x %x\n", digest(isalpha), digest(isdigit), digest(isalnum));
  printf("%x %x %x\n", digest(isupper), digest(islower), digest(isspace));
  printf("%x %x %x\n", digest(ispunct), digest(iscntrl), digest(isprint));
  printf("%x %x %x\n", digest(isgraph), digest(isxdigit), digest(isblank));
  for (const char *p = "Mixed Case 1!"; *p; p++)
    putchar(isupper((unsigned char)*p) ? tolower((unsigned char)*p) : toupper((unsigned char)*p));
  putchar('\n');
  printf("%d %d %d\n", toupper('['), tolower('@'), toupper(-1));
  return isalpha('a') && !isalpha('1') && isspace('\t') && isxdigit('F') && !isxdigit('g');
}
