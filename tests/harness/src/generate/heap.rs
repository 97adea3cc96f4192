//! Statements about the heap: each allocates, works, and frees all it allocated. Also unions.

use super::Gen;
use super::int::Int;
use super::place::{Object, Shape};
use super::tree::{Item, line, template};

const NODE: &str = "
struct @node {
  int value;
  struct @node *next;
};
static struct @node *@push(struct @node *list, int value) {
  struct @node *fresh = malloc(sizeof *fresh);
  if (!fresh) abort();
  fresh->value = value;
  fresh->next = list;
  return fresh;
}
static struct @node *@reverse(struct @node *list) {
  struct @node *done = NULL;
  while (list) {
    struct @node *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}
static void @remove_odd(struct @node **link) {
  while (*link) {
    struct @node *here = *link;
    if (here->value & 1) {
      *link = here->next;
      free(here);
    }
    else {
      link = &here->next;
    }
  }
}
static struct @node *@merge(struct @node *a, struct @node *b) {
  if (!a) return b;
  if (!b) return a;
  if (b->value < a->value) {
    b->next = @merge(a, b->next);
    return b;
  }
  a->next = @merge(a->next, b);
  return a;
}
static void @drop(struct @node *list) {
  while (list) {
    struct @node *dead = list;
    list = list->next;
    free(dead);
  }
}
";

const LIST: &str = "
unsigned $acc = $start;
{
  struct @node *$list = NULL;
  for (int i = 0; i < $n; i++) {
    $list = @push($list, (int)($value) ^ i);
  }
  $op
  for (struct @node *at = $list; at; at = at->next) {
    $acc = $acc * 31u + (unsigned)at->value;
  }
  @drop($list);
}
";

const RING: &str = "
struct @ring {
  long long value;
  struct @ring *prev, *next;
};
static void @ring_add(struct @ring *after, long long value) {
  struct @ring *fresh = calloc(1, sizeof(struct @ring));
  if (!fresh) abort();
  fresh->value = value;
  fresh->prev = after;
  fresh->next = after->next;
  after->next->prev = fresh;
  after->next = fresh;
}
static long long @ring_cut(struct @ring *dead) {
  long long value = dead->value;
  dead->prev->next = dead->next;
  dead->next->prev = dead->prev;
  free(dead);
  return value;
}
";

const RING_USE: &str = "
unsigned $acc = $start;
{
  struct @ring $head = {0, &$head, &$head};
  for (int i = 0; i < $n; i++) {
    @ring_add(i % 3 ? $head.prev : &$head, (long long)($value) ^ i % 2);
  }
  if ($head.next != &$head) $acc += (unsigned)@ring_cut($head.next);
  while ($head.prev != &$head) {
    $acc = $acc * 17u ^ (unsigned)@ring_cut($head.prev);
  }
}
";

const TREE: &str = "
struct @tree {
  unsigned key;
  unsigned char count;
  struct @tree *kid[2];
};
static void @tree_add(struct @tree **at, unsigned key) {
  while (*at && (*at)->key != key) {
    at = &(*at)->kid[key > (*at)->key];
  }
  if (!*at) {
    *at = calloc(1, sizeof **at);
    if (!*at) abort();
    (*at)->key = key;
  }
  (*at)->count++;
}
static unsigned @tree_drop(struct @tree *at, unsigned depth) {
  if (!at) return depth;
  unsigned left = @tree_drop(at->kid[0], depth + 1);
  unsigned right = @tree_drop(at->kid[1], depth + 1);
  unsigned here = at->key * at->count;
  free(at);
  return left * 5u + right * 3u + here;
}
";

const TREE_USE: &str = "
unsigned $acc = 0;
{
  struct @tree *$root = NULL;
  for (unsigned i = 0; i < $n; i++) {
    @tree_add(&$root, ((unsigned)($value) >> i % 7) & 63u);
  }
  $acc = @tree_drop($root, 0);
}
";

const MATRIX: &str = "
unsigned $acc = $start;
{
  $type **$rows = malloc($n * sizeof *$rows);
  if (!$rows) abort();
  for (int i = 0; i < $n; i++) {
    $rows[i] = calloc(i + 1, sizeof **$rows);
    if (!$rows[i]) abort();
  }
  for (int i = 0; i < $n; i++) {
    for (int j = 0; j <= i; j++) {
      $rows[i][j] = ($type)(j ? (unsigned)$rows[i - 1][j - 1] + 3u : (unsigned)($value));
    }
  }
  for (int i = $n; i-- > 0;) {
    $acc = $acc * 7u + (unsigned)$rows[i][i / 2];
    free($rows[i]);
  }
  free($rows);
}
";

const UNION: &str = "
unsigned $acc = 0;
{
  union {
    unsigned whole;
    unsigned char bytes[4];
    struct {
      short low, high;
    } halves;
    int number;
  } $u = {0};
  $u.whole = (unsigned)($value);
  $acc = $u.bytes[$index] * 3u + (unsigned)$u.halves.high;
  $u.halves.low = (short)($other);
  $acc ^= $u.whole + $u.bytes[1];
  $u.number = (int)($other);
  $acc += (unsigned)$u.number / 7u;
}
";

const FLEXIBLE: &str = "
unsigned $acc = $start;
{
  struct vec {
    unsigned char used;
    $type items[];
  };
  struct vec *$v = malloc(sizeof(struct vec) + $n * sizeof($type));
  if (!$v) abort();
  $v->used = 0;
  for (int i = 0; i < $n; i++) {
    $v->items[$v->used++] = ($type)((unsigned)($value) + i);
  }
  while ($v->used > 0) {
    $acc = ($acc << 3 | $acc >> 29) + (unsigned)$v->items[--$v->used];
  }
  free($v);
}
";

impl Gen {
    pub(crate) fn heap_statement(&mut self, out: &mut Vec<Item>) {
        match self.rng.below(10) {
            0..=2 => self.heap_array(out),
            3 | 4 => {
                self.helper("node", NODE);
                let op = self.list_operation();
                self.heap_template(LIST, &op, out);
            }
            5 => {
                self.helper("ring", RING);
                self.heap_template(RING_USE, "", out);
            }
            6 | 7 => {
                self.helper("tree", TREE);
                self.heap_template(TREE_USE, "", out);
            }
            8 => self.heap_template(MATRIX, "", out),
            _ => self.heap_template(FLEXIBLE, "", out),
        }
    }

    pub(crate) fn union_statement(&mut self, out: &mut Vec<Item>) {
        self.heap_template(UNION, "", out);
    }

    /// Makes a helper of file scope, once.
    pub(crate) fn helper(&mut self, key: &'static str, text: &str) {
        if !self.helpers_made.contains(&key) {
            self.helpers_made.push(key);
            self.helpers.extend(template(text, &[]));
        }
    }

    fn list_operation(&mut self) -> String {
        let count = self.rng.between(1, 2);
        let mut text = String::new();
        for _ in 0..count {
            text.push_str(self.rng.pick(&[
                "$list = @reverse($list);\n",
                "@remove_odd(&$list);\n",
                "$list = @merge($list, @reverse(@push(NULL, 5)));\n",
                "$list = @merge(@push(NULL, 3), $list);\n",
            ]));
        }
        text
    }

    /// A self-contained statement that leaves its result in a new variable.
    pub(crate) fn heap_template(&mut self, text: &str, op: &str, out: &mut Vec<Item>) {
        let trips = self.rng.between(1, if self.flow.times > 8 { 3 } else { 9 });
        self.charge(60 * trips);
        let acc = self.name("acc");
        let names: Vec<String> = (0..2).map(|_| self.name("h")).collect();
        // The value is computed in a loop, some of them nested.
        let times = self.flow.times;
        self.flow.times *= trips * trips;
        let (value, other, start) = (self.expr(2).text, self.expr(2).text, self.constant().text);
        self.flow.times = times;
        let index = self.expr(1);
        let index = self.index_below(index, 4).text;
        let ty = self.rng.pick(&[Int::U8, Int::I16, Int::I32, Int::U32, Int::ULong, Int::I64]);
        let text = text.replace("$op", op);
        out.extend(template(
            &text,
            &[
                ("acc", acc.as_str()),
                ("start", start.as_str()),
                ("value", value.as_str()),
                ("other", other.as_str()),
                ("index", index.as_str()),
                ("type", ty.name()),
                ("list", names[0].as_str()),
                ("head", names[0].as_str()),
                ("root", names[0].as_str()),
                ("rows", names[0].as_str()),
                ("n", trips.to_string().as_str()),
                ("u", names[0].as_str()),
                ("v", names[1].as_str()),
            ],
        ));
        self.objects.push(Object::scalar(acc, Int::U32, None, self.depth));
    }

    /// A block in which an array on the heap is one more object.
    fn heap_array(&mut self, out: &mut Vec<Item>) {
        let shape = if self.rng.chance(30) && !self.records.is_empty() {
            Shape::Record(self.rng.index(self.records.len()))
        } else {
            Shape::Scalar(self.int_type())
        };
        let len = self.rng.between(1, 9);
        let name = self.name("h");
        let zeroed = self.rng.chance(50) || !matches!(shape, Shape::Scalar(_));
        self.charge(10 * len);
        let body = self.scoped(|this| {
            this.flow.may_break = false;
            this.flow.may_continue = false;
            this.flow.may_return = false;
            let mut body = Vec::new();
            let pointer = this.declarator(&shape, &format!("*{name}"));
            if zeroed {
                line(&mut body, format!("{pointer} = calloc({len}, sizeof *{name});"));
            } else {
                line(&mut body, format!("{pointer} = malloc({len} * sizeof *{name});"));
            }
            if this.rng.chance(50) {
                line(&mut body, format!("if (!{name}) abort();"));
            }
            if !zeroed {
                let value = this.expr(1).text;
                line(&mut body, format!("for (int i = 0; i < {len}; i++) {name}[i] = {value};"));
            }
            let whole = Shape::Array(Box::new(shape.clone()), len);
            this.objects.push(Object::shaped(&name, whole, this.depth));
            let count = this.rng.between(1, 4);
            this.statements(count, &mut body);
            if this.rng.chance(25) {
                let kept = this.rng.between(1, len + 4);
                let last = kept.min(len) - 1;
                line(&mut body, format!("{name} = realloc({name}, {kept} * sizeof *{name});"));
                if let Shape::Scalar(_) = shape {
                    // What was declared here may point into the block that is no more.
                    let here = this.depth;
                    let Some(to) = this.some_object(|object| {
                        object.writable && object.keeps.is_none() && object.shape == shape && object.depth < here
                    }) else {
                        line(&mut body, format!("free({name});"));
                        return body;
                    };
                    line(&mut body, format!("{} = {name}[{last}];", to.text()));
                }
            }
            line(&mut body, format!("free({name});"));
            body
        });
        out.push(Item::block("{", body));
    }
}
