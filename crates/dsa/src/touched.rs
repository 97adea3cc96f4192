//! Shared nodes that functions read and modify, with everything they call.
//!
//! Flags of a node that all functions share say what the whole program does to it; this says what each function does.

use ir::{BitSet, Id};
use rustc_hash::FxHashMap;

use crate::cell::{Flags, NodeId};
use crate::inter::Program;

#[derive(Clone, Debug)]
pub(crate) struct Touched {
    index: FxHashMap<NodeId, u32>,
    read: Vec<BitSet<SharedIndex>>,
    modified: Vec<BitSet<SharedIndex>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SharedIndex(u32);

impl Id for SharedIndex {
    fn from_index(index: usize) -> Self {
        SharedIndex(index as u32)
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl Touched {
    /// Of all shared nodes.
    pub fn of(program: &Program<'_>) -> Touched {
        let graph = &program.analysis.graph;
        Touched::of_roots(program, graph.ids().filter(|id| graph.is_root(*id)))
    }

    /// Of those that are something in a callee that it does not know to be shared: a small part of them, while what this
    /// takes grows with both functions and nodes.
    pub fn of_images(program: &Program<'_>) -> Touched {
        let targets = program.analysis.calls.iter().flat_map(|call| &call.targets);
        let outer =
            targets.flat_map(|target| &target.images).map(|(_, outer)| program.analysis.graph.root_of(outer.node).0);
        Touched::of_roots(program, outer)
    }

    fn of_roots(program: &Program<'_>, roots: impl Iterator<Item = NodeId>) -> Touched {
        let graph = &program.analysis.graph;
        let mut index = FxHashMap::default();
        for id in roots.filter(|id| graph.node(*id).flags.contains(Flags::SHARED)) {
            let next = index.len() as u32;
            index.entry(id).or_insert(next);
        }
        let empty = BitSet::new(index.len());
        let mut touched = Touched { index, read: Vec::new(), modified: Vec::new() };
        for (component, funcs) in program.components.iter().enumerate() {
            let (mut read, mut modified) = (empty.clone(), empty.clone());
            let mut note = |touched: &Touched, node: NodeId, flags: Flags| {
                let (root, _) = graph.root_of(node);
                if let Some(at) = touched.index.get(&root) {
                    if flags.contains(Flags::READ) {
                        read.insert(SharedIndex(*at));
                    }
                    if flags.contains(Flags::MODIFIED) {
                        modified.insert(SharedIndex(*at));
                    }
                }
            };
            for func in funcs {
                let state = &program.analysis.funcs[func.index()];
                for (node, flags) in &state.accessed {
                    note(&touched, *node, *flags);
                }
                for node in graph.reachable(&state.escaped) {
                    note(&touched, node, Flags::READ | Flags::MODIFIED);
                }
            }
            let calls = program.calls_of(component);
            let targets = || calls.iter().flat_map(|number| &program.analysis.calls[*number].targets);
            for target in targets() {
                for (inner, outer) in &target.images {
                    note(&touched, outer.node, graph.node(graph.root_of(*inner).0).flags);
                }
            }
            for target in targets() {
                let callee = program.component_of[target.callee.index()];
                if callee != component {
                    read.union_with(&touched.read[callee]);
                    modified.union_with(&touched.modified[callee]);
                }
            }
            touched.read.push(read);
            touched.modified.push(modified);
        }
        touched.call_back(program);
        touched
    }

    /// What is unknown may call whatever function it knows.
    fn call_back(&mut self, program: &Program<'_>) {
        if program.known_outside.is_empty() {
            return;
        }
        let (mut read, mut modified) = (BitSet::new(self.index.len()), BitSet::new(self.index.len()));
        for func in &program.known_outside {
            let component = program.component_of[func.index()];
            read.union_with(&self.read[component]);
            modified.union_with(&self.modified[component]);
        }
        let mut reaches = vec![false; program.components.len()];
        for (component, funcs) in program.components.iter().enumerate() {
            let calls = program.calls_of(component);
            let mut targets = calls.iter().flat_map(|number| &program.analysis.calls[*number].targets);
            reaches[component] = funcs.iter().any(|func| program.analysis.funcs[func.index()].calls_unknown)
                || targets.any(|target| reaches[program.component_of[target.callee.index()]]);
            if reaches[component] {
                self.read[component].union_with(&read);
                self.modified[component].union_with(&modified);
            }
        }
    }

    pub fn get(&self, component: usize, node: NodeId) -> Flags {
        let Some(at) = self.index.get(&node) else { return Flags::NONE };
        let mut flags = Flags::NONE;
        if self.read[component].contains(SharedIndex(*at)) {
            flags |= Flags::READ;
        }
        if self.modified[component].contains(SharedIndex(*at)) {
            flags |= Flags::MODIFIED;
        }
        flags
    }

    /// Shared nodes that a component touches.
    pub fn nodes(&self, component: usize) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> =
            self.index.keys().copied().filter(|node| self.get(component, *node) != Flags::NONE).collect();
        nodes.sort_unstable();
        nodes
    }
}
