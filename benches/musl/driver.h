/* Arguments of bounded size about which nothing else is known. */
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void abort(void);

static unsigned long size(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 1000)
    abort();
  return n;
}

static char *text(void) {
  unsigned long n = size();
  char *s = malloc(n + 1);
  s[n] = 0;
  return s;
}

static int *wide(void) {
  unsigned long n = size();
  int *s = malloc((n + 1) * sizeof *s);
  s[n] = 0;
  return s;
}

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static int order_with(const void *a, const void *b, void *unused) { return order(a, b); }

/* Where musl keeps `errno` in a thread. */
int *___errno_location(void) {
  static int number;
  return &number;
}
