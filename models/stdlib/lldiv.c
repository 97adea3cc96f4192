#include "cairn.h"

struct quotient {
    long long quot;
    long long rem;
};

MODEL struct quotient lldiv(long long a, long long b) {
    struct quotient result = {a / b, a % b};
    return result;
}
