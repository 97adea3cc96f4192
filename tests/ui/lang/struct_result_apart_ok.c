// A struct that a function returns is assigned when the function has returned: until then the caller's object is its own.
//@ verdict: true
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, no-overflow)
//@ native: none clang builds the struct in the caller's object
extern void reach_error(void);

struct wide {
  int at[20];
};

struct holder {
  struct wide first, second;
};

static struct wide swapped(struct wide *from) {
  from->at[0] = 5;
  from->at[1] = 6;
  return (struct wide){{from->at[1], from->at[0]}};
}

static struct wide local(struct wide *other) {
  struct wide own = {{1, 2}};
  other->at[0] = 7;
  own.at[1] = other->at[0];
  return own;
}

static struct wide passed_on(struct wide *other) {
  return local(other);
}

static void erase(struct wide *ended) {
  ended->at[0] = 0;
}

static struct wide cleaned(void) {
  __attribute__((cleanup(erase))) struct wide own = {{3}};
  return own;
}

int main(void) {
  struct wide a = swapped(&a);
  if (a.at[0] != 6 || a.at[1] != 5)
    reach_error();
  struct wide b = local(&b);
  if (b.at[0] != 1 || b.at[1] != 7)
    reach_error();
  struct wide c = passed_on(&c);
  if (c.at[0] != 1 || c.at[1] != 7)
    reach_error();
  struct holder both = {local(&both.first), passed_on(&both.second)};
  if (both.first.at[0] != 1 || both.second.at[0] != 1)
    reach_error();
  struct wide d = a.at[0] ? local(&d) : swapped(&d);
  if (d.at[0] != 1)
    reach_error();
  if (cleaned().at[0] != 3)
    reach_error();
  struct wide (*pointer)(struct wide *) = local;
  struct wide e = pointer(&e);
  if (e.at[0] != 1)
    reach_error();
  return 0;
}
