// Native definitions of the verifier's special functions, so that the test
// programs also run as ordinary executables.
//
// The __VERIFIER_nondet_* functions return, in order, the numbers of the
// environment variable CAIRN_INPUTS (separated by blanks), and 0 when there
// are none left. __VERIFIER_assume ends the process with status 0, quietly,
// when its condition is false: such a run is no run of the program.
// The error functions are weak, because a program may define its own.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *cursor;

// Positions `cursor` on the next number; false when there is none.
static int next_input(void) {
  if (!cursor) {
    cursor = getenv("CAIRN_INPUTS");
    if (!cursor)
      cursor = "";
  }
  while (*cursor == ' ' || *cursor == '\t')
    cursor++;
  return *cursor != '\0';
}

static unsigned long long next_integer(void) {
  char *end;
  unsigned long long value;
  if (!next_input())
    return 0;
  // strtoull takes a leading minus sign and wraps, as the conversion to the
  // caller's type then does.
  value = strtoull(cursor, &end, 0);
  if (end == cursor) {
    fprintf(stderr, "CAIRN_INPUTS: not a number: %s\n", cursor);
    _exit(64);
  }
  cursor = end;
  return value;
}

static double next_real(void) {
  char *end;
  double value;
  if (!next_input())
    return 0.0;
  value = strtod(cursor, &end);
  if (end == cursor) {
    fprintf(stderr, "CAIRN_INPUTS: not a number: %s\n", cursor);
    _exit(64);
  }
  cursor = end;
  return value;
}

#define NONDET(name, type)                                                     \
  type __VERIFIER_nondet_##name(void) { return (type)next_integer(); }

NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned int)
NONDET(unsigned, unsigned int)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(u8, unsigned char)
NONDET(u16, unsigned short)
NONDET(u32, unsigned int)
NONDET(u64, unsigned long long)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
#endif

_Bool __VERIFIER_nondet_bool(void) { return next_integer() != 0; }
_Bool __VERIFIER_nondet__Bool(void) { return next_integer() != 0; }
float __VERIFIER_nondet_float(void) { return (float)next_real(); }
double __VERIFIER_nondet_double(void) { return next_real(); }
void *__VERIFIER_nondet_pointer(void) {
  return (void *)(unsigned long)next_integer();
}
char *__VERIFIER_nondet_pchar(void) {
  return (char *)(unsigned long)next_integer();
}

void __VERIFIER_assume(int condition) {
  if (condition)
    return;
  fflush(stdout);
  _exit(0);
}

__attribute__((weak, noreturn)) void reach_error(void) {
  fflush(stdout);
  fprintf(stderr, "reach_error called\n");
  abort();
}

__attribute__((weak, noreturn)) void __VERIFIER_error(void) {
  fflush(stdout);
  fprintf(stderr, "__VERIFIER_error called\n");
  abort();
}
