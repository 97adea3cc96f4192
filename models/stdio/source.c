#include "scan.h"

int __cairn_scan_next(struct source *in) {
    int c;
    if (in->file == NULL) {
        if (*in->s == '\0')
            return EOF;
        c = (unsigned char)*in->s;
        in->s++;
    } else {
        c = __cairn_getc(in->file);
        if (c == EOF)
            return EOF;
    }
    in->count++;
    return c;
}

void __cairn_scan_back(struct source *in, int c) {
    if (c == EOF)
        return;
    in->count--;
    if (in->file == NULL)
        in->s--;
    else
        __cairn_ungetc(c, in->file);
}

void __cairn_scan_add(struct number_text *out, int c) {
    if (out->length == NUMBER_CAPACITY - 1)
        __cairn_unsupported("scanf of a number with more than 511 characters");
    out->text[out->length] = (char)c;
    out->length++;
    out->text[out->length] = '\0';
}
