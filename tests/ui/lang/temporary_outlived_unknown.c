// A struct that a function returns lives until the end of the expression, of which bitcode shows nothing.
//@ property: valid-memsafety
//@ native: none it reads a dead object
//@ verdict: unknown
struct name {
  char text[8];
};

static struct name make(char c) { return (struct name){{c, 0}}; }

int main(void) {
  char *p = make('a').text;
  return *p - 'a';
}
