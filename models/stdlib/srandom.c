#include "cairn.h"

MODEL void srandom(unsigned seed) { (void)seed; }
