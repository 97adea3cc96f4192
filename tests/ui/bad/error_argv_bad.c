// What an argument says is up to whoever starts the program.
//@ property: unreach-call
//@ verdict: false(unreach-call)
//@ arguments: -n 7
#include <string.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "-n") == 0 && argv[2][0] == '7' && argv[2][1] == '\0')
    reach_error(); //~ BUG error-call
  return 0;
}
