// A static object with a member that is not modelled: nothing in it is taken for zero.
//@ args: -std=c2x
//@ verdict: unknown
//@ verdict[symex]: true(termination)
extern void reach_error(void);

static struct {
  int count;
  unsigned _BitInt(200) wide;
} object = {5, 77};

int main(void) {
  if (((unsigned char *)&object.wide)[0] != 77)
    reach_error();
  return 0;
}
