// A switch whose labels are inside a loop.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      *to++ = *from++;
    case 3:
      *to++ = *from++;
    case 2:
      *to++ = *from++;
    case 1:
      *to++ = *from++;
    } while (--n > 0);
  }
}

int main(void) {
  char buffer[16] = "";
  const char *text = "duff's device";
  for (int i = 1; i < 14; i += 3) {
    copy(buffer, text, i);
    buffer[i] = 0;
    printf("%s\n", buffer);
  }
  return 0;
}
