/* The length modifiers of printf and scanf. */
#ifndef CAIRN_LENGTH_H
#define CAIRN_LENGTH_H

enum length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LL, LENGTH_Z, LENGTH_J, LENGTH_T, LENGTH_BIG_L };

/* Moves `*at` behind the modifier. */
static inline enum length parse_length(const char **at) {
    char first = **at;
    switch (first) {
    case 'h':
    case 'l':
        (*at)++;
        if (**at != first)
            return first == 'h' ? LENGTH_H : LENGTH_L;
        (*at)++;
        return first == 'h' ? LENGTH_HH : LENGTH_LL;
    case 'z':
        (*at)++;
        return LENGTH_Z;
    case 'j':
        (*at)++;
        return LENGTH_J;
    case 't':
        (*at)++;
        return LENGTH_T;
    case 'L':
    case 'q':
        (*at)++;
        return LENGTH_BIG_L;
    default:
        return LENGTH_NONE;
    }
}

#endif
