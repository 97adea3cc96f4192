#include "check.h"

int main(void) {
    make_words();
    check_string();
    check_memory();
    check_ctype();
    check_numbers();
    check_stdlib();
    check_printf();
    check_scanf();
    check_streams();
    check_math();
    check_exact();
    check_wide();
    check_misuse();
    if (failures > 0)
        fprintf(stderr, "%d comparisons failed\n", failures);
    return failures > 0;
}
