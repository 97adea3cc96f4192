/* The builtins of the models in terms of the C library, and what the tests share. */
#include "check.h"
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

int failures;
char context[256];

const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "exitcode=77:symbolize=0:detect_leaks=0:print_legend=0:allocator_may_return_null=1";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "exitcode=77:symbolize=0"; }

void fail(const char *file, int line, const char *what) {
    failures++;
    if (failures <= 20)
        fprintf(stderr, "%s:%d: %s [%s]\n", file, line, what, context);
}

uint64_t pick64(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

unsigned pick(unsigned n) { return (unsigned)((pick64() >> 20) % n); }

void *block(const void *p, size_t n) {
    void *copy = malloc(n);
    if (n > 0)
        memcpy(copy, p, n);
    return copy;
}

char **words;
size_t word_count;

void make_words(void) {
    static const char alphabet[] = {'a', 'A', 'b', (char)0xff};
    words = calloc(128, sizeof *words);
    for (int length = 0; length <= 3; length++) {
        int combinations = 1 << (2 * length);
        for (int code = 0; code < combinations; code++) {
            char text[4] = {0};
            for (int i = 0; i < length; i++)
                text[i] = alphabet[code >> (2 * i) & 3];
            words[word_count++] = block(text, (size_t)length + 1);
        }
    }
}

int dies(void (*call)(void)) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(1);
        close(2);
        call();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 77;
}

struct capture written[3];

void reset_output(void) {
    memset(written, 0, sizeof written);
}

static const char *input;
static size_t input_length;

void set_input(const char *bytes, size_t n) {
    input = bytes;
    input_length = n;
}

size_t input_left(void) { return input_length; }

int assumed = 1;
int nondet;

void __cairn_write(int fd, const void *p, size_t n);
void __cairn_write(int fd, const void *p, size_t n) {
    struct capture *to = &written[fd];
    if (to->length + n < sizeof to->bytes) {
        memcpy(to->bytes + to->length, p, n);
        to->length += n;
    }
}

int __cairn_stdin_byte(void);
int __cairn_stdin_byte(void) {
    if (input_length == 0)
        return -1;
    input_length--;
    return (unsigned char)*input++;
}

_Noreturn void __cairn_exit(int status);
_Noreturn void __cairn_exit(int status) {
    if (write(1, written[1].bytes, written[1].length) < 0)
        _exit(1);
    _exit(status);
}

_Noreturn void __cairn_unsupported(const char *what);
_Noreturn void __cairn_unsupported(const char *what) {
    fprintf(stderr, "unsupported: %s [%s]\n", what, context);
    _exit(78);
}

void *__cairn_aligned_alloc(size_t align, size_t size);
void *__cairn_aligned_alloc(size_t align, size_t size) {
    void *p = NULL;
    if (posix_memalign(&p, align < sizeof p ? sizeof p : align, size) != 0)
        return NULL;
    return p;
}

static void make_float_format(char *format, int flags, const char *length, char conv) {
    static const char letters[] = "-+ #0";
    strcpy(format, "%");
    for (int i = 0; i < 5; i++) {
        if (flags >> i & 1)
            strncat(format, letters + i, 1);
    }
    strcat(format, "*.*");
    strcat(format, length);
    strncat(format, &conv, 1);
}

int __cairn_format_double(char *buf, size_t n, double x, char conv, int flags, int width, int precision);
int __cairn_format_double(char *buf, size_t n, double x, char conv, int flags, int width, int precision) {
    char format[16];
    make_float_format(format, flags, "", conv);
    return snprintf(buf, n, format, width, precision, x);
}

int __cairn_format_long_double(char *buf, size_t n, long double x, char conv, int flags, int width, int precision);
int __cairn_format_long_double(char *buf, size_t n, long double x, char conv, int flags, int width, int precision) {
    char format[16];
    make_float_format(format, flags, "L", conv);
    return snprintf(buf, n, format, width, precision, x);
}

double __cairn_parse_double(const char *s, size_t len);
double __cairn_parse_double(const char *s, size_t len) {
    int saved = errno;
    char *copy = strndup(s, len);
    char *end;
    double x = strtod(copy, &end);
    if (end != copy + len)
        fail(__FILE__, __LINE__, "the whole text is a number");
    free(copy);
    errno = saved;
    return x;
}

float __cairn_parse_float(const char *s, size_t len);
float __cairn_parse_float(const char *s, size_t len) {
    int saved = errno;
    char *copy = strndup(s, len);
    char *end;
    float x = strtof(copy, &end);
    if (end != copy + len)
        fail(__FILE__, __LINE__, "the whole text is a number");
    free(copy);
    errno = saved;
    return x;
}

double __cairn_math1(int op, double x);
double __cairn_math1(int op, double x) {
    double (*const functions[])(double) = {sqrt, floor, ceil, trunc, round, fabs};
    return functions[op](x);
}

int __VERIFIER_nondet_int(void);
int __VERIFIER_nondet_int(void) { return nondet; }
unsigned __VERIFIER_nondet_uint(void);
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)nondet; }
long __VERIFIER_nondet_long(void);
long __VERIFIER_nondet_long(void) { return nondet; }
void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) { assumed = assumed && condition; }
char __VERIFIER_nondet_char(void);
char __VERIFIER_nondet_char(void) { return (char)nondet; }
