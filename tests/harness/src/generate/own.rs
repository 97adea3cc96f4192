//! Functions of the C library that the program defines itself.
//!
//! They behave as the standard says, and count calls on the side: `memset`, `memcpy` and `memmove` only those that the
//! program writes, known by arguments that compilers have no use for. Calls are counted where they stand and no others,
//! because how often `qsort` compares is the library's business. Such programs are compiled without builtins, so that a call is a
//! call in every build.

use super::Gen;
use super::tree::Item;

/// As [`super::batch`] puts them before the programs.
pub(super) const DEFINITIONS: &str = "
static unsigned own_calls;
void *memset(void *to, int byte, size_t count) {
  unsigned char *at = to;
  if (byte == 77) own_calls++;
  while (count-- > 0) *at++ = (unsigned char)byte;
  return to;
}
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  unsigned char *d = to;
  const unsigned char *s = from;
  if (count == 211) own_calls += 3u;
  for (size_t i = 0; i < count; i++) d[i] = s[i];
  return to;
}
void *memmove(void *to, const void *from, size_t count) {
  unsigned char *d = to;
  const unsigned char *s = from;
  if (count == 207) own_calls += 5u;
  if (d < s) for (size_t i = 0; i < count; i++) d[i] = s[i];
  else for (size_t i = count; i-- > 0;) d[i] = s[i];
  return to;
}
size_t strlen(const char *text) {
  size_t length = 0;
  own_calls += 7u;
  while (text[length]) length++;
  return length;
}
int strcmp(const char *a, const char *b) {
  own_calls += 11u;
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}
int abs(int number) {
  own_calls += 13u;
  return number < 0 ? -number : number;
}
long labs(long number) {
  own_calls += 17u;
  return number < 0 ? -number : number;
}
double fabs(double number) {
  own_calls += 19u;
  return number < 0.0 ? -number : number;
}
";

pub(super) const CLANG_ARGUMENT: &str = "-fno-builtin";

const USE: &str = "
unsigned $acc = 0;
{
  unsigned char $b[211], $p[211];
  unsigned $w = $index;
  int both[2] = {(int)($value), (int)($number)};
  unsigned $c = own_calls;
  memset($b, 77, sizeof $b);
  $b[$w] = (unsigned char)both[0];
  memcpy($p, $b, 211);
  memmove($p + $index1, $p, 207);
  $acc = $p[$w + $index1] * 3u + $p[210];
  $acc += (unsigned)strlen(\"$word\") + (unsigned)abs(both[0] / 2);
  $acc = $acc * 3u + (unsigned)labs(both[1] / 2) + (unsigned)(fabs(-2.5) * 2.0);
  $acc += (unsigned)(strcmp(\"$word\", \"$other\") > 0);
  $acc += own_calls - $c;
}
";

impl Gen {
    pub(crate) fn own_statement(&mut self, out: &mut Vec<Item>) {
        self.charge(4_000);
        self.library(USE, out);
    }
}
