#include "stdio.h"

enum { SEEK_SET = 0, SEEK_CUR = 1, SEEK_END = 2, ESPIPE = 29 };

/* Pipes and terminals have no positions. */
static int is_seekable(FILE *f) {
    __cairn_check_open(f);
    if (f->fd <= 2)
        __cairn_unsupported("the position of a standard stream");
    if (f->seekable == 0)
        f->seekable = __VERIFIER_nondet_int() == 0 ? 1 : -1;
    if (f->seekable < 0)
        __cairn_errno = ESPIPE;
    return f->seekable > 0;
}

static int seek(FILE *f, long offset, int whence) {
    if (!is_seekable(f))
        return -1;
    long from = 0;
    if (whence == SEEK_CUR) {
        from = f->position - f->pushed_count;
    } else if (whence == SEEK_END) {
        from = __cairn_file_size();
    } else if (whence != SEEK_SET) {
        __cairn_errno = EINVAL;
        return -1;
    }
    if ((offset < 0 && offset < -from) || (offset > 0 && from > LONG_MAX - offset)) {
        __cairn_errno = EINVAL;
        return -1;
    }
    f->position = from + offset;
    f->pushed_count = 0;
    f->at_end = 0;
    return 0;
}

static long position(FILE *f) {
    if (!is_seekable(f))
        return -1;
    return f->position - f->pushed_count;
}

MODEL int fseek(FILE *f, long offset, int whence) { return seek(f, offset, whence); }

MODEL long ftell(FILE *f) { return position(f); }

MODEL void rewind(FILE *f) {
    seek(f, 0, SEEK_SET);
    f->failed = 0;
}

#if __SIZEOF_LONG__ == 8
MODEL int fseeko(FILE *f, long offset, int whence) { return seek(f, offset, whence); }

MODEL long ftello(FILE *f) { return position(f); }
#endif
