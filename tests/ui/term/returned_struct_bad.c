// What a function writes to the caller's object is overwritten by the struct that it returns.
//@ property: termination
//@ verdict: false(termination)
//@ verdict[explore]: false(termination)
//@ native: none it runs for ever
struct wide {
  int at[20];
};

static struct wide make(struct wide *other) {
  struct wide own = {{1}};
  other->at[0] = 0;
  return own;
}

int main(void) {
  struct wide made = make(&made);
  while (made.at[0]) //~ BUG non-termination
    ;
  return 0;
}
