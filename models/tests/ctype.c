#include "check.h"
#include <ctype.h>

/* The functions, not the macros. */
#define EACH(X) X(isalnum) X(isalpha) X(isblank) X(iscntrl) X(isdigit) X(isgraph) X(islower) X(isprint) X(ispunct) \
    X(isspace) X(isupper) X(isxdigit)
#define DECLARE_INT(name) int model_##name(int);
EACH(DECLARE_INT)
DECLARE_INT(tolower)
DECLARE_INT(toupper)
DECLARE_INT(isascii)
DECLARE_INT(toascii)
extern __typeof__(__ctype_b_loc) model___ctype_b_loc;
extern __typeof__(__ctype_tolower_loc) model___ctype_tolower_loc;
extern __typeof__(__ctype_toupper_loc) model___ctype_toupper_loc;

void check_ctype(void) {
    for (int c = -1; c < 256; c++) {
        snprintf(context, sizeof context, "%d", c);
#define SAME(name) CHECK(model_##name(c) == (name)(c));
        EACH(SAME)
        SAME(tolower)
        SAME(toupper)
        SAME(isascii)
        SAME(toascii)
    }
    for (int c = -128; c < 256; c++) {
        snprintf(context, sizeof context, "%d", c);
        CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
        CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c]);
        CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c]);
    }
}
