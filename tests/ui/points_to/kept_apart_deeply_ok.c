// Three calls deep, one region of the innermost caller is two of its callee's, and one of the two is shared.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stddef.h>
#include <stdint.h>

struct part {
  int k;
  int *p;
};

struct whole {
  int v;
  struct whole *a;
  struct part in[3];
  struct whole *b;
  int *q;
  long t;
};

static struct whole g0, h;
static struct whole *last;
static int gi;
static int *gq = &gi;

static void init(struct whole *s) {
  s->v = 0;
  s->a = s;
  s->b = s;
  s->q = &s->v;
  s->t = 0;
  for (int i = 0; i < 3; i++) {
    s->in[i].k = i;
    s->in[i].p = &s->in[i].k;
  }
}

static struct whole *around(struct part *i, int k) {
  return (struct whole *)((char *)(i - k) - offsetof(struct whole, in));
}

static struct whole *innermost(struct whole *x, struct whole *y, int **ip, int n) {
  struct whole *w = x;
  if (x == y && n < 0)
    *x = *y;
  if (last)
    last->v = 0;
  *ip = w->q;
  return w;
}

static struct whole *inner(struct whole *x, struct whole *y, int **ip, int n) {
  struct whole *z = y, *w = y->b;
  last = y;
  x = n > 1 ? w : z;
  if (n > 0)
    x = innermost(z, x, ip, n - 1);
  return x;
}

static struct whole *outer(struct whole *x, struct whole *y, int **ip, int n) {
  struct whole *w = x;
  if (n > 0)
    w = inner(w, x, ip, n - 1);
  x->t = (long)(uintptr_t)y | 1;
  if (y->in[0].p == &y->in[0].k) {
    struct part *e = &y->in[0];
    around(e, 0)->v = 3;
  }
  return w;
}

static struct whole *outermost(struct whole *x, int n) {
  struct whole *z = x, *w = x;
  if (n > 0)
    w = outer(z, x, &z->in[0].p, n - 1);
  return w;
}

int main(void) {
  struct whole m0, m1;
  int loc = 0, *lp = &loc;
  init(&g0);
  init(&h);
  init(&m0);
  init(&m1);
  struct whole *at = innermost(&h, &m1, &lp, 2);
  at = outer(at, &g0, &gq, 3);
  at = outermost(&m1, 3);
  return at->v == 3 ? 0 : 1;
}
