/* Comparison of the models with the C library of the machine.
 *
 * The models are compiled with AddressSanitizer and UndefinedBehaviorSanitizer and their public names start with
 * `model_`; tests give them exactly sized blocks, so that one byte read too much ends the run. */
#ifndef CHECK_H
#define CHECK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The model of a library function, with that function's type. */
#define DECLARE(name) extern __typeof__(name) model_##name

extern int failures;
extern char context[256];
void fail(const char *file, int line, const char *what);
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail(__FILE__, __LINE__, #condition);                                                                      \
    } while (0)

/* A deterministic generator: 0..n-1. */
unsigned pick(unsigned n);
uint64_t pick64(void);

/* A block that holds exactly `n` bytes. */
void *block(const void *p, size_t n);
/* All strings over a small alphabet up to length 3, in exactly sized blocks. */
extern char **words;
extern size_t word_count;
void make_words(void);

/* Whether the call ends with a report of a sanitizer. */
int dies(void (*call)(void));

/* What the models wrote to a descriptor since the last reset, and what they read. */
struct capture {
    char bytes[24576];
    size_t length;
};
extern struct capture written[3];
void reset_output(void);
void set_input(const char *bytes, size_t n);
size_t input_left(void);
extern int assumed;
extern int nondet;

void check_string(void);
void check_memory(void);
void check_misuse(void);
void check_numbers(void);
void check_stdlib(void);
void check_ctype(void);
void check_printf(void);
void check_scanf(void);
void check_streams(void);
void check_math(void);
void check_exact(void);
void check_wide(void);

#endif
