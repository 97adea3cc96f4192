// An array of pointers is filled one slot too short.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none MemorySanitizer sees it, AddressSanitizer does not track initialisation
int main(void) {
  int values[4] = {1, 2, 3, 4};
  int *slots[4];
  int sum = 0;
  for (int i = 0; i < 3; i++)
    slots[i] = &values[i];
  for (int i = 0; i < 4; i++)
    sum += *slots[i]; //~ BUG uninit-deref
  return sum;
}
