// Breadth-first search over adjacency lists.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>
#include <stdlib.h>

enum { N = 6 };

struct edge {
  int to;
  struct edge *next;
};

static void connect(struct edge *g[], int a, int b) {
  struct edge *e = malloc(sizeof *e);
  e->to = b;
  e->next = g[a];
  g[a] = e;
}

int main(void) {
  struct edge *g[N] = {NULL};
  int pairs[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 0}};
  for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
    connect(g, pairs[i][0], pairs[i][1]);
  int distance[N], queue[N], head = 0, tail = 0;
  for (int i = 0; i < N; i++)
    distance[i] = -1;
  distance[0] = 0;
  queue[tail++] = 0;
  while (head < tail) {
    int v = queue[head++];
    for (struct edge *e = g[v]; e; e = e->next)
      if (distance[e->to] < 0) {
        distance[e->to] = distance[v] + 1;
        queue[tail++] = e->to;
      }
  }
  for (int i = 0; i < N; i++) {
    printf("%d ", distance[i]);
    while (g[i]) {
      struct edge *e = g[i];
      g[i] = e->next;
      free(e);
    }
  }
  printf("\n");
  return 0;
}
