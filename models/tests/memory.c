#include "check.h"

DECLARE(memcmp);
DECLARE(bcmp);
DECLARE(memmem);
DECLARE(memccpy);
DECLARE(mempcpy);
DECLARE(bcopy);
DECLARE(bzero);
void *model_memchr(const void *, int, size_t);
void *model_memrchr(const void *, int, size_t);
void *model_rawmemchr(const void *, int);
void *model___memcpy_chk(void *, const void *, size_t, size_t);
void *model___memmove_chk(void *, const void *, size_t, size_t);
void *model___memset_chk(void *, int, size_t, size_t);

static int sign(int x) { return (x > 0) - (x < 0); }

static void check_copies(const char *a, size_t n) {
    char to[8];
    char other[8];
    memset(to, 'x', sizeof to);
    CHECK(model_mempcpy(to, a, n) == to + n && memcmp(to, a, n) == 0 && to[n] == 'x');
    memset(to, 'x', sizeof to);
    CHECK(model___memcpy_chk(to, a, n, 8) == to && memcmp(to, a, n) == 0 && to[n] == 'x');
    memset(to, 'x', sizeof to);
    model_bcopy(a, to, n);
    CHECK(memcmp(to, a, n) == 0 && to[n] == 'x');
    CHECK(model___memmove_chk(to + 1, to, n, 7) == to + 1 && memcmp(to + 1, a, n) == 0);
    CHECK(model___memset_chk(to, 'y', n, 8) == to && (n == 0 || to[n - 1] == 'y'));
    model_bzero(to, n);
    CHECK(n == 0 || to[n - 1] == 0);
    for (int c = 0; c < 256; c++) {
        memset(to, 'x', sizeof to);
        memset(other, 'x', sizeof other);
        char *mine = model_memccpy(to, a, c, n);
        char *theirs = memccpy(other, a, c, n);
        CHECK((mine == NULL) == (theirs == NULL) && (mine == NULL || mine - to == theirs - other));
        CHECK(memcmp(to, other, sizeof to) == 0);
    }
}

void check_memory(void) {
    for (size_t i = 0; i < word_count; i++) {
        const char *a = words[i];
        size_t n = strlen(a) + 1;
        check_copies(a, n);
        for (int c = 0; c < 256; c++) {
            const char *found = memchr(a, c, n);
            CHECK(model_memchr(a, c, n) == found);
            CHECK(model_memchr(a, c, n - 1) == memchr(a, c, n - 1));
            CHECK(model_memrchr(a, c, n) == memrchr(a, c, n));
            if (found != NULL) {
                CHECK(model_memchr(a, c, 1000) == found); /* stops at the match */
                CHECK(model_rawmemchr(a, c) == found);
            }
        }
        for (size_t j = 0; j < word_count; j++) {
            const char *b = words[j];
            size_t m = strlen(b) + 1;
            size_t least = n < m ? n : m;
            CHECK(sign(model_memcmp(a, b, least)) == sign(memcmp(a, b, least)));
            CHECK((model_bcmp(a, b, least) == 0) == (memcmp(a, b, least) == 0));
            CHECK(model_memmem(a, n, b, m) == memmem(a, n, b, m));
            CHECK(model_memmem(a, n, b, m - 1) == memmem(a, n, b, m - 1));
            CHECK(model_memmem(a, n - 1, b, m - 1) == memmem(a, n - 1, b, m - 1));
        }
    }
}
