// A use after free that one input value triggers.
//
// `close_session` frees the session when a request says so, but the main loop keeps its own
// pointer and counts the next request in the freed session.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ inputs: 1 0 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum request { QUIT = 0, WORK = 1 };

struct session {
  int requests;
};

static void close_session(struct session *s) {
  s->requests = 0;
  free(s);
}

int main(void) {
  struct session *s = malloc(sizeof *s);
  int closed = 0;
  s->requests = 0;
  for (int i = 0; i < 3; i++) {
    int request = __VERIFIER_nondet_int();
    s->requests++; //~ BUG use-after-free
    if (request == QUIT && !closed) {
      close_session(s);
      closed = 1;
    }
  }
  if (!closed)
    close_session(s);
  return 0;
}
