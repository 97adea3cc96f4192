/* Classes of characters in the C locale. Values outside 0..255 belong to none. */
#ifndef CAIRN_CTYPE_H
#define CAIRN_CTYPE_H

static inline int is_upper(int c) { return c >= 'A' && c <= 'Z'; }
static inline int is_lower(int c) { return c >= 'a' && c <= 'z'; }
static inline int is_alpha(int c) { return is_upper(c) || is_lower(c); }
static inline int is_digit(int c) { return c >= '0' && c <= '9'; }
static inline int is_alnum(int c) { return is_alpha(c) || is_digit(c); }
static inline int is_xdigit(int c) { return is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }
static inline int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline int to_lower(int c) { return is_upper(c) ? c + ('a' - 'A') : c; }
static inline int to_upper(int c) { return is_lower(c) ? c - ('a' - 'A') : c; }

#endif
