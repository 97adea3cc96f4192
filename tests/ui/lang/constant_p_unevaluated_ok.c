// The operand of __builtin_constant_p and of __builtin_object_size is not evaluated.
//@ verdict: true
//@ verdict[chc]: true(unreach-call, no-overflow, valid-memsafety)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call, no-overflow)
#include <assert.h>
#include <limits.h>
#include <stddef.h>
struct node { struct node *next; int value; };
// Sanitizers evaluate the operands, to check them.
__attribute__((no_sanitize("undefined", "address"))) int main(void) {
  int most = INT_MAX, *none = NULL, zero = 0;
  struct node *n = NULL;
  int sum = __builtin_constant_p(*none);
  sum += __builtin_constant_p(n->next->value);
  sum += __builtin_constant_p(most + 1);
  sum += __builtin_constant_p(1 / zero);
  sum += __builtin_constant_p(*none << 3);
  sum += __builtin_constant_p(none ? *none : 0) == 2;
  assert(sum >= 0 && sum <= 5);
  assert(__builtin_object_size(n->next, 0) == (size_t)-1);
  return 0;
}
