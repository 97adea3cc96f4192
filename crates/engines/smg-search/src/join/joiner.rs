//! The walk over two graphs: what has been paired, and what is still to be looked at.

use ir::Module;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{JoinOptions, Status};
use smg::graph::{Field, Fill, Graph, Kind, Life, Linear, Object, ObjectId, Range, SymId, SymInfo, Value, Which};
use smg::operations::compare::prove_neq;
use smg::operations::content;

pub(crate) const LEFT: usize = 0;
pub(crate) const RIGHT: usize = 1;

/// The two cannot be joined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fail;

#[derive(Clone, Debug)]
pub(crate) enum Mode {
    /// Two graphs into a new one.
    Join,
    /// Two neighbours of one graph, with what is private to them, into a segment of that graph. What is not private is
    /// shared: it is joined with nothing but itself.
    Merge { own: [FxHashSet<ObjectId>; 2], into: ObjectId, level: u8 },
}

/// Where in the result a walk is: below which segments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// How much deeper the result is nested than either side.
    pub up: [u8; 2],
    /// The innermost segment of the result around.
    pub segment: Option<ObjectId>,
    pub outer: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Job {
    /// The contents of two objects. `links`: those fields too that link the segments.
    Pair { from: [ObjectId; 2], into: ObjectId, at: usize, links: bool },
    /// The contents of an object that the other side does not have.
    Single { side: usize, from: ObjectId, into: ObjectId, at: usize, links: bool },
}

/// Choices that turned out to be wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wrong {
    pub pairs: FxHashSet<(ObjectId, ObjectId)>,
    pub insertions: FxHashSet<(usize, ObjectId)>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Lesson {
    Pair(ObjectId, ObjectId),
    Insertion(usize, ObjectId),
}

/// A pointer out of an inserted segment whose target was not known yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deferred {
    pub side: usize,
    pub into: ObjectId,
    pub field: Field,
    pub at: usize,
}

#[derive(Debug)]
pub(crate) struct Joiner<'a> {
    pub module: &'a Module,
    pub options: &'a JoinOptions,
    pub mode: Mode,
    /// Reading bytes may add unknowns to them.
    pub sides: [Graph; 2],
    pub dest: Graph,
    pub status: Status,
    /// How often numbers met that are to be kept apart if possible.
    pub blurred: usize,
    pub map: [FxHashMap<ObjectId, ObjectId>; 2],
    /// The inverse of `map`.
    pub sources: FxHashMap<ObjectId, [Option<ObjectId>; 2]>,
    /// The segments of the result that its nested objects belong to.
    parents: FxHashMap<ObjectId, ObjectId>,
    pub contexts: Vec<Context>,
    /// With the job during which each was found.
    jobs: Vec<(Job, Option<usize>)>,
    current: Option<usize>,
    /// Where in its object the value is that is being joined.
    pub field: Option<i64>,
    /// The fields that lead to the first nodes of optional lists.
    pub first_fields: FxHashMap<(usize, ObjectId), Option<i64>>,
    /// What the other side has where an end of an inserted segment is, and the context it was inserted in.
    pub inserted: FxHashMap<(usize, ObjectId, Which, i64), (Value, usize)>,
    pub deferred: Vec<Deferred>,
    pub numbers: FxHashMap<(Value, Value, u8), (SymId, i64)>,
    pub imported: FxHashMap<(usize, SymId, u8), SymId>,
    pub partners: [FxHashMap<SymId, Value>; 2],
    /// Values that disequalities are about, and their joins.
    watched: [FxHashSet<Value>; 2],
    watched_pairs: Vec<(Value, Value, Value)>,
    wrong: Wrong,
    lesson: Option<Lesson>,
    pub suspicion: Option<Lesson>,
}

impl<'a> Joiner<'a> {
    pub fn new(
        module: &'a Module,
        options: &'a JoinOptions,
        mode: Mode,
        mut sides: [Graph; 2],
        dest: Graph,
        wrong: Wrong,
    ) -> Self {
        // New unknowns of the right side never have the number of one of the left side: in a merge, equal means same.
        sides[RIGHT].insert_sym(SymId(1 << 30), SymInfo::unknown(Range::ALL));
        let watched = |graph: &Graph| graph.differ().iter().flat_map(|(a, b)| [*a, *b]).collect();
        Joiner {
            watched: match mode {
                Mode::Join => [watched(&sides[LEFT]), watched(&sides[RIGHT])],
                Mode::Merge { .. } => Default::default(),
            },
            module,
            options,
            mode,
            sides,
            dest,
            status: Status::Equal,
            blurred: 0,
            map: Default::default(),
            sources: FxHashMap::default(),
            parents: FxHashMap::default(),
            contexts: vec![Context { up: [0, 0], segment: None, outer: None }],
            jobs: Vec::new(),
            current: None,
            field: None,
            first_fields: FxHashMap::default(),
            inserted: FxHashMap::default(),
            deferred: Vec::new(),
            numbers: FxHashMap::default(),
            imported: FxHashMap::default(),
            partners: Default::default(),
            watched_pairs: Vec::new(),
            wrong,
            lesson: None,
            suspicion: None,
        }
    }

    pub fn is_merge(&self) -> bool {
        matches!(self.mode, Mode::Merge { .. })
    }

    pub fn note(&mut self, status: Status) {
        self.status = self.status.update(status);
    }

    /// What to do better, if something can be done better.
    pub fn lesson(mut self) -> Option<Wrong> {
        let new = match self.lesson? {
            Lesson::Pair(a, b) => self.wrong.pairs.insert((a, b)),
            Lesson::Insertion(side, id) => self.wrong.insertions.insert((side, id)),
        };
        new.then_some(self.wrong)
    }

    pub fn is_wrong_pair(&self, a: ObjectId, b: ObjectId) -> bool {
        self.wrong.pairs.contains(&(a, b))
    }

    pub fn is_wrong_insertion(&self, side: usize, id: ObjectId) -> bool {
        self.wrong.insertions.contains(&(side, id))
    }

    /// Can the segment be paired with nothing?
    pub fn is_insertable(&self, side: usize, id: ObjectId) -> bool {
        let segment = self.sides[side].object(id).segment();
        segment.is_some_and(|segment| segment.min == 0 || self.is_merge() || self.options.insert_nonempty)
    }

    /// A failure for good, with the nearest choice that could be made differently.
    pub fn fail(&mut self) -> Fail {
        if self.lesson.is_none() {
            self.lesson = self.suspicion.or_else(|| {
                let mut at = self.current;
                while let Some(index) = at {
                    let (job, found_in) = self.jobs[index];
                    if let Job::Pair { from: [a, b], .. } = job
                        && (self.is_insertable(LEFT, a) || self.is_insertable(RIGHT, b))
                    {
                        return Some(Lesson::Pair(a, b));
                    }
                    at = found_in;
                }
                None
            });
        }
        Fail
    }

    /// The values of one root.
    pub fn root(&mut self, a: Value, b: Value) -> Result<Value, Fail> {
        self.join_values(a, b, 0)
    }

    /// A global is the same object on both sides.
    pub fn pair_global(&mut self, id: ObjectId) {
        if self.map[LEFT].contains_key(&id) {
            return;
        }
        for side in &mut self.sides {
            content::touch(self.module, side, Value::region(id, 0));
        }
        let object = self.sides[LEFT].object(id).clone();
        self.dest.insert_object(id, std::sync::Arc::new(Object { fields: Vec::new(), ..object }));
        self.pair_up([Some(id), Some(id)], id);
        self.push(Job::Pair { from: [id, id], into: id, at: 0, links: true });
    }

    pub fn pair_up(&mut self, from: [Option<ObjectId>; 2], into: ObjectId) {
        for (map, from) in self.map.iter_mut().zip(from) {
            if let Some(from) = from {
                map.insert(from, into);
            }
        }
        self.sources.insert(into, from);
    }

    pub fn push(&mut self, job: Job) {
        self.jobs.push((job, self.current));
    }

    /// Looks at everything that has been paired, and at what that leads to.
    pub fn run(&mut self) -> Result<(), Fail> {
        let mut next = 0;
        while next < self.jobs.len() {
            while let Some((job, _)) = self.jobs.get(next).copied() {
                self.current = Some(next);
                next += 1;
                match job {
                    Job::Pair { from, into, at, links } => self.join_contents(from, into, at, links)?,
                    Job::Single { side, from, into, at, links } => self.import_contents(side, from, into, at, links)?,
                }
            }
            self.current = None;
            self.finish_links()?;
        }
        self.finish_deferred()
    }

    /// The context of what a node of a segment of the result holds.
    pub fn below(&mut self, at: usize, segment: ObjectId, deeper: [bool; 2]) -> usize {
        let outer = self.contexts[at];
        let up = [outer.up[LEFT] + u8::from(deeper[LEFT]), outer.up[RIGHT] + u8::from(deeper[RIGHT])];
        // What lies outside of the merged objects is shared, and not joined.
        let outer = if matches!(self.mode, Mode::Merge { into, .. } if into == segment) { None } else { Some(at) };
        self.contexts.push(Context { up, segment: Some(segment), outer });
        self.contexts.len() - 1
    }

    /// The context and those around it, innermost first.
    pub fn chain(&self, at: usize) -> impl Iterator<Item = (usize, Context)> + '_ {
        let mut at = Some(at);
        std::iter::from_fn(move || {
            let index = at?;
            at = self.contexts[index].outer;
            Some((index, self.contexts[index]))
        })
    }

    pub fn is_inside(&self, at: usize, segment: ObjectId) -> bool {
        self.chain(at).any(|(_, context)| context.segment == Some(segment))
    }

    fn join_contents(&mut self, from: [ObjectId; 2], into: ObjectId, at: usize, links: bool) -> Result<(), Fail> {
        let segment = self.dest.object(into).segment();
        let inner = match segment {
            None => at,
            Some(_) => {
                let region = |side: usize| self.sides[side].object(from[side]).kind == Kind::Region;
                let deeper = [region(LEFT), region(RIGHT)];
                self.below(at, into, deeper)
            }
        };
        let sizes = [LEFT, RIGHT].map(|side| self.sides[side].object(from[side]).size);
        let size = match sizes {
            [a, b] if a == b && self.is_shared(a) => a,
            [a, b] => self.join_numbers(a, b, inner, false)?,
        };
        self.dest.object_mut(into).size = size;
        if self.dest.object(into).life != Life::Live {
            return Ok(());
        }
        let is_link = |offset: i64| segment.is_some_and(|segment| segment.is_link(offset));
        let (pairs, fill) = self.pair_fields(from, is_link)?;
        let room = pairs.last().map_or(0, |pair| pair.offset + pair.size);
        self.make_room(size, room);
        let mut fields = Vec::with_capacity(pairs.len());
        for pair in pairs {
            if is_link(pair.offset) && !links {
                continue;
            }
            let at = if is_link(pair.offset) { at } else { inner };
            self.field = Some(pair.offset);
            let value = self.join_values(pair.values[LEFT], pair.values[RIGHT], at)?;
            fields.push(Field { offset: pair.offset, size: pair.size, value });
        }
        let object = self.dest.object_mut(into);
        object.fields = fields;
        object.fill = fill;
        Ok(())
    }

    /// An object is at least as large as what both sides have in it, however its size has been widened.
    fn make_room(&mut self, size: Value, room: i64) {
        if let Value::Sym(Linear { sym, negated: false, add }) = size
            && let Some(least) = room.checked_sub(add)
        {
            let info = self.dest.sym(sym);
            if let Some(range) = info.range.meet(Range { lo: least, hi: i64::MAX, align: 0 }) {
                self.dest.set_sym(sym, SymInfo { range, ..info });
            }
        }
    }

    /// An object of the result without contents yet.
    pub fn add(&mut self, side: usize, from: ObjectId, kind: Kind, level: u8, at: usize) -> ObjectId {
        let object = self.sides[side].object(from);
        let new = Object {
            kind,
            size: Value::Int(0),
            level,
            length: None,
            life: object.life,
            storage: object.storage,
            fill: Fill::Unknown,
            fields: Vec::new(),
            site: object.site,
            ty: object.ty,
        };
        let id = self.dest.add_object(new);
        let mut around = self.chain(at).filter_map(|(_, context)| context.segment);
        let parent = around.find(|segment| self.dest.object(*segment).level + 1 == level);
        drop(around);
        self.parents.extend(parent.map(|parent| (id, parent)));
        id
    }

    /// Can an object of the result be reached from here? A nested one only from inside its parent's nodes.
    pub fn is_near(&self, at: usize, into: ObjectId) -> bool {
        self.parents.get(&into).is_none_or(|parent| self.is_inside(at, *parent))
    }

    pub fn watch(&mut self, a: Value, b: Value, joined: Value) {
        if self.watched[LEFT].contains(&a) || self.watched[RIGHT].contains(&b) {
            self.watched_pairs.push((a, b, joined));
        }
    }

    /// What differs on both sides differs in the result.
    pub fn join_differences(&mut self) {
        let mut pairs = std::mem::take(&mut self.watched_pairs);
        pairs.sort_unstable();
        pairs.dedup();
        // The end of a segment that may be empty is no address of its own.
        let definite = |graph: &Graph, value: Value| {
            graph.level(value) == 0 && value.object().is_none_or(|id| graph.object(id).min_len() > 0)
        };
        let constant = |value: Value| matches!(value, Value::Int(_) | Value::Func(_) | Value::Label(..));
        let found = |side: usize, value: Value| {
            let of = move |pair: &(Value, Value, Value)| if side == LEFT { pair.0 } else { pair.1 };
            let itself = constant(value).then_some((value, value, value));
            pairs.iter().copied().filter(move |pair| of(pair) == value).chain(itself).collect::<Vec<_>>()
        };
        for (side, weaker) in [(LEFT, Status::RightCovers), (RIGHT, Status::LeftCovers)] {
            for (x, y) in self.sides[side].differ().to_vec() {
                let mut kept = false;
                for (a, b, v) in found(side, x) {
                    for (c, d, w) in found(side, y) {
                        let differ = if side == LEFT { (b, d) } else { (a, c) };
                        if definite(&self.dest, v)
                            && definite(&self.dest, w)
                            && v != w
                            && prove_neq(&self.sides[1 - side], differ.0, differ.1)
                        {
                            self.dest.add_differ(v, w);
                            kept = true;
                        }
                    }
                }
                if !kept {
                    self.note(weaker);
                }
            }
        }
    }
}
