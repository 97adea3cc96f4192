#include "cairn.h"

struct quotient {
    int quot;
    int rem;
};

MODEL struct quotient div(int a, int b) {
    struct quotient result = {a / b, a % b};
    return result;
}
