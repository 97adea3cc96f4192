//! Statements around the standard library, calls through pointers, variable arguments, and arrays of other kinds.

use super::Gen;
use super::int::Int;
use super::place::{Object, Shape};
use super::tree::{Item, template};

const STRINGS: &str = "
unsigned $acc = 0;
{
  char $b[40] = \"$word\";
  strcat($b, \"$other\");
  $acc = (unsigned)strlen($b);
  char *$p = strchr($b, '$letter');
  if ($p) {
    $acc += (unsigned)($p - $b) * 5u;
    *$p = (char)('A' + $index);
  }
  $b[$acc % 5u] = (char)(97 + ($value & 15));
  int $c = strcmp($b, \"$other\");
  $acc = $acc * 4u + (unsigned)(($c > 0) - ($c < 0));
  for (const char *at = $b; *at; at++) {
    $acc = $acc * 31u + (unsigned char)*at;
  }
}
";

const FORMATTED: &str = "
unsigned $acc = 0;
{
  char $b[64] = {0};
  int $c = snprintf($b, sizeof $b, \"%d:%$index3u:%s:%c\", (int)($value), (unsigned)($number), \"$word\", '$letter');
  $acc = (unsigned)$c + (unsigned)strtol($b, NULL, 10) + (unsigned)atoi(strchr($b, ':') + 1);
  puts($b);
}
";

const BLOCKS: &str = "
unsigned $acc = 0;
{
  $type $b[8] = {$number, 1, 2, 3};
  $type $p[8];
  memcpy($p, $b, sizeof $p);
  memmove($p + 1, $p, $index1 * sizeof $p[0]);
  memset($b + 4, $index, 2 * sizeof $b[0]);
  int $c = memcmp($p, $b, sizeof $b);
  $acc = ($c != 0) + 3u * (unsigned)$b[5] + (unsigned)$p[$index2];
}
";

const SORT: &str = "
static int @ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
";

const SORT_USE: &str = "
unsigned $acc = 0;
{
  int $b[7] = {(int)($value), (int)($number), 3, -9, 0, 3, 17};
  qsort($b, $n1, sizeof $b[0], @ascending);
  for (int i = 0; i < 7; i++) {
    $acc = $acc * 13u + (unsigned)$b[i];
  }
}
";

const VARIADIC: &str = "
static unsigned long long @vtotal(int count, va_list list) {
  unsigned long long total = 0;
  while (count-- > 0) {
    int small = va_arg(list, int);
    long long wide = va_arg(list, long long);
    total = total * 3u + (unsigned long long)small + (unsigned long long)wide;
  }
  return total;
}
static unsigned long long @total(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  unsigned long long total = @vtotal(count, list) + (unsigned)(count > 0 ? va_arg(again, int) : 1);
  va_end(again);
  va_end(list);
  return total;
}
";

const VARIADIC_USE: &str = "
unsigned $acc = (unsigned)@total(2, (int)($value), (long long)($number), (int)($index), (long long)($index2));
";

const POINTERS: &str = "
static unsigned @op_add(unsigned a, unsigned b) {
  return a + b;
}
static unsigned @op_xor(unsigned a, unsigned b) {
  return (a ^ b) * 3u;
}
static unsigned @op_pick(unsigned a, unsigned b) {
  return a % 2u ? a : b;
}
typedef unsigned (*@op)(unsigned, unsigned);
static const @op @ops[4] = {@op_add, @op_xor, @op_pick, @op_add};
static unsigned @fold(@op f, const unsigned *items, int count) {
  unsigned result = 1;
  for (int i = 0; i < count; i++) {
    result = f(result, items[i]);
  }
  return result;
}
";

const POINTERS_USE: &str = "
unsigned $acc = 0;
{
  struct {
    const char *name;
    @op run;
  } $b = {\"$word\", @ops[$index]};
  unsigned $p[4] = {(unsigned)($value), 2u, (unsigned)($number), 4u};
  $acc = @fold($index2 ? $b.run : @op_xor, $p, $index1) + $b.run(7u, $p[1]) + $b.name[0];
}
";

const VLA: &str = "
unsigned $acc = 1;
{
  int $c = $n1;
  unsigned $b[$c];
  unsigned $p[2][$c + 1];
  for (int i = 0; i < $c; i++) {
    $b[i] = (unsigned)($value) + i;
    $p[i % 2][i] = $b[i] * 3u;
  }
  $acc += (unsigned)(sizeof $b / sizeof $b[0]) + $b[$c - 1] + $p[0][0];
}
";

const FLOATS: &str = "
unsigned $acc = 0;
{
  double $b = (double)((int)($value) % 1000) * 0.25;
  float $p = (float)((int)($number) % 64) / 4.0f;
  long double $w = (long double)$b + $p;
  if ($b < $p) $b = $p - $b;
  $acc = (unsigned)(long long)($b * 8.0 + $w) + ($b == 0.0) + (unsigned)($p > 2.5f);
  printf(\"%.2f %g\\n\", $b, (double)$p);
}
";

const WALK: &str = "
unsigned $acc = 0;
{
  $type $b[6] = {$number, $index, 2, 3};
  for ($type *at = $b + 5; ; at--) {
    *at = ($type)((unsigned)*at + (unsigned)(at - $b));
    if (at == $b) break;
  }
  $type (*$p)[6] = &$b;
  for ($type *at = *$p, *end = at + 6; at != end; ++at) {
    $acc = ($acc ^ (unsigned)*at) * 5u;
  }
  $acc += (unsigned)($b + $index2 < $b + 3);
}
";

const WORDS: &str = "
unsigned $acc = 0;
{
  static const char *const $b[] = {\"$word\", \"$other\", \"\", \"z\"};
  enum { FIRST, SECOND = 4, THIRD } $w = $index2 ? THIRD : FIRST;
  $acc = (unsigned)strlen($b[$index]) + (unsigned)$w * 100u;
  $acc += (unsigned)(strstr($b[0], \"$letter\") != NULL) + (unsigned)(strncmp($b[0], $b[1], $index1) == 0);
  $acc += (unsigned)(toupper($b[1][0]) + (isdigit((unsigned char)$b[0][0]) ? 1 : 0));
}
";

const NUMBERS: &str = "
unsigned $acc = 0;
{
  div_t $b = div((int)($value) / 2, $n1);
  $acc = (unsigned)$b.quot * 3u + (unsigned)$b.rem + (unsigned)labs((int)($number) / 3);
  long long $w = 0;
  if (__builtin_mul_overflow((long long)($value), (long long)($number), &$w)) $acc++;
  $acc += (unsigned)$w;
  int $c = 0;
  $acc += (unsigned)__builtin_add_overflow((int)($value), (int)($number), &$c) + (unsigned)$c;
}
";

const CHARACTERS: &str = "
putchar('a' + $index);
putchar('\\n');
";

const WORD_LIST: [&str; 8] = ["cairn", "stone", "1path", "ridge and hill", "q", "42nd", "Marker", "way"];

impl Gen {
    pub(crate) fn library_statement(&mut self, out: &mut Vec<Item>) {
        match self.rng.below(14) {
            0 | 1 => self.library(STRINGS, out),
            2 => self.printing(FORMATTED, out),
            3 | 4 => self.library(BLOCKS, out),
            5 => {
                self.helper("sort", SORT);
                self.library(SORT_USE, out);
            }
            6 => {
                self.helper("variadic", VARIADIC);
                self.library(VARIADIC_USE, out);
            }
            7 => {
                self.helper("pointers", POINTERS);
                self.library(POINTERS_USE, out);
            }
            8 => self.library(VLA, out),
            9 => self.printing(FLOATS, out),
            10 => self.library(WALK, out),
            11 => self.library(WORDS, out),
            12 => self.library(NUMBERS, out),
            _ => {
                if self.flow.pure_code || self.flow.times > 4 {
                    return self.declare_scalar(out);
                }
                let index = self.expr(1);
                let index = self.index_below(index, 26).text;
                out.extend(template(CHARACTERS, &[("index", &index)]));
            }
        }
    }

    /// Statements with output stand where they are executed a few times only, and not in pure functions.
    fn printing(&mut self, text: &str, out: &mut Vec<Item>) {
        if self.flow.pure_code || self.flow.times > 4 {
            return self.library(WALK, out);
        }
        self.library(text, out);
    }

    pub(crate) fn library(&mut self, text: &str, out: &mut Vec<Item>) {
        self.charge(400);
        let acc = self.name("acc");
        let names: Vec<String> = ["b", "p", "c", "w"].iter().map(|stem| self.name(stem)).collect();
        let times = self.flow.times;
        self.flow.times *= 8;
        let value = self.expr(2).text;
        self.flow.times = times;
        let number = self.leaf_expr().text;
        let index = self.expr(1);
        let index = self.index_below(index, 4).text;
        let truth = self.condition(1).text;
        let count = self.rng.between(1, 4).to_string();
        let width = self.rng.between(3, 7).to_string();
        let ty = self.rng.pick(&[Int::U8, Int::I8, Int::U16, Int::I32, Int::U32, Int::ULong, Int::I64]);
        out.extend(template(
            text,
            &[
                ("acc", &acc),
                ("value", &value),
                ("number", &number),
                ("index1", &count),
                ("index2", &truth),
                ("index3", &width),
                ("index", &index),
                ("n1", &width),
                ("word", self.rng.pick(&WORD_LIST)),
                ("other", self.rng.pick(&WORD_LIST)),
                ("letter", self.rng.pick(&["a", "e", "r", "1"])),
                ("type", ty.name()),
                ("b", &names[0]),
                ("p", &names[1]),
                ("c", &names[2]),
                ("w", &names[3]),
            ],
        ));
        self.objects.push(Object::scalar(acc, Int::U32, None, self.depth));
    }

    /// Adds every scalar of the object to the checksum.
    pub(crate) fn mix_whole(&mut self, name: &str, shape: &Shape, out: &mut Vec<Item>) {
        match shape {
            Shape::Scalar(_) | Shape::Bits { .. } => {
                out.push(Item::Line(format!("@mix((unsigned long long){name});")));
            }
            Shape::Array(element, len) => {
                let counter = self.name("k");
                let mut body = Vec::new();
                self.mix_whole(&format!("{name}[{counter}]"), element, &mut body);
                out.push(Item::block(format!("for (int {counter} = 0; {counter} < {len}; {counter}++) {{"), body));
            }
            Shape::Record(id) => {
                for (field, inner) in self.records[*id].fields.clone() {
                    self.mix_whole(&format!("{name}.{field}"), &inner, out);
                }
            }
        }
    }
}
