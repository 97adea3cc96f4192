#include "check.h"

#pragma clang diagnostic ignored "-Wformat"
#pragma clang diagnostic ignored "-Wformat-nonliteral"

int model_sscanf(const char *, const char *, ...);
int model_scanf(const char *, ...);
int model___isoc99_fscanf(FILE *, const char *, ...);
extern FILE *model_stdin;
void model_clearerr(FILE *);
int model_fgetc(FILE *);

/* Four targets, each large enough for every conversion. */
struct targets {
    char bytes[4][64];
};

static void clear(struct targets *t) { memset(t, 0x55, sizeof *t); }

static void check_one(const char *input, const char *format) {
    struct targets mine;
    struct targets theirs;
    size_t n = strlen(input);
    char *text = block(input, n + 1);
    snprintf(context, sizeof context, "input \"%s\" format \"%s\"", input, format);
    clear(&mine);
    clear(&theirs);
    int my_count = model_sscanf(text, format, mine.bytes[0], mine.bytes[1], mine.bytes[2], mine.bytes[3]);
    int count = sscanf(text, format, theirs.bytes[0], theirs.bytes[1], theirs.bytes[2], theirs.bytes[3]);
    CHECK(my_count == count);
    /* What a failed conversion leaves in its target is not defined. */
    for (int i = 0; i < count; i++)
        CHECK(memcmp(mine.bytes[i], theirs.bytes[i], 64) == 0);

    FILE *file = n > 0 ? fmemopen(text, n, "r") : NULL;
    if (file != NULL) {
        set_input(text, n);
        clear(&mine);
        CHECK(model_scanf(format, mine.bytes[0], mine.bytes[1], mine.bytes[2], mine.bytes[3]) == count);
        CHECK(fscanf(file, format, theirs.bytes[0], theirs.bytes[1], theirs.bytes[2], theirs.bytes[3]) == count);
        int c;
        do {
            c = model_fgetc(model_stdin);
            CHECK(c == fgetc(file));
        } while (c != EOF);
        model_clearerr(model_stdin);
        fclose(file);
    }
    free(text);
}

static void make_format(char *format) {
    static const char *const pieces[] = {"%d",  "%i",  "%u",   "%x",   "%o",    "%hhd", "%hd",  "%ld",     "%lld",   "%zu",
                                         "%s",  "%3s", "%c",   "%2c",  "%[a-f]", "%[^ ]", "%2[0-9-]", "%[]x]", "%f",     "%lf",
                                         "%3d", "%2i", "%4x",  "%5lf", "%n",    "%jd",  "%3lx", "%hu",     "%hhx",   "%4i"};
    static const char *const others[] = {" ", ",", "%%", "%*d", "%*s", "x", "%*c", ""};
    int used = 0;
    *format = '\0';
    do {
        strcat(format, pieces[pick(30)]);
        used++;
        strcat(format, others[pick(8)]);
    } while (used < 4 && pick(3));
}

void check_scanf(void) {
    static const char alphabet[] = "0012789  -+.,xXabefinEN%]\n";
    char format[128];
    char input[24];
    for (int i = 0; i < 30000; i++) {
        unsigned n = pick(20);
        for (unsigned k = 0; k < n; k++)
            input[k] = alphabet[pick(sizeof alphabet - 1)];
        input[n] = '\0';
        make_format(format);
        check_one(input, format);
    }
    check_one("12 abc 0x1f 3.5e2", "%d %s %i %lf");
    check_one("99999999999999999999 -99999999999999999999", "%lld %lld");
    check_one("18446744073709551616 -1", "%llu %lu");
    check_one("inf infinity nan -Inf", "%lf %lf %f %f");
    check_one("infx", "%lf");
    check_one("0x1.8p1z", "%lf%c");
    check_one("key=value", "%[^=]=%s");
    check_one("0x55d0", "%p");
    check_one("   ", "%d");
    check_one("", "x");
    check_one("a", "b");
    context[0] = '\0';
    set_input("7 8", 3);
    int a = 0, b = 0;
    CHECK(model___isoc99_fscanf(model_stdin, "%d%d", &a, &b) == 2 && a == 7 && b == 8);
    CHECK(model___isoc99_fscanf(model_stdin, "%d", &a) == EOF);
    model_clearerr(model_stdin);
}
