#include "stdio.h"

/* Nothing is buffered here. A buffer of the program's would be written to for as long as the stream is open. */
static void check(const char *buf) {
    if (buf != NULL)
        __cairn_unsupported("a stream that gets a buffer from the program");
}

MODEL int setvbuf(FILE *f, char *buf, int mode, size_t size) {
    check(buf);
    (void)size;
    (void)*(volatile int *)&f->fd;
    return mode >= 0 && mode <= 2 ? 0 : -1;
}

MODEL void setbuf(FILE *f, char *buf) {
    check(buf);
    (void)*(volatile int *)&f->fd;
}

MODEL void setlinebuf(FILE *f) { (void)*(volatile int *)&f->fd; }
