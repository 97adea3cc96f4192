/* What every model may use: types, and the builtins that Cairn's interpreter and engines give an exact meaning.
 *
 * Invariants of a model file (tested by `check`):
 *  - it includes nothing but headers of this folder;
 *  - what it does not define itself is a builtin declared below or a name that starts with `__cairn_`
 *    and is defined by another model file: a program that defines its own `strlen` cannot change what
 *    another model does;
 *  - every public definition is marked MODEL, so that the program's own definition of the name wins. */
#ifndef CAIRN_H
#define CAIRN_H

#define MODEL __attribute__((weak))

#define NULL ((void *)0)
#define EOF (-1)
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#define SIZE_MAX __SIZE_MAX__

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __builtin_va_list va_list;
#define va_start(ap, last) __builtin_va_start(ap, last)
#define va_arg(ap, type) __builtin_va_arg(ap, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(ap) __builtin_va_end(ap)

/* Memory. `memcpy` with overlapping blocks is an error. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
/* As `malloc`; the address is a multiple of `align`, a power of two. */
void *__cairn_aligned_alloc(size_t align, size_t size);

/* The end of a run. `__cairn_exit` runs no handlers. */
_Noreturn void abort(void);
_Noreturn void __cairn_exit(int status);
_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function);
/* The call is outside what the models describe: the answer is unknown, and `what` says why. */
_Noreturn void __cairn_unsupported(const char *what);

/* Input and output. `fd` is 1 or 2; the `n` bytes are read, so they must be inside one live object. */
void __cairn_write(int fd, const void *p, size_t n);
/* The next byte of standard input, 0..255, or -1 at its end. */
int __cairn_stdin_byte(void);

/* Floating point text.
 * Format: as `snprintf(buf, n, "%<flags><width>.<precision><conv>", x)`, with `conv` one of f F e E g G a A,
 * `flags` the sum of FLAG_* and a negative precision for none.
 * Parse: `s[0..len)` is exactly one subject sequence of `strtod` (optional sign; decimal, hexadecimal,
 * inf, infinity, nan or nan(...)), correctly rounded to nearest; too large gives infinity, too small zero. */
enum { FLAG_MINUS = 1, FLAG_PLUS = 2, FLAG_SPACE = 4, FLAG_ALT = 8, FLAG_ZERO = 16 };
int __cairn_format_double(char *buf, size_t n, double x, char conv, int flags, int width, int precision);
int __cairn_format_long_double(char *buf, size_t n, long double x, char conv, int flags, int width, int precision);
double __cairn_parse_double(const char *s, size_t len);
float __cairn_parse_float(const char *s, size_t len);

/* Correctly rounded functions of one argument. */
enum { MATH_SQRT = 0, MATH_FLOOR = 1, MATH_CEIL = 2, MATH_TRUNC = 3, MATH_ROUND = 4, MATH_FABS = 5 };
double __cairn_math1(int op, double x);

/* Any value of the type. */
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);

/* Shared state of the models. */
extern int __cairn_errno;
enum { ENOENT = 2, EIO = 5, EBADF = 9, ENOMEM = 12, EINVAL = 22, ENOTTY = 25, EDOM = 33, ERANGE = 34, EOVERFLOW = 75 };

#endif
