// Of a variable that is only declared, neither what it holds is known nor whether it may be written.
//@ native: none the variable is defined nowhere
//@ verdict: unknown
//@ verdict[symex]: true(termination)
extern int elsewhere;

int main(void) {
  if (elsewhere == 3)
    elsewhere = 4;
  return 0;
}
