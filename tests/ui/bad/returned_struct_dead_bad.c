// A local struct that is returned is gone afterwards; what the caller has is a copy.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ native: none clang lets the variable live in the caller's object
struct wide {
  int at[20];
};

static struct wide *kept;

static struct wide make(void) {
  struct wide own = {{1}};
  kept = &own;
  return own;
}

int main(void) {
  struct wide copy = make();
  return kept->at[0] - copy.at[0]; //~ BUG use-after-scope
}
