// Includes itself until clang gives up.
//@ compile: error
#include __FILE__

int main(void) { return 0; }
