// A callee keeps the address of a compound literal longer than the block of the call.
//@ property: valid-memsafety
//@ verdict: false(valid-deref)
//@ verdict[chc]: false(valid-memsafety)
//@ verdict[explore]: false(valid-memsafety)
//@ verdict[smg]: false(valid-memsafety)
//@ sanitizer: none it does not mark the end of a compound literal's life
struct handler {
  int id;
};

static struct handler *current;

static void install(struct handler *h) { current = h; }

int main(void) {
  {
    install(&(struct handler){5});
  }
  return current->id - 5; //~ BUG use-after-scope
}
