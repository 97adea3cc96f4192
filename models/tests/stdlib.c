#include "check.h"
#include <limits.h>
#include <locale.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

DECLARE(abs);
DECLARE(labs);
DECLARE(llabs);
DECLARE(div);
DECLARE(ldiv);
DECLARE(lldiv);
DECLARE(qsort);
DECLARE(bsearch);
DECLARE(rand);
DECLARE(random);
DECLARE(rand_r);
DECLARE(time);
DECLARE(clock);
DECLARE(exit);
DECLARE(atexit);
DECLARE(_Exit);
DECLARE(quick_exit);
DECLARE(at_quick_exit);
DECLARE(reallocarray);
DECLARE(aligned_alloc);
DECLARE(posix_memalign);
DECLARE(setlocale);

static void check_arithmetic(void) {
    for (int i = 0; i < 2000; i++) {
        long long a = (long long)pick64() >> pick(64);
        long long b = (long long)pick64() >> pick(64);
        if ((int)a != INT_MIN)
            CHECK(model_abs((int)a) == abs((int)a));
        if (a != LLONG_MIN)
            CHECK(model_labs((long)a) == labs((long)a) && model_llabs(a) == llabs(a));
        if ((int)b != 0 && (int)b != -1) {
            div_t mine = model_div((int)a, (int)b);
            div_t theirs = div((int)a, (int)b);
            CHECK(mine.quot == theirs.quot && mine.rem == theirs.rem);
        }
        if (b != 0 && b != -1) {
            ldiv_t mine = model_ldiv((long)a, (long)b);
            ldiv_t theirs = ldiv((long)a, (long)b);
            CHECK(mine.quot == theirs.quot && mine.rem == theirs.rem);
            lldiv_t my_long = model_lldiv(a, b);
            lldiv_t their_long = lldiv(a, b);
            CHECK(my_long.quot == their_long.quot && my_long.rem == their_long.rem);
        }
    }
}

struct record {
    int key;
    char place;
    short rest;
};

static int by_key(const void *a, const void *b) {
    const struct record *x = a;
    const struct record *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int by_whim(const void *a, const void *b) {
    (void)a;
    (void)b;
    return (int)pick(3) - 1;
}

static void check_sorting(void) {
    for (unsigned round = 0; round < 500; round++) {
        size_t n = round < 40 ? round / 4 : pick(60);
        struct record *records = malloc(n * sizeof *records);
        for (size_t i = 0; i < n; i++)
            records[i] = (struct record){(int)pick(round % 2 ? 10 : 1000) - 5, (char)i, 7};
        int wanted = (int)pick(1000) - 5;
        model_qsort(records, n, sizeof *records, by_key);
        for (size_t i = 1; i < n; i++) {
            CHECK(records[i - 1].key < records[i].key ||
                  (records[i - 1].key == records[i].key && records[i - 1].place < records[i].place));
        }
        struct record key = {wanted, 0, 0};
        CHECK(model_bsearch(&key, records, n, sizeof *records, by_key) ==
              bsearch(&key, records, n, sizeof *records, by_key));
        model_qsort(records, n, sizeof *records, by_whim);
        free(records);
    }
    model_qsort(NULL, 0, 4, by_key);
    CHECK(model_bsearch(NULL, NULL, 0, 4, by_key) == NULL);
}

static void say(const char *s) {
    written[1].length += (size_t)snprintf(written[1].bytes + written[1].length, 64, "%s", s);
}
static void second(void) { say("second "); }
static void nested(void) { say("nested "); }
static void first(void) {
    say("first ");
    model_atexit(nested);
}

static void leave_normally(void) {
    model_atexit(second);
    model_atexit(first);
    model_at_quick_exit(nested);
    model_exit(3);
}
static void leave_quickly(void) {
    model_atexit(second);
    model_at_quick_exit(second);
    model_at_quick_exit(nested);
    model_quick_exit(4);
}
static void leave_at_once(void) {
    model_atexit(second);
    model__Exit(5);
}

/* What the process printed and its status, as text. */
static void check_end(void (*leave)(void), const char *output, int status) {
    int ends[2];
    char got[100] = {0};
    int ended = 0;
    if (pipe(ends) != 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        reset_output();
        leave();
    }
    close(ends[1]);
    ssize_t n = read(ends[0], got, sizeof got - 1);
    close(ends[0]);
    waitpid(child, &ended, 0);
    CHECK(n >= 0 && strcmp(got, output) == 0);
    CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == status);
}

static void check_allocation(void) {
    void *p = NULL;
    CHECK(model_posix_memalign(&p, 64, 100) == 0 && (uintptr_t)p % 64 == 0);
    free(p);
    CHECK(model_posix_memalign(&p, 3, 100) == EINVAL);
    CHECK(model_posix_memalign(&p, 2, 100) == EINVAL);
    p = model_aligned_alloc(256, 512);
    CHECK((uintptr_t)p % 256 == 0);
    p = model_reallocarray(p, 3, 5);
    CHECK(p != NULL);
    CHECK(model_reallocarray(p, (size_t)-1 / 2, 3) == NULL);
    free(p);
}

static void check_chance(void) {
    unsigned seed = 1;
    time_t now;
    nondet = 5;
    assumed = 1;
    CHECK(model_rand() == 5 && model_random() == 5 && model_rand_r(&seed) == 5 && seed == 5);
    CHECK(model_time(&now) == 5 && now == 5 && model_time(NULL) == 5 && model_clock() == 5);
    CHECK(assumed);
    nondet = -7;
    model_rand();
    CHECK(!assumed);
}

void check_stdlib(void) {
    check_arithmetic();
    check_sorting();
    check_end(leave_normally, "first nested second ", 3);
    check_end(leave_quickly, "nested second ", 4);
    check_end(leave_at_once, "", 5);
    check_allocation();
    check_chance();
    CHECK(strcmp(model_setlocale(LC_ALL, NULL), "C") == 0);
    nondet = 0;
    CHECK(model_setlocale(LC_ALL, "") == NULL && model_setlocale(LC_ALL, "xx_YY") == NULL);
    nondet = 'x';
    CHECK(strcmp(model_setlocale(LC_ALL, "xx_YY"), "xx_YY") == 0 && strlen(model_setlocale(LC_ALL, "")) == 511);
    CHECK(strcmp(model_setlocale(LC_ALL, "POSIX"), "C") == 0 && strcmp(model_setlocale(LC_ALL, NULL), "C") == 0);
    nondet = 0;
}
