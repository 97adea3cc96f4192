// Reaches the error only for four exact input characters.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ verdict[chc]: false(unreach-call)
//@ verdict[explore]: false(unreach-call)
//@ verdict[smg]: false(unreach-call)
//@ inputs: 98 117 103 33
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char word[4];
  for (int i = 0; i < 4; i++)
    word[i] = __VERIFIER_nondet_char();
  if (word[0] == 'b')
    if (word[1] == 'u')
      if (word[2] == 'g')
        if (word[3] == '!')
          reach_error(); //~ BUG error-call
  return 0;
}
