// Local arrays and structs with constant initialisers, which are copied from somewhere.
//@ verdict: true
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(valid-memsafety, unreach-call, no-overflow, termination)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct entry {
  const char *name;
  int values[3];
  struct entry *next;
};

static int sum(const int *numbers, int count) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += numbers[i];
  return total;
}

int main(void) {
  int primes[5] = {2, 3, 5, 7, 11};
  if (primes[0] + primes[4] != 13)
    reach_error();
  primes[1] = 4;
  if (primes[0] * primes[2] != 10 || primes[1] != 4)
    reach_error();
  char word[8] = "stone";
  if (word[0] != 's' || word[5] != 0 || word[7] != 0)
    reach_error();
  struct entry last = {"last", {1, 2, 3}, 0};
  struct entry first = {"first", {4, 5, 6}, &last};
  if (first.next->values[2] != 3 || last.next || first.values[0] != 4 || last.name[0] != 'l')
    reach_error();
  struct entry copy = last;
  last.values[1] = 9;
  if (copy.values[1] != 2 || last.values[1] != 9)
    reach_error();
  return primes[__VERIFIER_nondet_uint() % 5] < 0 && sum(first.values, 0);
}
