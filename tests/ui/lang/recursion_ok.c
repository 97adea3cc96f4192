// Direct recursion: factorial, Fibonacci, Ackermann, towers of Hanoi.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

static unsigned long factorial(unsigned n) { return n ? n * factorial(n - 1) : 1; }

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static int moves;

static void hanoi(int n, int from, int to, int via) {
  if (!n)
    return;
  hanoi(n - 1, from, via, to);
  moves++;
  hanoi(n - 1, via, to, from);
}

int main(void) {
  printf("%lu\n", factorial(20));
  printf("%d\n", fibonacci(15));
  printf("%d\n", ackermann(2, 3));
  hanoi(6, 0, 2, 1);
  printf("%d\n", moves);
  return ackermann(1, 1);
}
