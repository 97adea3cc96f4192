// One part of the generated program: its types, its globals and what all its functions use. Lines that begin with
// `@global` are there when globals lead to its devices, those with `@local` when only pointers from function to
// function do; `@bus` and `` are about the bus of all devices.

struct UNIT_dev;
struct UNIT_item;

struct UNIT_ops {
  int (*open)(struct UNIT_dev *dev, int mode);
  int (*handle)(struct UNIT_dev *dev, struct UNIT_item *item, int n);
  struct UNIT_item *(*find)(struct UNIT_dev *dev, int key);
  void (*show)(struct UNIT_dev *dev, char *out, int room);
};

struct UNIT_tree {
  struct UNIT_tree *left, *right;
  int key;
  struct UNIT_item *item;
};

struct UNIT_stats {
  long calls, misses;
  struct UNIT_item *slowest;
  const char *last;
};

struct UNIT_item {
  struct UNIT_item *next;
  struct link by_age;
  char *name;
  int id, size;
  unsigned flags;
  union {
    void *owner;
    long number;
  } extra;
  FIELDS
};

struct UNIT_request {
  struct UNIT_dev *dev;
  struct UNIT_item *item;
  struct text *out;
  struct UNIT_request *parent;
  int kind, depth;
};

struct UNIT_dev {
  struct device base;
  struct UNIT_item *items;
  struct link *ages;
  struct UNIT_tree *root;
  const struct UNIT_ops *ops;
  struct UNIT_item *slots;
  struct UNIT_item **cache;
  struct vector done;
  struct table names;
  struct text log;
  struct BELOW_dev *below;
  int (*on_event)(void *arg, int event);
  void *event_arg;
  struct UNIT_stats stats;
  char *label;
};

static struct UNIT_stats UNIT_totals;
@global static struct UNIT_item *UNIT_recent[16];
@global static struct UNIT_dev *UNIT_default;
@global static struct vector UNIT_pool;
@local static char *UNIT_words[16];
static struct text UNIT_trace;
static int UNIT_limit = 64;
static char UNIT_banner[24] = "UNIT";
static int (*UNIT_hooks[4])(void *arg, int event);
static const char *const UNIT_modes[] = {"idle", "busy", "UNIT", "stopped"};

static int UNIT_compare(const void *a, const void *b) {
  const struct UNIT_item *left = a, *right = b;
  if (left->size != right->size)
    return left->size < right->size ? -1 : 1;
  return left->id - right->id;
}

static struct UNIT_item *UNIT_item_new(struct UNIT_dev *dev, const char *name, int id) {
  struct UNIT_item *item = xalloc(sizeof *item);
  item->name = xstring(name);
  item->id = id;
  item->size = id % 7;
  item->extra.owner = dev;
  item->next = dev->items;
  dev->items = item;
  link_add(&item->by_age, dev->ages);
@global  UNIT_recent[id & 15] = item;
  UNIT_totals.calls++;
  return item;
}

static void UNIT_item_free(struct UNIT_dev *dev, struct UNIT_item *item) {
  struct UNIT_item *at = dev->items;
  while (at && at->next != item)
    at = at->next;
  if (at)
    at->next = item->next;
  else
    dev->items = item->next;
  link_remove(&item->by_age);
  for (int i = 0; i < 8; i++)
    if (dev->cache[i] == item)
      dev->cache[i] = NULL;
@global  for (int i = 0; i < 16; i++)
@global    if (UNIT_recent[i] == item)
@global      UNIT_recent[i] = NULL;
@global  vector_push(&UNIT_pool, item);
@local  vector_push(&dev->done, item);
}

static struct UNIT_tree *UNIT_insert(struct UNIT_tree *tree, int key, struct UNIT_item *item) {
  if (!tree) {
    tree = xalloc(sizeof *tree);
    tree->key = key;
    tree->item = item;
  } else if (key < tree->key) {
    tree->left = UNIT_insert(tree->left, key, item);
  } else if (key > tree->key) {
    tree->right = UNIT_insert(tree->right, key, item);
  } else {
    tree->item = item;
  }
  return tree;
}

static struct UNIT_item *UNIT_lookup(struct UNIT_tree *tree, int key) {
  while (tree && tree->key != key)
    tree = key < tree->key ? tree->left : tree->right;
  return tree ? tree->item : NULL;
}

static int UNIT_expand(struct UNIT_request *request, int n);

static int UNIT_descend(struct UNIT_request *request, int n) {
  struct UNIT_request inner = *request;
  struct UNIT_item *item = request->item;
  int found = 0;
  inner.parent = request;
  inner.depth = request->depth + 1;
  if (item)
    inner.item = item->next;
  while (item && n-- > 0) {
    if (item->flags & 1)
      found += UNIT_expand(&inner, n / 2);
    item = item->next;
  }
  return found + inner.kind;
}

static int UNIT_expand(struct UNIT_request *request, int n) {
  if (request->depth > 4 || !request->dev || --fuel < 0)
    return 0;
  if (request->item) {
    text_append(request->out, request->item->name, 1);
    request->dev->stats.slowest = request->item;
  }
  switch (request->kind) {
  case 0:
    request->item = request->dev->items;
    break;
  case 1:
    request->item = UNIT_lookup(request->dev->root, n);
    break;
  case 2:
    request->kind = 0;
    return UNIT_descend(request, n - 1);
  default:
    request->item = table_get(&request->dev->names, n);
  }
  return request->parent ? UNIT_descend(request, n) : 1;
}

static int UNIT_on_event(void *arg, int event) {
  struct UNIT_dev *dev = arg;
  dev->stats.misses += event;
  dev->stats.last = UNIT_modes[event & 3];
@global  if (event & 4)
@global    UNIT_totals = dev->stats;
@local  UNIT_totals.calls += dev->stats.calls;
  return dev->stats.misses > UNIT_limit ? -1 : 0;
}

static int UNIT_count(void *item, void *arg) {
  struct UNIT_item *of = item;
  int *sum = arg;
  *sum += of->size;
  return of->id;
}

static void UNIT_release(void *value) {
  struct UNIT_item *item = value;
  if (item)
    item->flags |= 128;
}

static int UNIT_notify(struct device *self, int event) {
  struct UNIT_dev *dev = container_of(self, struct UNIT_dev, base);
  self->users++;
  if (dev->on_event)
    return dev->on_event(dev->event_arg, event);
  return 0;
}
