// Wide strings.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t name[16];
  char back[16];
  wcscpy(name, L"wide");
  wcscat(name, L" word");
  printf("%d %d %d\n", (int)wcslen(name), wcscmp(name, L"wide") > 0, wcschr(name, L'w') == name);
  printf("%d\n", wcsstr(name, L"word") == name + 5);
  printf("%d\n", (int)wcstombs(back, name, sizeof back));
  puts(back);
  wmemset(name, L'x', 3);
  name[3] = 0;
  printf("%d\n", (int)wcslen(name));
  return 0;
}
