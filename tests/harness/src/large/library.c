// What every part of the generated program uses: memory, lists, growing arrays, tables with chains, text, and a bus that
// devices of all kinds are registered with.
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

/* Every function spends some: fan-out to the power of depth is no run that ends. */
static int fuel = 20000;
static unsigned long bytes_in_use;
static int last_error;

struct link {
  struct link *next, *prev;
};

struct vector {
  void **items;
  int count, room;
};

struct entry {
  struct entry *chain;
  int key;
  void *value;
};

struct table {
  struct entry **buckets;
  int count;
  void (*release)(void *value);
};

struct text {
  char *bytes;
  int length, room;
};

struct device {
  struct link on_bus;
  const char *name;
  int (*notify)(struct device *self, int event);
  int users;
};

/* Below the lowest layer. */
struct floor_dev {
  struct text log;
  struct vector ports;
  int value;
};

static struct link bus = {&bus, &bus};

static void fail(int code) {
  last_error = code;
}

static void *xalloc(size_t size) {
  void *memory = malloc(size);
  if (!memory)
    abort();
  memset(memory, 0, size);
  bytes_in_use += size;
  return memory;
}

static void *xcopy(const void *from, size_t size) {
  void *memory = xalloc(size);
  memcpy(memory, from, size);
  return memory;
}

static char *xstring(const char *from) {
  return xcopy(from, strlen(from) + 1);
}

static void xfree(void *memory, size_t size) {
  bytes_in_use -= size;
  free(memory);
}

static void link_init(struct link *head) {
  head->next = head;
  head->prev = head;
}

static void link_between(struct link *new, struct link *prev, struct link *next) {
  next->prev = new;
  new->next = next;
  new->prev = prev;
  prev->next = new;
}

static void link_add(struct link *new, struct link *head) {
  link_between(new, head, head->next);
}

static void link_remove(struct link *entry) {
  entry->next->prev = entry->prev;
  entry->prev->next = entry->next;
  link_init(entry);
}

static int link_is_empty(const struct link *head) {
  return head->next == head;
}

static void vector_push(struct vector *vector, void *item) {
  if (vector->count == vector->room) {
    int room = vector->room ? 2 * vector->room : 4;
    void **items = xalloc(room * sizeof *items);
    if (vector->count)
      memcpy(items, vector->items, vector->count * sizeof *items);
    free(vector->items);
    vector->items = items;
    vector->room = room;
  }
  vector->items[vector->count++] = item;
}

static void *vector_pop(struct vector *vector) {
  return vector->count ? vector->items[--vector->count] : NULL;
}

static void vector_each(struct vector *vector, int (*visit)(void *item, void *arg), void *arg) {
  for (int i = 0; i < vector->count; i++)
    if (visit(vector->items[i], arg) < 0)
      break;
}

static void sort(void **items, int count, int (*compare)(const void *, const void *)) {
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && items[j] && items[j - 1] && compare(items[j], items[j - 1]) < 0; j--) {
      void *spare = items[j];
      items[j] = items[j - 1];
      items[j - 1] = spare;
    }
}

static struct entry *table_find(struct table *table, int key) {
  if (!table->buckets)
    table->buckets = xalloc(16 * sizeof *table->buckets);
  struct entry *entry = table->buckets[key & 15];
  while (entry && entry->key != key)
    entry = entry->chain;
  return entry;
}

static void *table_get(struct table *table, int key) {
  struct entry *entry = table_find(table, key);
  return entry ? entry->value : NULL;
}

static void table_put(struct table *table, int key, void *value) {
  struct entry *entry = table_find(table, key);
  if (!entry) {
    entry = xalloc(sizeof *entry);
    entry->key = key;
    entry->chain = table->buckets[key & 15];
    table->buckets[key & 15] = entry;
    table->count++;
  } else if (table->release) {
    table->release(entry->value);
  }
  entry->value = value;
}

static void text_append(struct text *text, const char *bytes, int length) {
  if (text->length + length + 1 > text->room) {
    int room = 2 * text->room + length + 1;
    char *grown = xalloc(room);
    if (text->length)
      memcpy(grown, text->bytes, text->length);
    free(text->bytes);
    text->bytes = grown;
    text->room = room;
  }
  for (int i = 0; i < length; i++)
    text->bytes[text->length++] = bytes[i];
  text->bytes[text->length] = 0;
}

static void text_number(struct text *text, int number) {
  char digits[12];
  int at = 12;
  unsigned left = number < 0 ? -(unsigned)number : (unsigned)number;
  do {
    digits[--at] = '0' + left % 10;
    left /= 10;
  } while (left);
  if (number < 0)
    digits[--at] = '-';
  text_append(text, digits + at, 12 - at);
}

static void text_join(struct text *text, int count, ...) {
  va_list parts;
  va_start(parts, count);
  while (count-- > 0) {
    const char *bytes = va_arg(parts, const char *);
    text_append(text, bytes, strlen(bytes));
  }
  va_end(parts);
}

static void device_register(struct device *device, const char *name) {
  device->name = name;
  link_add(&device->on_bus, &bus);
}

static void device_notify(int event) {
  for (struct link *at = bus.next; at != &bus; at = at->next) {
    struct device *device = container_of(at, struct device, on_bus);
    if (device->notify && device->notify(device, event) < 0)
      fail(event);
  }
}
