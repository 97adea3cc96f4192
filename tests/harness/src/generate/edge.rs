//! Statements at the edges of the language: copies of what was never written, builtins and operators at their last
//! defined arguments, arrays of odd sizes, bit-fields, unions, blocks that grow and shrink, sorting.
//!
//! What was never written holds some value and keeps it (`arbitrary` says so to optimisers and MemorySanitizer, see
//! `program::INCLUDES`). Another run has other values, so only what does not depend on them is observed.

use super::Gen;
use super::tree::Item;

/// `$b` and `$p` are of one type; parts of `$b` may have been written.
const COPIES: [&str; 6] = [
    "$p = $b;",
    "memcpy(&$p, &$b, sizeof $p);",
    "memmove(&$p, &$b, sizeof $b);",
    "struct @pair *$w = malloc(sizeof *$w);\nif (!$w) abort();\n*$w = $b;\n$p = *$w;\nfree($w);",
    "$p = @pass($b);",
    "struct @pair $w[2];\n$w[$index2] = $b;\n$w[1 - $index2] = $w[$index2];\n$p = $w[1 - $index2];",
];

const PAIR: &str = "
struct @pair {
  int a;
  short b[3];
  unsigned c : 5, d : 9;
  long long e;
  int *f;
};
static struct @pair @pass(struct @pair given) {
  struct @pair back = given;
  return back;
}
";

const UNWRITTEN: &str = "
unsigned $acc = 0;
{
  struct @pair $b, $p;
  arbitrary($b);
  $written
  $copy
  $acc = (unsigned)($p.a == $b.a) + 2u * (unsigned)($p.b[$index2] == $b.b[$index2]) + 4u * (unsigned)($p.c == $b.c);
  $acc += 8u * (unsigned)($p.d == $b.d) + 16u * (unsigned)($p.e == $b.e) + 32u * (unsigned)($p.f == $b.f);
  $p.a = (int)($value);
  $p.b[2] = (short)($number);
  $b.a = $p.a;
  $acc += 64u * (unsigned)($b.a == $p.a) + ((unsigned)$p.a & 255u) * 128u;
  $acc += ($p.e < $b.e || $p.e > $b.e) ? 1u << 20 : 0u;
}
";

const WRITTEN: [&str; 4] = ["", "$b.a = (int)($number);", "$b.b[1] = 3;\n$b.d = 17u;", "$b.e = 1;\n$b.f = &$b.a;"];

const UNWRITTEN_BLOCK: &str = "
unsigned $acc = 0;
{
  unsigned char *$b = malloc($n1 + 4);
  if (!$b) abort();
  arbitrary(*(unsigned char (*)[$n1 + 4])$b);
  $b[1] = (unsigned char)($value);
  unsigned char $p[$n1 + 4];
  memcpy($p, $b, sizeof $p);
  $acc = (unsigned)(memcmp($p, $b, sizeof $p) == 0);
  $b = realloc($b, $n1 + 40);
  if (!$b) abort();
  for (int i = 0; i < $n1 + 4; i++) {
    $acc = $acc * 3u + (unsigned)($b[i] == $p[i]);
  }
  $b = realloc($b, 3);
  if (!$b) abort();
  $acc += (unsigned)($b[0] == $p[0]) + $b[1];
  $b[0] ^= $b[0];
  $acc += $b[0];
  free($b);
}
";

const UNWRITTEN_NUMBER: &str = "
unsigned $acc = 0;
{
  unsigned $b;
  arbitrary($b);
  unsigned $p = $b;
  $acc = ($b ^ $p) + ($b + $index - $p) * 3u + (unsigned)($b / 2u <= $p) + (unsigned)(($b | 1u) == 0u);
  $acc += ($b > $p ? 7u : 9u) + (unsigned)($b % 4u < 4u);
  unsigned $c[2];
  arbitrary($c);
  $c[$index2] = (unsigned)($value);
  $acc ^= $c[$index2] + (unsigned)($c[0] + $c[1] == $c[1] + $c[0]);
}
";

const COUNTING: &str = "
unsigned $acc = 0;
{
  unsigned $b = (unsigned)($value) >> ($index * 8);
  unsigned long $p = (unsigned long)($number);
  unsigned long long $w = (unsigned long long)($value) << $n1 * 8;
  $acc = (unsigned)($b ? __builtin_clz($b) + __builtin_ctz($b) : 99);
  $acc = $acc * 7u + (unsigned)($p ? __builtin_clzl($p) - __builtin_ctzl($p) : 77);
  $acc = $acc * 7u + (unsigned)($w ? __builtin_clzll($w) ^ __builtin_ctzll($w) : 55);
  $acc += (unsigned)(__builtin_ffs((int)$b) + __builtin_ffsll((long long)$w) * 2 + __builtin_parity($b));
  $acc += (unsigned)(__builtin_clrsb((int)$b) + __builtin_popcountl($p) + __builtin_parityll($w));
  $acc ^= __builtin_rotateleft32($b, $index * 16u) + __builtin_rotateright32($b, 32u) + __builtin_bswap16((unsigned short)$b);
  $acc ^= (unsigned)__builtin_rotateleft8((unsigned char)$b, 8) + __builtin_bitreverse32($b);
  $acc += (unsigned)(__builtin_rotateleft64($w, $index * 32u) >> 40);
}
";

const SHIFTS: &str = "
unsigned $acc = 0;
{
  unsigned $b = $index * 16u - ($index2 ? 1u : 0u) * ($index > 0);
  $acc = $b < 32u ? (unsigned)($value) << $b : 5u;
  $acc ^= $b < 32u ? (unsigned)((int)($number) >> $b) : 6u;
  unsigned long long $w = (unsigned long long)($value) | 1ull;
  $acc += (unsigned)($w << (63 - $index) >> 60) + (unsigned)((long long)$w >> 63);
  $acc += ((unsigned)(unsigned char)($value) << 24) + (unsigned)((unsigned short)($number) >> 15);
  int $c = $index2;
  $acc += (unsigned)($c << 30) + (unsigned)((-1 - $c) >> 31);
}
";

const DIVISIONS: &str = "
unsigned $acc = 0;
{
  int $b = $index2 ? -2147483647 - 1 : (int)($value);
  int $p = (int)$index - 2;
  if ($p != 0 && !($p == -1 && $b == -2147483647 - 1)) $acc = (unsigned)($b / $p) * 3u + (unsigned)($b % $p);
  long long $w = $index2 ? -9223372036854775807ll - 1 : (long long)($number);
  long long $c = $p;
  if ($c != 0 && ($c != -1 || $w != -9223372036854775807ll - 1)) $acc ^= (unsigned)($w / $c) + (unsigned)($w % $c);
  $acc += (unsigned)($b % (-2147483647 - 1)) + (unsigned)($b / 2147483647) + 4294967295u / ($index + 1u);
  $acc += (unsigned)((short)-32768 / ($p ? $p : 1)) + (unsigned)((signed char)-128 % ($p ? $p : 3));
}
";

const OVERFLOWING: &str = "
unsigned $acc = 0;
{
  short $b = 0;
  unsigned $p = 0;
  long long $w = 0;
  unsigned char $c = 0;
  $acc = (unsigned)__builtin_add_overflow((int)($value), (unsigned)($number), &$b) + (unsigned)$b;
  $acc = $acc * 3u + (unsigned)__builtin_sub_overflow($index, (int)($number), &$p) + $p;
  $acc = $acc * 3u + (unsigned)__builtin_mul_overflow((long long)($value), (unsigned long long)($number), &$w) + (unsigned)$w;
  $acc = $acc * 3u + (unsigned)__builtin_mul_overflow((signed char)($value), 2u, &$c) + $c;
  $acc += (unsigned)__builtin_sub_overflow(-2147483647 - 1, $index2, &$w) + (unsigned)($w >> 8);
}
";

const ODD_ARRAYS: &str = "
static unsigned @odd(int rows, int columns, unsigned char grid[rows][columns], int at) {
  unsigned char copy[columns];
  memcpy(copy, grid[at % rows], sizeof copy);
  unsigned total = (unsigned)sizeof copy + (unsigned)sizeof grid[0];
  for (int i = 0; i < columns; i++) {
    total = total * 31u + copy[i];
  }
  return total;
}
";

const ODD_ARRAYS_USE: &str = "
unsigned $acc = 1;
{
  int $c = $n1 + (int)$index * 2;
  unsigned char $b[$c][$c + 1];
  memset($b, $n1, sizeof $b);
  $b[$c - 1][$index2] = (unsigned char)($value);
  struct {
    unsigned char x[3];
  } $p[$c | 1];
  memset($p, 0, sizeof $p);
  $p[$c / 2].x[2] = (unsigned char)($number);
  $acc = @odd($c, $c + 1, $b, (int)$index + $n1) + (unsigned)sizeof $p * 5u + $p[$c / 2].x[2];
  for (int n = 1; n < $c; n += 2) {
    short $w[n];
    for (int i = 0; i < n; i++) {
      $w[i] = (short)(i * n);
    }
    $acc = $acc * 7u + (unsigned)(sizeof $w + $w[n - 1] + $w[n / 2]);
  }
  int (*rows)[$c] = calloc(2, sizeof *rows);
  if (!rows) abort();
  rows[1][$c - 1] = (int)($value);
  $acc += (unsigned)(rows[0][0] + (int)sizeof *rows) + (unsigned)rows[1][$c - 1];
  free(rows);
}
";

const FIELDS: &str = "
struct @fields {
  unsigned a : 3;
  signed b : 7;
  _Bool c : 1;
  unsigned long long d : 41;
  unsigned : 0;
  signed char e : 5;
  unsigned short f : 11;
  long long g : 33;
  unsigned h : 32;
};
static struct @fields @kept = {5, -3, 1, 1ull << 40, -7, 1025, -5, 4000000000u};
";

const FIELDS_USE: &str = "
unsigned $acc = 0;
{
  struct @fields $b = @kept, $p = {.d = 3, .f = 9};
  $b.a += $index + 5u;
  $b.b = (int)($value);
  $p.g = $b.g - (int)$index;
  $acc = (unsigned)(($b.e = (signed char)($number)) + ($b.c = $index2));
  $b.d++;
  $b.f--;
  $b.h -= (unsigned)($value);
  $p.e--;
  $acc = $acc * 31u + $b.a + (unsigned)$b.b * 3u + (unsigned)($b.d >> 9) + $b.f + $b.h;
  $acc = $acc * 31u + (unsigned)$p.g + (unsigned)$p.e + (unsigned)$p.c + (unsigned)(-$b.c) + (unsigned)sizeof $b;
  $acc += (unsigned)($b.a - 8 < 0) + (unsigned)($p.a << 29) + (unsigned)($b.d * 2 > $b.d);
  if (!($acc & 63u)) @kept.a++;
}
";

const UNIONS: &str = "
union @word {
  char first;
  unsigned number;
  unsigned char bytes[7];
  short halves[3];
  struct {
    unsigned low : 12, high : 20;
  } parts;
};
static union @word @zeroed = {0};
static union @word @table[3] = {{1}, {.number = 2}, {.halves = {3, 4}}};
static union @word @turned(union @word given, unsigned by) {
  given.number = given.number >> 8 | given.number << 24;
  given.bytes[by & 3u] ^= 1;
  return given;
}
";

const UNIONS_USE: &str = "
unsigned $acc = 0;
{
  union @word $b = {.number = (unsigned)($value)}, $p = @zeroed;
  $acc = $p.number + @zeroed.bytes[$index] + @table[0].number * 3u + (unsigned)@table[2].halves[1] * 5u;
  $p = @turned($b, $index);
  $acc = $acc * 31u + $p.number + $p.parts.high * 3u + (unsigned)$p.first;
  $b.parts.low = (unsigned)($number);
  $acc ^= $b.bytes[$index] + (unsigned)$b.halves[$index2];
  union {
    float real;
    unsigned bits;
  } $c = {(float)((int)$index - 2) * 0.5f};
  $acc += $c.bits >> 20;
  @table[$index2] = $b;
  $acc += (unsigned)sizeof $b;
}
";

const GROWING: &str = "
unsigned $acc = 0;
{
  $type *$b = NULL;
  unsigned $p = 0, $c = 0;
  for (unsigned i = 0; i < $n1 * 3u; i++) {
    if ($c == $p) {
      $p = $p * 2u + 1u;
      $type *$w = realloc($b, $p * sizeof *$b);
      if (!$w) abort();
      $b = $w;
    }
    $b[$c++] = ($type)((unsigned)($value) + i * 7u);
  }
  $b = realloc($b, ($index + 1u) * sizeof *$b);
  if (!$b) abort();
  for (unsigned i = 0; i <= $index; i++) {
    $acc = $acc * 31u + (unsigned)$b[i];
  }
  free($b);
}
";

const ORDER: &str = "
struct @item {
  unsigned char key;
  short value;
  char name[5];
};
static int @by_key(const void *a, const void *b) {
  const struct @item *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->value - y->value;
}
static int @by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}
";

const ORDER_USE: &str = "
unsigned $acc = 0;
{
  struct @item $b[$n1];
  for (int i = 0; i < $n1; i++) {
    $b[i] = (struct @item){(unsigned char)(((unsigned)($value) >> i) & 7u), (short)(i * 5), \"item\"};
    $b[i].name[i % 4] = (char)('a' + i);
  }
  qsort($b, $n1, sizeof $b[0], @by_key);
  for (int i = 0; i < $n1; i++) {
    $acc = $acc * 31u + $b[i].key * 3u + (unsigned)$b[i].value + (unsigned char)$b[i].name[$index];
  }
  struct @item *$w = bsearch(&$b[$n1 / 2], $b, $n1, sizeof $b[0], @by_key);
  $acc += $w ? (unsigned)($w - $b) : 1000u;
  const char *$p[] = {\"$word\", \"b\", \"$other\", \"\", \"zz\"};
  qsort($p, 5, sizeof $p[0], @by_name);
  $acc = $acc * 31u + (unsigned)strlen($p[$index]) + (unsigned char)$p[4][0];
}
";

impl Gen {
    pub(crate) fn edge_statement(&mut self, out: &mut Vec<Item>) {
        if self.options.own && !self.flow.pure_code && self.flow.times <= 8 && self.rng.chance(50) {
            return self.own_statement(out);
        }
        match self.rng.below(16) {
            0 | 1 => {
                self.helper("pair", PAIR);
                let copy = self.rng.pick(&COPIES);
                let written = self.rng.pick(&WRITTEN);
                self.library(&UNWRITTEN.replace("$copy", copy).replace("$written", written), out);
            }
            2 => self.library(UNWRITTEN_BLOCK, out),
            3 => self.library(UNWRITTEN_NUMBER, out),
            4 | 5 => self.library(COUNTING, out),
            6 => self.library(SHIFTS, out),
            7 => self.library(DIVISIONS, out),
            8 => self.library(OVERFLOWING, out),
            9 | 10 => {
                self.helper("odd", ODD_ARRAYS);
                self.library(ODD_ARRAYS_USE, out);
            }
            11 => self.with_state("fields", FIELDS, FIELDS_USE, out),
            12 => self.with_state("unions", UNIONS, UNIONS_USE, out),
            13 | 14 => self.library(GROWING, out),
            _ => {
                self.helper("order", ORDER);
                self.library(ORDER_USE, out);
            }
        }
    }

    /// A statement about variables of file scope, which functions without effects leave alone.
    fn with_state(&mut self, key: &'static str, helper: &str, text: &str, out: &mut Vec<Item>) {
        if self.flow.pure_code {
            return self.library(SHIFTS, out);
        }
        self.helper(key, helper);
        self.library(text, out);
    }
}
