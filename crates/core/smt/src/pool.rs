//! The hash-consed store of terms.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::term::{Func, Node, Scalar, Sort, Term};

/// A store of terms, and the place to build them; a handle, cheap to clone.
///
/// Building needs only `&self`, so calls nest: `t.and([t.le(a, b), t.le(b, c)])`. The same node is stored once, so
/// equality of terms is equality of indices. The constructors simplify a little (constants, neutral elements, sums
/// collected by variable) and always preserve the meaning; they panic on ill-sorted arguments, which are a bug of the
/// caller. Terms of different stores must not be mixed.
#[derive(Clone)]
pub struct Terms(Arc<Store>);

struct Store {
    nodes: Arena<Entry>,
    funcs: Arena<Declaration>,
    index: Mutex<Index>,
}

struct Entry {
    node: Arc<Node>,
    sort: Sort,
}

struct Declaration {
    name: Arc<str>,
    params: Box<[Sort]>,
    result: Sort,
}

#[derive(Default)]
struct Index {
    by_node: FxHashMap<Arc<Node>, Term>,
    by_name: FxHashMap<Arc<str>, Func>,
    fresh: u32,
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terms({} terms)", self.len())
    }
}

impl Terms {
    pub fn new() -> Terms {
        Terms(Arc::new(Store { nodes: Arena::new(), funcs: Arena::new(), index: Mutex::default() }))
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.index().by_node.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether both handles mean the same store.
    pub fn same_store(&self, other: &Terms) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        // The maps are only inserted into, so a panic elsewhere cannot leave them half changed.
        self.0.index.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn node(&self, term: Term) -> &Node {
        &self.entry(term).node
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.entry(term).sort
    }

    fn entry(&self, term: Term) -> &Entry {
        self.0.nodes.get(term.0).expect("invariant: a term is used with the store that built it")
    }

    /// The variable of that name, declared on first use. A name has one sort.
    pub fn var(&self, name: &str, sort: Sort) -> Term {
        let func = self.declare(name, &[], sort);
        self.intern(Node::Apply(func, Box::new([])), sort)
    }

    /// A variable that no other has the name of.
    pub fn fresh_var(&self, prefix: &str, sort: Sort) -> Term {
        let name = {
            let mut index = self.index();
            loop {
                let name = format!("{prefix}!{}", index.fresh);
                index.fresh += 1;
                if !index.by_name.contains_key(name.as_str()) {
                    break name;
                }
            }
        };
        self.var(&name, sort)
    }

    /// The function (or relation) of that name, declared on first use. A name has one signature.
    pub fn declare(&self, name: &str, params: &[Sort], result: Sort) -> Func {
        let mut index = self.index();
        if let Some(&func) = index.by_name.get(name) {
            drop(index);
            let known = self.declaration(func);
            assert!(*known.params == *params && known.result == result, "symbol `{name}` declared with two signatures");
            return func;
        }
        for sort in params.iter().copied().chain([result]) {
            assert!(is_valid(sort), "symbol `{name}` with a bit-vector of no bits");
        }
        let func = Func(u32::try_from(index.by_name.len()).expect("fewer than 2^32 symbols"));
        let name: Arc<str> = name.into();
        self.0.funcs.set(func.0, Declaration { name: name.clone(), params: params.into(), result });
        index.by_name.insert(name, func);
        func
    }

    fn declaration(&self, func: Func) -> &Declaration {
        self.0.funcs.get(func.0).expect("invariant: a symbol is used with the store that declared it")
    }

    pub fn name(&self, func: Func) -> &str {
        &self.declaration(func).name
    }

    pub fn params(&self, func: Func) -> &[Sort] {
        &self.declaration(func).params
    }

    pub fn result(&self, func: Func) -> Sort {
        self.declaration(func).result
    }

    /// The symbol of a variable; `None` for every other term.
    pub fn as_var(&self, term: Term) -> Option<Func> {
        let Node::Apply(func, args) = self.node(term) else { return None };
        args.is_empty().then_some(*func)
    }

    /// The only way into the store. `sort` is the node's sort and the node is well-sorted: the constructors see to it.
    pub(crate) fn intern(&self, node: Node, sort: Sort) -> Term {
        let mut index = self.index();
        if let Some(&term) = index.by_node.get(&node) {
            return term;
        }
        let term = Term(u32::try_from(index.by_node.len()).expect("fewer than 2^32 terms"));
        let node = Arc::new(node);
        self.0.nodes.set(term.0, Entry { node: node.clone(), sort });
        index.by_node.insert(node, term);
        term
    }
}

fn is_valid(sort: Sort) -> bool {
    match sort {
        Sort::Bool | Sort::Int => true,
        Sort::BitVec(width) => width > 0,
        Sort::Array { index, element } => [index, element].iter().all(|s| !matches!(s, Scalar::BitVec(0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_the_same_term() {
        let t = Terms::new();
        let x = t.var("x", Sort::Int);
        assert_eq!(x, t.var("x", Sort::Int));
        assert_eq!(t.le(x, t.int(3)), t.clone().le(t.var("x", Sort::Int), t.int(3)));
        assert_ne!(x, t.var("y", Sort::Int));
    }

    #[test]
    fn fresh_names_avoid_declared_ones() {
        let t = Terms::new();
        let taken = t.var("k!0", Sort::Int);
        let fresh = t.fresh_var("k", Sort::Int);
        assert_ne!(taken, fresh);
        assert_ne!(fresh, t.fresh_var("k", Sort::Int));
    }

    #[test]
    #[should_panic(expected = "two signatures")]
    fn one_name_has_one_sort() {
        let t = Terms::new();
        t.var("x", Sort::Int);
        t.var("x", Sort::Bool);
    }

    #[test]
    fn stores_can_be_shared_between_threads() {
        fn assert_send_sync<T: Send + Sync>() {}
        assert_send_sync::<Terms>();
    }
}
