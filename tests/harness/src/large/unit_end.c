// The end of a part: tables of operations, and the functions that make a device and try it.

static const struct UNIT_ops UNIT_plain = {PLAIN};
static const struct UNIT_ops UNIT_fast = {FAST};
@bus static struct UNIT_dev UNIT_only;

static struct UNIT_dev *UNIT_create(const char *name, int mode, struct BELOW_dev *below) {
  struct UNIT_dev *dev = MEMORY;
  dev->ages = xalloc(sizeof *dev->ages);
  link_init(dev->ages);
  dev->slots = xalloc(8 * sizeof *dev->slots);
  dev->cache = xalloc(8 * sizeof *dev->cache);
  dev->label = xalloc(32);
  dev->ops = mode & 1 ? &UNIT_plain : &UNIT_fast;
  dev->below = below;
  dev->names.release = UNIT_release;
  dev->on_event = UNIT_on_event;
  dev->event_arg = dev;
  memcpy(dev->label, UNIT_banner, sizeof UNIT_banner);
  for (int i = 0; i < 4; i++) {
    struct UNIT_item *item = UNIT_item_new(dev, UNIT_modes[i], i + mode);
    dev->cache[i] = item;
    dev->root = UNIT_insert(dev->root, item->id * 5 % 7, item);
    table_put(&dev->names, item->id, item);
  }
@global  if (!UNIT_default)
@global    UNIT_default = dev;
  UNIT_hooks[mode & 3] = UNIT_on_event;
  dev->base.notify = UNIT_notify;
  dev->base.name = name;
@bus  device_register(&dev->base, name);
  dev->ops->open(dev, mode);
  return dev;
}

/* Whatever can be called through a pointer is, or the analysis has to guess who calls it with what. */
static int UNIT_try(struct UNIT_dev *dev, int mode) {
  struct UNIT_item *item = dev->ops->find(dev, mode);
  int sum = dev->ops->handle(dev, item, mode);
  dev->ops->show(dev, dev->label, 8);
  return dev->base.notify(&dev->base, sum);
}
