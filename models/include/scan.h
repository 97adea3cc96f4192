/* Inside scanf: where the bytes come from. */
#ifndef CAIRN_SCAN_H
#define CAIRN_SCAN_H

#include "stdio.h"

/* A string when `file` is NULL. `count` bytes were consumed. */
struct source {
    const char *s;
    FILE *file;
    int count;
};

/* The next byte, or EOF. */
int __cairn_scan_next(struct source *in);
/* Takes the last byte back; EOF is ignored. */
void __cairn_scan_back(struct source *in, int c);

enum scanned { SCANNED, NO_MATCH, NO_INPUT };

/* The text of a number. `text` has a NUL at its end. */
enum { NUMBER_CAPACITY = 512 };
struct number_text {
    char text[NUMBER_CAPACITY];
    int length;
};

/* Both start at the first byte that is no white space; `width` is positive, the most bytes that are read. */
enum scanned __cairn_scan_integer(struct source *in, int base, int width, struct number_text *out);
enum scanned __cairn_scan_float(struct source *in, int width, struct number_text *out);
void __cairn_scan_add(struct number_text *out, int c);

#endif
