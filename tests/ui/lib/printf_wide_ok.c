// Wide characters and strings of ASCII in printf.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  char text[32];
  wchar_t word[3] = {L'a', L'b', L'c'};
  int n = snprintf(text, sizeof text, "<%ls|%-4lc|%5.2ls|%.3ls>", L"wide", (wint_t)L'x', L"long", word);
  if (n != 20 || strcmp(text, "<wide|x   |   lo|abc>") != 0)
    return 1;
  printf("%d %s\n", n, text);
  return 0;
}
