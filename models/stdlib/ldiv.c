#include "cairn.h"

struct quotient {
    long quot;
    long rem;
};

MODEL struct quotient ldiv(long a, long b) {
    struct quotient result = {a / b, a % b};
    return result;
}
