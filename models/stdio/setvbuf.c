#include "stdio.h"

/* The buffer may be used by the library or not; nothing is buffered here. */
MODEL int setvbuf(FILE *f, char *buf, int mode, size_t size) {
    (void)buf;
    (void)size;
    (void)*(volatile int *)&f->fd;
    return mode >= 0 && mode <= 2 ? 0 : -1;
}

MODEL void setbuf(FILE *f, char *buf) {
    (void)buf;
    (void)*(volatile int *)&f->fd;
}

MODEL void setlinebuf(FILE *f) { (void)*(volatile int *)&f->fd; }
