// Arrays and structs that other files define may have any size: an access to them is neither right nor wrong.
//@ native: none the objects are defined nowhere
//@ verdict: unknown
//@ verdict[symex]: true(termination)
extern int __VERIFIER_nondet_int(void);
extern int table[];
extern struct hidden {
  int count;
  int rest[];
} hidden;
extern struct opaque opaque;

int main(void) {
  int input = __VERIFIER_nondet_int();
  switch (input) {
  case 1:
    return hidden.rest[2];
  case 2:
    return *((char *)&opaque + 1);
  case 3:
    __builtin_memcpy((char *)&hidden + 60, "abc", 3);
    return 0;
  default:
    return table[0];
  }
}
