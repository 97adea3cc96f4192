#include "cairn.h"

/* A call of a function that no class defines ends the program. */
MODEL void __cxa_pure_virtual(void) { abort(); }

MODEL void __cxa_deleted_virtual(void) { abort(); }
