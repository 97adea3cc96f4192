// The __atomic_* and __sync_* builtins in one thread.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
#include <stdio.h>

int main(void) {
  int n = 10;
  long l = 3;
  printf("%d\n", __atomic_add_fetch(&n, 5, __ATOMIC_SEQ_CST));
  printf("%d\n", __atomic_fetch_sub(&n, 1, __ATOMIC_RELAXED));
  printf("%d\n", __atomic_load_n(&n, __ATOMIC_ACQUIRE));
  __atomic_store_n(&n, 0x0f, __ATOMIC_RELEASE);
  printf("%d\n", __atomic_fetch_nand(&n, 3, __ATOMIC_SEQ_CST));
  printf("%d\n", n);
  printf("%ld\n", __sync_fetch_and_add(&l, 4));
  printf("%ld\n", __sync_or_and_fetch(&l, 8));
  printf("%d\n", __sync_bool_compare_and_swap(&l, 15, 1));
  printf("%ld\n", __sync_val_compare_and_swap(&l, 1, 2));
  printf("%ld\n", __sync_lock_test_and_set(&l, 50));
  __sync_lock_release(&l);
  __sync_synchronize();
  printf("%ld\n", l);
  int *p = &n, *none = NULL;
  int *before = __atomic_exchange_n(&p, none, __ATOMIC_SEQ_CST);
  return before == &n && p == NULL;
}
