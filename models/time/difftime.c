#include "cairn.h"

MODEL double difftime(long later, long earlier) {
    /* A difference that does not fit a long still fits a double. */
    if (later >= earlier)
        return (double)((unsigned long)later - (unsigned long)earlier);
    return -(double)((unsigned long)earlier - (unsigned long)later);
}
