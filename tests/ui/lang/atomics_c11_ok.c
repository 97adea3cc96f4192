// C11 atomics in one thread: load, store, exchange, compare-exchange, fetch-op.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdatomic.h>
#include <stdio.h>

struct pair {
  int a, b;
};

int main(void) {
  _Atomic int n = 5;
  atomic_long total = 0;
  n++;
  n += 10;
  int old = atomic_fetch_add(&n, 4);
  printf("%d %d\n", old, atomic_load(&n));
  old = atomic_exchange(&n, 100);
  printf("%d %d\n", old, n);
  int expected = 99;
  int done = atomic_compare_exchange_strong(&n, &expected, 1);
  printf("%d %d %d\n", done, expected, n);
  done = atomic_compare_exchange_strong(&n, &expected, 1);
  printf("%d %d %d\n", done, expected, n);
  atomic_store_explicit(&total, 7, memory_order_release);
  atomic_fetch_or(&total, 8);
  atomic_fetch_xor(&total, 1);
  atomic_fetch_and(&total, ~2l);
  printf("%ld\n", atomic_load_explicit(&total, memory_order_acquire));
  atomic_flag lock = ATOMIC_FLAG_INIT;
  printf("%d", atomic_flag_test_and_set(&lock));
  printf("%d\n", atomic_flag_test_and_set(&lock));
  struct pair start = {1, 2};
  _Atomic struct pair p;
  atomic_init(&p, start);
  struct pair q = p;
  q.b = 9;
  p = q;
  struct pair r = p;
  atomic_thread_fence(memory_order_seq_cst);
  return r.a + r.b;
}
