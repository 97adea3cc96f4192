// The environment may be empty.
//@ property: valid-deref
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-deref)
//@ verdict[explore]: false(valid-deref)
//@ verdict[smg]: false(valid-deref)
//@ native: none a process that a test starts has an environment
int main(int argc, char **argv, char **environment) {
  (void)argc, (void)argv;
  return environment[1] == 0; //~ BUG out-of-bounds
}
