#include "check.h"

DECLARE(strlen);
DECLARE(strnlen);
DECLARE(strcpy);
DECLARE(stpcpy);
DECLARE(strncpy);
DECLARE(stpncpy);
DECLARE(strcat);
DECLARE(strncat);
DECLARE(strcmp);
DECLARE(strncmp);
DECLARE(strcasecmp);
DECLARE(strncasecmp);
DECLARE(strcoll);
DECLARE(strxfrm);
DECLARE(strspn);
DECLARE(strcspn);
DECLARE(strtok);
DECLARE(strtok_r);
DECLARE(strsep);
DECLARE(strdup);
DECLARE(strndup);
DECLARE(strerror);
DECLARE(ffs);
DECLARE(ffsl);
DECLARE(ffsll);
/* Macros or overloads in the headers of some libraries. */
char *model_strchr(const char *, int);
char *model_strrchr(const char *, int);
char *model_index(const char *, int);
char *model_rindex(const char *, int);
char *model_strchrnul(const char *, int);
char *model_strpbrk(const char *, const char *);
char *model_strstr(const char *, const char *);
char *model_strcasestr(const char *, const char *);
size_t model_strlcpy(char *, const char *, size_t);
size_t model_strlcat(char *, const char *, size_t);
char *model___strcpy_chk(char *, const char *, size_t);
char *model___strncpy_chk(char *, const char *, size_t, size_t);
char *model___strdup(const char *);

static int sign(int x) { return (x > 0) - (x < 0); }

/* Both functions wrote the same, and at the same place of their results. */
#define SAME_WRITE(model_call, call, size)                                                                             \
    do {                                                                                                               \
        char *mine = malloc(size);                                                                                     \
        char *theirs = malloc(size);                                                                                   \
        memset(mine, 'x', size);                                                                                       \
        memset(theirs, 'x', size);                                                                                     \
        char *to = mine;                                                                                               \
        ptrdiff_t at = (char *)(model_call)-mine;                                                                      \
        to = theirs;                                                                                                   \
        CHECK(at == (char *)(call)-theirs);                                                                            \
        CHECK(memcmp(mine, theirs, size) == 0);                                                                        \
        free(mine);                                                                                                    \
        free(theirs);                                                                                                  \
    } while (0)

static void check_one(char *a) {
    size_t n = strlen(a);
    CHECK(model_strlen(a) == n);
    for (int c = -1; c < 256; c++) {
        CHECK(model_strchr(a, c) == strchr(a, c));
        CHECK(model_strrchr(a, c) == strrchr(a, c));
        CHECK(model_index(a, c) == strchr(a, c));
        CHECK(model_rindex(a, c) == strrchr(a, c));
        CHECK(model_strchrnul(a, c) == strchrnul(a, c));
    }
    SAME_WRITE(model_strcpy(to, a), strcpy(to, a), n + 1);
    SAME_WRITE(model_stpcpy(to, a), stpcpy(to, a), n + 1);
    SAME_WRITE(model___strcpy_chk(to, a, n + 1), strcpy(to, a), n + 1);
    char *copy = model_strdup(a);
    CHECK(strcmp(copy, a) == 0);
    free(copy);
    copy = model___strdup(a);
    CHECK(strcmp(copy, a) == 0);
    free(copy);
    for (size_t max = 0; max < 6; max++) {
        CHECK(model_strnlen(a, max) == strnlen(a, max));
        if (max > 0) {
            SAME_WRITE(model_strncpy(to, a, max), strncpy(to, a, max), max);
            SAME_WRITE(model_stpncpy(to, a, max), stpncpy(to, a, max), max);
            SAME_WRITE(model___strncpy_chk(to, a, max, max), strncpy(to, a, max), max);
            char limited[6];
            CHECK(model_strlcpy(limited, a, max) == n);
            CHECK(strncmp(limited, a, max - 1) == 0 && strlen(limited) == (n < max ? n : max - 1));
        }
        char *part = block(a, n < max ? n + 1 : max);
        char *mine = model_strndup(part, max);
        CHECK(strncmp(mine, a, max) == 0 && strlen(mine) == (n < max ? n : max));
        free(mine);
        free(part);
        char transformed[8];
        CHECK(model_strxfrm(transformed, a, max) == n);
        CHECK(max <= n || strcmp(transformed, a) == 0);
    }
}

static void check_pair(char *a, char *b) {
    size_t both = strlen(a) + strlen(b) + 1;
    CHECK(sign(model_strcmp(a, b)) == sign(strcmp(a, b)));
    CHECK(sign(model_strcoll(a, b)) == sign(strcmp(a, b)));
    CHECK(sign(model_strcasecmp(a, b)) == sign(strcasecmp(a, b)));
    CHECK(model_strspn(a, b) == strspn(a, b));
    CHECK(model_strcspn(a, b) == strcspn(a, b));
    CHECK(model_strpbrk(a, b) == strpbrk(a, b));
    CHECK(model_strstr(a, b) == strstr(a, b));
    CHECK(model_strcasestr(a, b) == strcasestr(a, b));
    SAME_WRITE(model_strcat(strcpy(to, a), b), strcat(strcpy(to, a), b), both);
    for (size_t n = 0; n < 5; n++) {
        CHECK(sign(model_strncmp(a, b, n)) == sign(strncmp(a, b, n)));
        CHECK(sign(model_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)));
        size_t added = strnlen(b, n);
        SAME_WRITE(model_strncat(strcpy(to, a), b, n), strncat(strcpy(to, a), b, n), strlen(a) + added + 1);
        char limited[8];
        strcpy(limited, a);
        size_t start = strnlen(a, n);
        CHECK(model_strlcat(limited, b, n) == start + strlen(b));
        CHECK(n <= start || strlen(limited) == (both - 1 < n ? both - 1 : n - 1));
    }
}

static void check_splitting(const char *text, const char *separators) {
    size_t n = strlen(text) + 1;
    char *mine = block(text, n);
    char *theirs = block(text, n);
    char *my_rest = NULL;
    char *their_rest = NULL;
    char *a = model_strtok_r(mine, separators, &my_rest);
    char *b = strtok_r(theirs, separators, &their_rest);
    for (int i = 0; i < 6; i++) {
        CHECK((a == NULL) == (b == NULL));
        CHECK(a == NULL || b == NULL || (a - mine == b - theirs && strcmp(a, b) == 0));
        a = model_strtok_r(NULL, separators, &my_rest);
        b = strtok_r(NULL, separators, &their_rest);
    }
    memcpy(mine, text, n);
    memcpy(theirs, text, n);
    a = model_strtok(mine, separators);
    b = strtok(theirs, separators);
    for (int i = 0; i < 6; i++) {
        CHECK((a == NULL) == (b == NULL));
        CHECK(a == NULL || b == NULL || a - mine == b - theirs);
        a = model_strtok(NULL, separators);
        b = strtok(NULL, separators);
    }
    memcpy(mine, text, n);
    memcpy(theirs, text, n);
    my_rest = mine;
    their_rest = theirs;
    for (int i = 0; i < 6; i++) {
        a = model_strsep(&my_rest, separators);
        b = strsep(&their_rest, separators);
        CHECK((a == NULL) == (b == NULL) && (my_rest == NULL) == (their_rest == NULL));
        CHECK(a == NULL || b == NULL || (a - mine == b - theirs && strcmp(a, b) == 0));
    }
    free(mine);
    free(theirs);
}

void check_string(void) {
    for (size_t i = 0; i < word_count; i++) {
        check_one(words[i]);
        for (size_t j = 0; j < word_count; j++) {
            snprintf(context, sizeof context, "\"%s\" \"%s\"", words[i], words[j]);
            check_pair(words[i], words[j]);
            check_splitting(words[i], words[j]);
        }
    }
    check_splitting("one, two,,three", ", ");
    check_splitting(",,", ",");
    for (int number = -3; number < 200; number++)
        CHECK(strcmp(model_strerror(number), strerror(number)) == 0);
    for (int i = 0; i < 1000; i++) {
        long long x = (long long)(pick64() << pick(64));
        CHECK(model_ffs((int)x) == ffs((int)x));
        CHECK(model_ffsl((long)x) == ffsl((long)x));
        CHECK(model_ffsll(x) == ffsll(x));
    }
    CHECK(model_ffs(0) == 0);
}
