//! Functions that pointers may lead to: those that a node stands for, those that its number was computed from, and those
//! that callers pass without their being in the callee's graph.

use ir::{FuncId, Id};
use rustc_hash::FxHashMap;

use super::funcsets::{FuncSets, SetId};
use super::program::Program;
use crate::graph::{Cell, Flags, NodeId};

/// What a pointer may lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Passed {
    pub funcs: SetId,
    /// Something that is not part of the program.
    pub external: bool,
}

impl Passed {
    fn add(&mut self, other: Passed, sets: &mut FuncSets) {
        self.external |= other.external;
        self.funcs = sets.union(self.funcs, other.funcs);
    }
}

/// Answers for the nodes of graphs that do not change meanwhile.
///
/// Only what is asked for is looked up: from a node to what its number came from, and to what callers pass for it. Numbers
/// are computed from numbers, in cycles too: all nodes on such a cycle have one answer, which is found once, with Tarjan's
/// algorithm.
pub(crate) struct Reached<'p, 'm> {
    program: &'p Program<'m>,
    pub sets: FuncSets,
    /// Targets that lead into each component from others.
    callers: Vec<Vec<usize>>,
    known: FxHashMap<NodeId, Passed>,
    /// Tarjan's numbers of the nodes on the way.
    order: FxHashMap<NodeId, u32>,
}

/// A node of a component's graph.
#[derive(Clone, Copy, Debug)]
struct Place {
    node: NodeId,
    component: usize,
}

/// A node on the way, with what was found so far, and the number of the lowest node that it leads back to.
struct Frame {
    node: NodeId,
    number: u32,
    next: Vec<Place>,
    lowest: u32,
    passed: Passed,
}

impl<'p, 'm> Reached<'p, 'm> {
    /// Every call has been brought up to date: images are sorted by nodes as they are now.
    pub fn of(program: &'p Program<'m>) -> Reached<'p, 'm> {
        let mut callers = vec![Vec::new(); program.components.len()];
        for component in 0..program.components.len() {
            for target in program.components.targets(component) {
                let state = &program.analysis.targets[*target];
                callers[program.components.of[state.callee.index()]].push(*target);
                let mut images = program.analysis.places[*target].images.iter();
                debug_assert!(images.all(|(inner, _)| program.analysis.graph.is_root(*inner)));
            }
        }
        let (known, order) = (FxHashMap::default(), FxHashMap::default());
        Reached { program, sets: FuncSets::new(), callers, known, order }
    }

    /// What a pointer of the function to the node, or a number that is computed from such pointers, may lead to.
    pub fn get(&mut self, func: FuncId, node: NodeId) -> Passed {
        let (node, _) = self.program.analysis.graph.root_of(node);
        match self.known.get(&node) {
            Some(known) => *known,
            None => self.follow(Place { node, component: self.program.components.of[func.index()] }),
        }
    }

    /// Without what a number came from and what callers pass.
    fn own(&mut self, root: NodeId) -> Passed {
        let graph = &self.program.analysis.graph;
        let funcs = &graph.node(root).funcs;
        let funcs = if funcs.is_empty() { FuncSets::EMPTY } else { self.sets.of(funcs.to_vec()) };
        Passed { funcs, external: graph.flags(root).contains(Flags::EXTERNAL) }
    }

    /// What the node's number came from, and what it is in callers.
    fn sources(&self, place: Place) -> Vec<Place> {
        let analysis = &self.program.analysis;
        let at = |cell: Cell, component| Place { node: analysis.graph.root_of(cell.node).0, component };
        let origins = analysis.graph.node(place.node).origins.iter();
        let mut sources: Vec<Place> = origins.map(|origin| at(*origin, place.component)).collect();
        // What all functions share is itself in callers.
        if !analysis.graph.flags(place.node).contains(Flags::SHARED) {
            for target in &self.callers[place.component] {
                let images = &analysis.places[*target].images;
                if let Ok(found) = images.binary_search_by_key(&place.node, |(inner, _)| *inner) {
                    let caller = analysis.targets[*target].caller;
                    sources.push(at(images[found].1, self.program.components.of[caller.index()]));
                }
            }
        }
        sources
    }

    fn follow(&mut self, start: Place) -> Passed {
        let mut open: Vec<NodeId> = Vec::new();
        let mut frames: Vec<Frame> = Vec::new();
        let mut enter = Some(start);
        loop {
            if let Some(place) = enter.take() {
                open.push(place.node);
                let number = open.len() as u32;
                self.order.insert(place.node, number);
                let (next, passed) = (self.sources(place), self.own(place.node));
                frames.push(Frame { node: place.node, number, next, lowest: number, passed });
            }
            let frame = frames.last_mut().expect("invariant: the loop ends with the last frame");
            if let Some(source) = frame.next.pop() {
                if let Some(known) = self.known.get(&source.node) {
                    frame.passed.add(*known, &mut self.sets);
                } else if let Some(number) = self.order.get(&source.node) {
                    frame.lowest = frame.lowest.min(*number);
                } else {
                    enter = Some(source);
                }
                continue;
            }
            let Frame { node, number, lowest, passed, .. } = frames.pop().expect("invariant: it was there");
            if lowest == number {
                // The node closes a cycle, or stands alone: everything since it was entered has its answer.
                while let Some(member) = open.pop() {
                    self.known.insert(member, passed);
                    self.order.remove(&member);
                    if member == node {
                        break;
                    }
                }
            }
            match frames.last_mut() {
                None => return passed,
                Some(above) => {
                    above.lowest = above.lowest.min(lowest);
                    above.passed.add(passed, &mut self.sets);
                }
            }
        }
    }
}
