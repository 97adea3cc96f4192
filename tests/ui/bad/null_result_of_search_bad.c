// Nothing is found in a text that only this expression knows of: that it is lost on the way says less than the crash.
//@ verdict: false(valid-deref)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
#include <stdlib.h>

static char *text(void) {
  char *made = malloc(2);
  made[0] = 'a';
  made[1] = '\0';
  return made;
}

static char *find(char *in, char c) {
  while (*in && *in != c)
    in++;
  return *in ? in : NULL;
}

int main(void) {
  return *find(text(), 'x'); //~ BUG null-deref
}
