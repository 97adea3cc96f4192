//! Functions that pointers may lead to: those that a node stands for, those that its number was computed from, and those
//! that callers pass without their being in the callee's graph.

use rustc_hash::FxHashMap;

use crate::cell::{Flags, NodeId};
use crate::funcsets::{FuncSets, SetId};
use crate::graph::Graph;
use crate::inter::Program;

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

/// Answers for the nodes of a graph that does not change meanwhile.
///
/// Numbers are computed from numbers, in cycles too: all nodes on such a cycle have one answer, which is found once, with
/// Tarjan's algorithm on the edges from numbers to what they came from.
pub(crate) struct Reached<'g> {
    graph: &'g Graph,
    pub sets: FuncSets,
    incoming: FxHashMap<NodeId, Passed>,
    known: Vec<Option<Passed>>,
    /// Tarjan's numbers of the nodes on the way; zero for the others.
    order: Vec<u32>,
}

/// A node on the way, with what was found so far, and the number of the lowest node that it leads back to.
struct Frame {
    node: NodeId,
    next: usize,
    lowest: u32,
    passed: Passed,
}

impl<'g> Reached<'g> {
    /// Everything that calls pass is looked up on the way.
    pub fn of(program: &'g Program<'_>) -> Reached<'g> {
        let graph = &program.analysis.graph;
        let mut reached = Reached {
            graph,
            sets: FuncSets::new(),
            incoming: FxHashMap::default(),
            known: vec![None; graph.len()],
            order: vec![0; graph.len()],
        };
        while !reached.pass(program) {
            reached.known.fill(None);
        }
        reached
    }

    /// Looks at what every call passes. Callers come first, so what they pass is final when their calls are looked at;
    /// `false` when it was not, because a node has become part of several graphs.
    fn pass(&mut self, program: &Program<'_>) -> bool {
        let mut is_final = true;
        for component in (0..program.components.len()).rev() {
            for number in program.calls_of(component) {
                for target in &program.analysis.calls[number].targets {
                    for (inner, outer) in &target.images {
                        let passed = self.get(outer.node);
                        if passed != Passed::default() {
                            let inner = self.graph.root_of(*inner).0;
                            let there = self.incoming.entry(inner).or_default();
                            let before = *there;
                            there.add(passed, &mut self.sets);
                            is_final &= *there == before || self.known[inner.index()].is_none();
                        }
                    }
                }
            }
        }
        is_final
    }

    /// What a pointer to the node, or a number that is computed from such pointers, may lead to.
    pub fn get(&mut self, node: NodeId) -> Passed {
        let (root, _) = self.graph.root_of(node);
        if let Some(known) = self.known[root.index()] {
            return known;
        }
        if self.graph.node(root).origins.is_empty() {
            let own = self.own(root);
            self.known[root.index()] = Some(own);
            return own;
        }
        self.follow(root)
    }

    /// Without what a number came from.
    fn own(&mut self, root: NodeId) -> Passed {
        let node = self.graph.node(root);
        let funcs = if node.funcs.is_empty() { FuncSets::EMPTY } else { self.sets.of(node.funcs.to_vec()) };
        let mut own = Passed { funcs, external: node.flags.contains(Flags::EXTERNAL) };
        if let Some(passed) = self.incoming.get(&root) {
            own.add(*passed, &mut self.sets);
        }
        own
    }

    fn follow(&mut self, root: NodeId) -> Passed {
        let mut count = 0;
        let mut open: Vec<NodeId> = Vec::new();
        let mut frames: Vec<Frame> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                count += 1;
                self.order[node.index()] = count;
                open.push(node);
                let passed = self.own(node);
                frames.push(Frame { node, next: 0, lowest: count, passed });
            }
            let frame = frames.last_mut().expect("invariant: the loop ends with the last frame");
            if let Some(origin) = self.graph.node(frame.node).origins.get(frame.next) {
                frame.next += 1;
                let (origin, _) = self.graph.root_of(origin.node);
                match (self.known[origin.index()], self.order[origin.index()]) {
                    (Some(known), _) => frame.passed.add(known, &mut self.sets),
                    (None, 0) => enter = Some(origin),
                    (None, number) => frame.lowest = frame.lowest.min(number),
                }
                continue;
            }
            let Frame { node, lowest, passed, .. } = frames.pop().expect("invariant: it was there");
            if lowest == self.order[node.index()] {
                // The node closes a cycle, or stands alone: everything since it was entered has its answer.
                while let Some(member) = open.pop() {
                    self.known[member.index()] = Some(passed);
                    self.order[member.index()] = 0;
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
