#include "cairn.h"

/* The standard guarantees 32; a program that registers more than fit here is not judged. */
enum { CAPACITY = 64 };
static struct handler {
    void (*plain)(void);
    void (*destructor)(void *);
    void *object;
} handlers[CAPACITY];
static int count;

static void add(void (*plain)(void), void (*destructor)(void *), void *object) {
    if (count == CAPACITY)
        __cairn_unsupported("more than 64 handlers of atexit");
    handlers[count].plain = plain;
    handlers[count].destructor = destructor;
    handlers[count].object = object;
    count++;
}

MODEL int atexit(void (*handler)(void)) {
    add(handler, NULL, NULL);
    return 0;
}

/* How C++ registers the destructors of static objects. */
MODEL int __cxa_atexit(void (*destructor)(void *), void *object, void *library) {
    (void)library;
    add(NULL, destructor, object);
    return 0;
}

/* The last one first; a handler may register others, which run next. */
void __cairn_run_exit_handlers(void) {
    while (count > 0) {
        count--;
        if (handlers[count].plain != NULL)
            handlers[count].plain();
        else
            handlers[count].destructor(handlers[count].object);
    }
}
