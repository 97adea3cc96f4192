// Objects whose scope no marker shows, used until the very end of it.
//@ verdict: true
#include <stdio.h>
#include <string.h>

struct pair {
  int a, b;
};
struct text {
  char s[12];
};

static struct text text_of(const char *s) {
  struct text t;
  strcpy(t.s, s);
  return t;
}

static void add_up(int **p) { printf("cleanup %d\n", **p); }

static int *keep(int *p) { return p; }

static void conditions(int c) {
  int *p = 0;
  if (*(p = &(int){c}))
    printf("then %d\n", *p);
  else
    printf("else %d\n", *p);
  if ((c && *(p = &(int){1})) || (c ? *(p = &(int){5}) : *(p = &(int){6}))) {
    printf("or %d\n", *p);
  }
  int turns = 0;
  for (int *q = &(int){3}; *(p = &(int){*q}); --*q)
    turns += *p;
  int i = 0;
  while (*(p = &(int){i < 3}))
    i += *p;
  do {
    p = &(int){4};
    i += *p;
  } while (i < 20);
  printf("loops %d %d\n", turns, i);
}

static void cleanups(int c) {
  {
    int *v __attribute__((cleanup(add_up))) = &(int){1};
    ++*v;
  }
  for (int i = 0; i < 3; i++) {
    int *v __attribute__((cleanup(add_up))) = &(int){10 * i};
    int *w __attribute__((cleanup(add_up))) = v;
    if (i == c)
      continue;
    if (i > c)
      return;
    ++*w;
  }
}

static int nested_switch(int c) {
  int *p = 0, result = 0;
  switch (c) {
    int z;
    struct pair both;
  case 1: {
    z = 3;
    p = &z;
  }
    result = *p;
    break;
  case 2:
    if (c) {
      both = (struct pair){4, 5};
      p = &both.b;
    }
    result = *p;
  case 3: {
    p = &(int){result + 1};
    result = *p;
  }
  }
  return result;
}

// The object stays the same: its block is not left.
static int same_object(void) {
  struct pair *p = 0, *q;
  int j = 0;
again:
  q = p, p = &((struct pair){j++, 7});
  if (j < 2)
    goto again;
  {
    int k = 0, *first = 0;
  more:;
    int x;
    int *now = &x;
    x = k++;
    if (k < 3) {
      first = now;
      goto more;
    }
    return p == q && q->a == 1 && first == now && *first == 2;
  }
}

static int jumps(int c) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int *p = &sum;
    if (i == c)
      goto skip;
    int x = i;
    p = &x;
    *p += 10;
  skip:
    sum += *p;
    x = sum;
    sum = *keep(&x);
  }
  return sum;
}

static int computed(int c) {
  void *targets[] = {&&zero, &&one, &&done};
  int sum = 0;
  {
    int *p = &(int){5};
    goto *targets[c];
  zero:
    sum += *p;
  one:
    sum += ++*p;
    goto *targets[2];
  done:
    sum += *p;
  }
  return sum;
}

int main(void) {
  conditions(0);
  conditions(1);
  cleanups(1);
  for (int c = 0; c < 4; c++)
    printf("%d ", nested_switch(c));
  printf("\n%d %d %d %d %d\n", same_object(), jumps(2), computed(0), computed(1), computed(2));
  printf("%s %zu %c\n", text_of("one").s, strlen(text_of("three").s), text_of("xyz").s[1]);
  int total = ({
    int *p = (int[]){1, 2, ({
                       int *q = &(int){3};
                       *q;
                     })};
    p[0] + p[1] + p[2];
  });
  return total - 6;
}
