//! What the functions of the large program do: one line of work each, on a device, an item and a number.

/// A member that only some items have, and what functions do with it.
pub(super) struct Member {
    /// Of 100 units. None is an array: an index into one makes the analysis fold the structure around it.
    pub percent: u64,
    pub declaration: &'static str,
    pub statement: &'static str,
}

pub(super) const MEMBERS: &[Member] = &[
    Member {
        percent: 40,
        declaration: "struct UNIT_item *peer;",
        statement: "if (item && item->peer)\n  item->peer->peer = item;\nelse if (item)\n  item->peer = dev->items;",
    },
    Member {
        percent: 30,
        declaration: "char *tag;",
        statement: "if (item && item->tag)\n  for (int i = 0; i < 11; i++)\n    item->tag[i] = dev->label[(i + n) & 15];\nelse if (item)\n  item->tag = xalloc(12);",
    },
    Member {
        percent: 40,
        declaration: "struct text note;",
        statement: "if (item && n > NUM)\n  text_join(&item->note, 2, item->name, UNIT_banner);",
    },
    Member {
        percent: 30,
        declaration: "struct UNIT_item **parts;",
        statement: "if (item && !item->parts)\n  item->parts = xalloc(4 * sizeof *item->parts);\nif (item)\n  item->parts[n & 3] = dev->cache[n & 7];",
    },
    Member {
        percent: 40,
        declaration: "const struct UNIT_ops *ops;",
        statement: "if (item) {\n  if (!item->ops)\n    item->ops = dev->ops;\n  sum += item->ops == dev->ops;\n}",
    },
    Member {
        percent: 40,
        declaration: "int (*ready)(void *arg, int event);",
        statement: "if (item) {\n  if (item->ready)\n    sum += item->ready(dev, n);\n  item->ready = UNIT_on_event;\n}",
    },
    Member {
        percent: 40,
        declaration: "struct UNIT_tree place;",
        statement: "if (item) {\n  item->place.item = item;\n  item->place.left = dev->root;\n  sum += item->place.key;\n}",
    },
    Member {
        percent: 30,
        declaration: "struct UNIT_stats seen;",
        statement: "if (item) {\n  item->seen = dev->stats;\n  item->seen.misses += NUM;\n}",
    },
];

/// In every unit. `NUM` is a small number.
pub(super) const ALWAYS: &[&str] = &[
    "for (struct UNIT_item *at = dev->items; at; at = at->next) {\n  at->flags |= NUM;\n  if (at->id == n)\n    item = at;\n  sum += at->size;\n}",
    "for (struct link *at = dev->ages->next; at != dev->ages; at = at->next) {\n  struct UNIT_item *old = container_of(at, struct UNIT_item, by_age);\n  old->size = old->size / 2 + NUM;\n  if (old->flags & NUM)\n    item = old;\n}",
    "if (n > NUM) {\n  item = UNIT_item_new(dev, UNIT_modes[n & 3], n);\n  dev->root = UNIT_insert(dev->root, n, item);\n}",
    "if (item) {\n  dev->slots[n & 7] = *item;\n  dev->slots[NUM & 7].next = item;\n}",
    "{\n  struct UNIT_item copy;\n  memcpy(&copy, &dev->slots[n & 7], sizeof copy);\n  copy.size += NUM;\n  sum += copy.id;\n  if (copy.name && copy.next)\n    dev->slots[(n + 1) & 7] = copy;\n}",
    "switch (n & 7) {\ncase 0:\n  dev->stats.calls++;\n  break;\ncase 1:\n  dev->stats.slowest = item;\n  break;\ncase 2:\n  dev->stats.last = item ? item->name : dev->label;\n  break;\ncase 5:\n  dev->cache[NUM & 7] = item;\n  break;\ndefault:\n  sum += NUM;\n}",
    "sort((void **)dev->cache, 8, UNIT_compare);",
    "vector_push(&dev->done, item ? item : dev->items);\nvector_each(&dev->done, UNIT_count, &sum);",
    "table_put(&dev->names, n, item);\nif (!item)\n  item = table_get(&dev->names, NUM);",
    "text_join(&dev->log, 2, dev->label, UNIT_modes[NUM & 3]);\ntext_number(&dev->log, n);\ntext_append(&UNIT_trace, UNIT_banner, NUM & 3);",
    "for (int i = 0; i < 31 && UNIT_banner[i & 15]; i++)\n  dev->label[i] = UNIT_banner[i & 15] ^ (char)(n & NUM);",
    "if (dev->on_event && dev->on_event(dev->event_arg, n) < 0)\n  fail(NUM);",
    "if (UNIT_hooks[n & 3])\n  sum += UNIT_hooks[n & 3](dev, NUM);\nelse\n  UNIT_hooks[NUM & 3] = UNIT_on_event;",
    "{\n  struct UNIT_request request = {dev, item, &dev->log, NULL, n & 3, 0};\n  sum += UNIT_expand(&request, NUM);\n  item = request.item;\n}",
    "item = UNIT_lookup(dev->root, n + NUM);\nif (item && dev->below)\n  text_append(&dev->below->log, item->name, NUM & 1);",
    "if (item && item->extra.owner == dev && link_is_empty(dev->ages))\n  UNIT_item_free(dev, item), item = dev->items;",
    "for (int i = 0; i < 8; i++)\n  if (dev->cache[i] && dev->cache[i]->id > n) {\n    item = dev->cache[i];\n    dev->cache[i] = dev->cache[(i + NUM) & 7];\n  }",
    "{\n  char line[40];\n  int at = 0;\n  for (const char *from = dev->label; *from && at < 39; from++)\n    if (*from != ' ')\n      line[at++] = *from;\n  line[at] = 0;\n  text_append(&dev->log, line, at);\n}",
    "UNIT_totals.calls += n;\nif (UNIT_totals.calls > UNIT_limit)\n  UNIT_limit += NUM, last_error = 0;",
    "{\n  struct UNIT_tree *at = dev->root, *above = NULL;\n  while (at && at->key != n) {\n    above = at;\n    at = n & 1 ? at->left : at->right;\n    n >>= 1;\n  }\n  if (above && !at)\n    item = above->item;\n}",
];

/// Where globals lead to devices.
pub(super) const GLOBAL: &[&str] = &[
    "if (item)\n  UNIT_recent[item->id & 15] = item;",
    "if (UNIT_recent[n & 15])\n  item = UNIT_recent[n & 15];\nelse if (UNIT_default)\n  item = UNIT_default->items;",
    "if (UNIT_pool.count) {\n  struct UNIT_item *again = vector_pop(&UNIT_pool);\n  again->id = n;\n  again->next = dev->items;\n  dev->items = again;\n}",
    "UNIT_totals = dev->stats;\nUNIT_totals.slowest = item;",
    "if (UNIT_default && UNIT_default != dev)\n  UNIT_default->cache[n & 7] = UNIT_default->items;",
];

/// Where only pointers from function to function do.
pub(super) const LOCAL: &[&str] = &[
    "if (!UNIT_words[n & 15])\n  UNIT_words[n & 15] = xstring(dev->label);",
    "{\n  struct UNIT_item *kept = xalloc(sizeof *kept);\n  *kept = dev->slots[n & 7];\n  kept->next = dev->items;\n  kept->name = xstring(UNIT_banner);\n  dev->items = kept;\n}",
    "if (item) {\n  struct vector *done = &dev->done;\n  if (done->count > NUM)\n    item = vector_pop(done);\n}",
];
