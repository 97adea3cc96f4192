#include "cairn.h"

MODEL void srand(unsigned seed) { (void)seed; }
