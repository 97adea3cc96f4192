/* Calls that the standard forbids must end inside the model. */
#include "check.h"
#include <limits.h>

DECLARE(strlen);
DECLARE(strcpy);
DECLARE(strncpy);
DECLARE(strcat);
DECLARE(strncat);
DECLARE(stpcpy);
DECLARE(stpncpy);
DECLARE(strcmp);
DECLARE(strdup);
DECLARE(memcmp);
DECLARE(sprintf);
DECLARE(snprintf);
DECLARE(puts);
DECLARE(fputs);
DECLARE(fgets);
DECLARE(sscanf);
DECLARE(atoi);
DECLARE(abs);
DECLARE(qsort);
extern FILE *model_stdin, *model_stdout;

static char *four; /* four bytes without a NUL */
static char text[32] = "overlap";
static volatile int sink;

static void length_unterminated(void) { sink = (int)model_strlen(four); }
static void length_null(void) { sink = (int)model_strlen((char *)(uintptr_t)(sink & 0)); }
static void copy_too_long(void) { model_strcpy(four, "four"); }
static void copy_padding(void) { model_strncpy(four, "x", 5); }
static void append_too_long(void) { model_strcat(strcpy(four, "ab"), "cd"); }
static void append_terminator(void) { model_strncat(strcpy(four, "ab"), "cdef", 2); }
static void copy_down(void) { model_strcpy(text, text + 2); }
static void copy_down_to_end(void) { sink = *model_stpcpy(text, text + 2); }
static void copy_some_down(void) { model_strncpy(text, text + 2, 4); }
static void copy_some_down_to_end(void) { sink = *model_stpncpy(text, text + 2, 4); }
static void append_to_itself(void) { model_strcat(text, text); }
static void append_some_to_itself(void) { model_strncat(text, text, 8); }
static void compare_unterminated(void) { sink = model_strcmp(four, "xxxxx"); }
static void compare_past_difference(void) { sink = model_memcmp("yyyyyyyy", four, 5); }
static void duplicate_unterminated(void) { free(model_strdup(four)); }
static void print_too_long(void) { model_sprintf(four, "%d", 1234); }
static void print_with_wrong_size(void) { model_snprintf(four, 6, "%s", "12345"); }
static void print_unterminated(void) {
    char to[40];
    model_snprintf(to, sizeof to, "%s", four);
}
static void put_unterminated(void) { model_puts(four); }
static void put_to_nothing(void) { model_fputs("x", (FILE *)(uintptr_t)(sink & 0)); }
static void read_too_long(void) {
    set_input("12345", 5);
    model_fgets(four, 6, model_stdin);
}
static void scan_too_long(void) { model_sscanf("word", "%s", four); }
static void scan_set_too_long(void) { model_sscanf("word", "%[a-z]", four); }
static void number_unterminated(void) {
    memset(four, '1', 4);
    sink = model_atoi(four);
}
static void absolute_minimum(void) { sink = model_abs(INT_MIN); }
static int ascending(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static void sort_past_end(void) { model_qsort(four, 5, 1, ascending); }

void check_misuse(void) {
    static const struct {
        const char *name;
        void (*call)(void);
    } calls[] = {
        {"strlen, unterminated", length_unterminated},
        {"strlen, null", length_null},
        {"strcpy, too long", copy_too_long},
        {"strncpy, padding", copy_padding},
        {"strcat, too long", append_too_long},
        {"strncat, terminator", append_terminator},
        {"strcpy, overlap", copy_down},
        {"stpcpy, overlap", copy_down_to_end},
        {"strncpy, overlap", copy_some_down},
        {"stpncpy, overlap", copy_some_down_to_end},
        {"strcat, overlap", append_to_itself},
        {"strncat, overlap", append_some_to_itself},
        {"strcmp, unterminated", compare_unterminated},
        {"memcmp, past the difference", compare_past_difference},
        {"strdup, unterminated", duplicate_unterminated},
        {"sprintf, too long", print_too_long},
        {"snprintf, wrong size", print_with_wrong_size},
        {"printf, unterminated", print_unterminated},
        {"puts, unterminated", put_unterminated},
        {"fputs, no stream", put_to_nothing},
        {"fgets, too long", read_too_long},
        {"sscanf, too long", scan_too_long},
        {"sscanf, set too long", scan_set_too_long},
        {"atoi, unterminated", number_unterminated},
        {"abs, minimum", absolute_minimum},
        {"qsort, past the end", sort_past_end},
    };
    four = block("xxxx", 4);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        snprintf(context, sizeof context, "%s", calls[i].name);
        CHECK(dies(calls[i].call));
    }
    free(four);
    context[0] = '\0';
}
