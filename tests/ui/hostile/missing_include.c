// Includes a header that does not exist.
//@ compile: error
#include "a_header_that_is_not_there.h"

int main(void) { return 0; }
