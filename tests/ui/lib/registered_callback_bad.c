// What is registered with the library is called at the end, and what it finds is not known before.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
#include <stdlib.h>

extern void reach_error(void);

struct job {
  struct job *next;
  int done;
};

static int finished;

static void at_end(void) {
  if (finished)
    reach_error(); //~ BUG error-call
}

int main(void) {
  struct job *job = malloc(sizeof *job);
  if (!job || atexit(at_end) != 0)
    return 1;
  job->next = job;
  job->next->done = 1;
  finished = job->done;
  free(job);
  return 0;
}
