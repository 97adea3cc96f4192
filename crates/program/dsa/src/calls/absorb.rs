//! A callee's graph in its caller's.
//!
//! Paper: [SAS17] section 4, Fig. 9 (`cloneAndUnifyCells`, `cloneNode`), and the simulation relation of section 3.
//! Guarantees: afterwards the relation that starts with the pairs of formal and actual values, of results and of
//!             variable arguments, and follows contents, is a function from the callee's nodes to cells of the caller,
//!             and the caller's node has everything that the callee's has (checked again by `check::calls`).
//! DIVERGENCE: a node of the callee that meets a node of the caller is not copied first and unified then; its layout
//!             goes straight into the caller's. Only nodes without a counterpart are made anew. The result is the same.
//! DIVERGENCE: nodes that globals reach are shared by all functions and stand for themselves.

use ir::{FuncId, Id, Operand};

use crate::graph::{Cell, Field, Flags, Graph, NodeId, Shape};
use crate::local::Local;
use crate::state::{Analysis, Images, Places};

impl Analysis<'_> {
    /// Pairs of cells, of the callee and of the caller, that a call makes equal.
    pub(crate) fn pairs(&mut self, number: usize, callee: FuncId) -> Vec<(Cell, Cell)> {
        let (site, call) = (self.calls[number].site, self.calls[number].call);
        let function = self.function(callee);
        let mut pairs = Vec::new();
        for (param, arg) in function.params.iter().zip(&call.args) {
            let Some(formal) = self.funcs[callee.index()].regs[param.index()] else { continue };
            if let Some(actual) = Local::new(self, site.func).value(arg.value) {
                pairs.push((formal, actual));
            }
        }
        for (index, ret) in call.rets.iter().enumerate() {
            let Some(Some(result)) = self.funcs[callee.index()].rets.get(index).copied() else { continue };
            if let Some(given) = Local::new(self, site.func).value(Operand::Reg(*ret)) {
                pairs.push((result, given));
            }
        }
        if let Some(formal) = self.funcs[callee.index()].varargs {
            pairs.push((formal, self.area(number, function.params.len())));
        }
        pairs
    }

    /// Memory with the variable arguments of a call, from argument `first` on.
    fn area(&mut self, number: usize, first: usize) -> Cell {
        let area = match self.calls[number].area {
            Some(area) => area,
            None => {
                let area = self.graph.fresh(Flags::STACK | Flags::VARARGS);
                self.graph.collapse(area);
                self.calls[number].area = Some(area);
                area
            }
        };
        let state = &mut self.calls[number];
        let (site, call, end) = (state.site, state.call, state.in_area);
        state.in_area = first.min(end);
        for arg in call.args.iter().take(end).skip(first) {
            let Some(cell) = Local::new(self, site.func).value(arg.value) else { continue };
            match arg.by_value {
                Some(by_value) => {
                    let size = by_value.size as i64;
                    if size > 0 {
                        self.graph.access(cell, Shape::bulk(size), Flags::READ);
                        self.funcs[site.func.index()].accessed.push((cell.node, Flags::READ));
                        self.graph.copy(area, cell, Some(size), self.module.data_model.pointer_size() as i64);
                    }
                }
                None => self.graph.set_content(area, Shape::scalar(1), cell),
            }
        }
        area
    }

    /// Caller and callee have one graph.
    pub(crate) fn merge_call(&mut self, number: usize, callee: FuncId) {
        for (formal, actual) in self.pairs(number, callee) {
            self.graph.unify(formal, actual);
        }
    }

    /// Brings what the callee does into the caller's graph, and notes the place of each of its nodes there.
    pub(crate) fn absorb_call(&mut self, target: usize) {
        let state = &mut self.targets[target];
        let since = std::mem::replace(&mut state.absorbed_at, self.graph.changes);
        let (number, callee) = (state.call, state.callee);
        let pairs = self.pairs(number, callee);
        let places = &mut self.places[target];
        let (graph, images) = (&mut self.graph, &mut self.images);
        let mut absorber = Absorber::new(graph, images);
        if places.pairs == pairs.len() {
            absorber.resume(places, since);
        } else {
            pairs.iter().for_each(|(inner, outer)| absorber.meet(*inner, *outer));
        }
        absorber.finish();
        places.pairs = pairs.len();
        self.images.move_to(places);
    }

    /// As if it were the first time, and without what numbers came from, which is not determined: one of the caller's unknown
    /// things is as good as another.
    #[cfg(debug_assertions)]
    pub(crate) fn absorb_contents(&mut self, target: usize) -> Places {
        let pairs = self.pairs(self.targets[target].call, self.targets[target].callee);
        let mut absorber = Absorber::new(&mut self.graph, &mut self.images);
        pairs.iter().for_each(|(inner, outer)| absorber.meet(*inner, *outer));
        absorber.follow_contents();
        let mut places = Places::default();
        self.images.move_to(&mut places);
        places
    }
}

/// Follows the simulation relation from pairs of cells.
struct Absorber<'g> {
    graph: &'g mut Graph,
    images: &'g mut Images,
    work: Vec<NodeId>,
    /// Of the node that is being looked at.
    fields: Vec<Field>,
    /// Numbers wait until everything is met that contents lead to: what they were computed from may be among it.
    numbers: Vec<NodeId>,
}

impl<'g> Absorber<'g> {
    fn new(graph: &'g mut Graph, images: &'g mut Images) -> Absorber<'g> {
        Absorber { graph, images, work: Vec::new(), fields: Vec::new(), numbers: Vec::new() }
    }

    /// Starts where the last time ended. What is unchanged since has its place in the caller already, and so has all that it
    /// leads to: whatever else happened to the caller's graph, nothing was taken from it.
    fn resume(&mut self, places: &Places, since: u64) {
        let mut loose = places.loose.iter().peekable();
        for (node, origin) in &places.images {
            let (root, delta) = self.graph.find(*node);
            let is_loose = loose.next_if_eq(&node).is_some();
            if self.graph.flags(root).contains(Flags::SHARED) {
                self.graph.unify(Cell::new(root, delta), *origin);
                continue;
            }
            let origin = origin.plus(delta.wrapping_neg());
            match self.images.origin(root) {
                Some(image) => {
                    self.images.loosen(root);
                    self.graph.unify(image, origin);
                }
                None => {
                    self.images.insert(root, origin);
                    if self.graph.changed_since(root, since) {
                        self.work.push(root);
                    }
                }
            }
            if is_loose {
                self.images.loosen(root);
            }
        }
    }

    fn finish(&mut self) {
        loop {
            self.follow_contents();
            let Some(number) = self.numbers.pop() else { return };
            self.came_from(number);
        }
    }

    fn follow_contents(&mut self) {
        while let Some(node) = self.work.pop() {
            self.visit(node);
        }
    }

    /// The callee's cell is the caller's.
    fn meet(&mut self, inner: Cell, outer: Cell) {
        let inner = self.graph.norm(inner);
        if self.is_shared(inner) {
            return self.graph.unify(inner, outer);
        }
        let origin = outer.plus(inner.offset.wrapping_neg());
        match self.images.origin(inner.node) {
            Some(image) => {
                self.images.loosen(inner.node);
                self.graph.unify(image, origin);
            }
            None => {
                self.images.insert(inner.node, origin);
                self.work.push(inner.node);
            }
        }
    }

    fn is_shared(&self, cell: Cell) -> bool {
        self.graph.flags(cell.node).contains(Flags::SHARED)
    }

    /// The caller's cell for one of the callee's: its own for what is shared, a new node for what has none yet.
    fn image(&mut self, inner: Cell) -> Cell {
        let inner = self.graph.norm(inner);
        if self.is_shared(inner) {
            return inner;
        }
        let origin = self.images.origin(inner.node).unwrap_or_else(|| {
            let origin = self.graph.fresh(Flags::NONE);
            self.graph.changes += 1;
            self.images.insert(inner.node, origin);
            self.work.push(inner.node);
            origin
        });
        self.images.loosen(inner.node);
        origin.plus(inner.offset)
    }

    fn place_of(&self, node: NodeId) -> Cell {
        self.images.origin(node).expect("invariant: nodes that wait have an image")
    }

    fn visit(&mut self, node: NodeId) {
        let origin = self.place_of(node);
        if !self.graph.node(node).origins.is_empty() {
            self.numbers.push(node);
        }
        let mut fields = std::mem::take(&mut self.fields);
        self.graph.absorb_layout(origin, node, &mut fields);
        for field in &fields {
            let Some(content) = field.content else { continue };
            let place = origin.plus(field.offset);
            match self.graph.known_content(place, field.shape) {
                Some(known) => {
                    self.meet(content, known);
                    let content = self.graph.norm(content);
                    self.images.loosen(content.node);
                }
                None => {
                    let image = self.image(content);
                    self.graph.set_content(place, field.shape, image);
                }
            }
        }
        self.fields = fields;
    }

    /// What the callee's number was computed from. Where nothing else says what that is in the caller, it is something
    /// unknown, but one thing for all calls: a new one for each would double the number's origins with every level of calls.
    fn came_from(&mut self, number: NodeId) {
        let place = self.place_of(number);
        let (number, _) = self.graph.find(number);
        let mut known = Vec::new();
        let mut unknown = None;
        for of in self.graph.node(number).origins.clone() {
            let of = self.graph.norm(of);
            if self.is_shared(of) {
                known.push(of);
            } else if let Some(origin) = self.images.origin(of.node) {
                self.images.loosen(of.node);
                known.push(origin.plus(of.offset));
            } else {
                let unknown = *unknown.get_or_insert_with(|| self.graph.unknown_origin(place));
                self.meet(of, unknown);
                self.images.loosen(of.node);
            }
        }
        self.graph.add_origins(place, &known);
    }
}
