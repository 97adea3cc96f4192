//! Shared nodes that functions read and modify, with everything they call.
//!
//! Flags of a node that all functions share say what the whole program does to it; this says what each function does.

use ir::Id;

use super::program::Program;
use crate::graph::{Flags, Graph, NodeId};

/// Two bits for each component and node, those of a component side by side.
#[derive(Clone, Debug)]
pub(crate) struct Touched {
    nodes: Vec<NodeId>,
    /// One more than the place in `nodes`, by node; 0 for nodes that are not there.
    places: Vec<u32>,
    /// Words of a component.
    width: usize,
    words: Vec<u64>,
}

const NODES_IN_A_WORD: usize = (u64::BITS / 2) as usize;
const READ: u64 = 1;
const MODIFIED: u64 = 2;

impl Touched {
    /// Of all shared nodes.
    pub fn of(program: &Program<'_>) -> Touched {
        let graph = &program.analysis.graph;
        Touched::of_roots(program, graph.ids().filter(|id| graph.is_root(*id)))
    }

    /// Of those that somebody modifies and that are something in a callee that it does not know to be shared: a small part of
    /// them, while what this takes grows with both functions and nodes.
    pub fn of_images(program: &Program<'_>) -> Touched {
        let graph = &program.analysis.graph;
        let targets = program.analysis.targets.iter().zip(&program.analysis.places);
        let shared = targets.filter(|(state, _)| state.has_shared).flat_map(|(_, places)| &places.shared);
        let outer = shared.map(|(_, outer)| graph.root_of(outer.node).0);
        Touched::of_roots(program, outer.filter(|root| graph.flags(*root).contains(Flags::MODIFIED)))
    }

    fn of_roots(program: &Program<'_>, roots: impl Iterator<Item = NodeId>) -> Touched {
        let graph = &program.analysis.graph;
        let mut touched = Touched { nodes: Vec::new(), places: vec![0; graph.len()], width: 0, words: Vec::new() };
        for id in roots {
            if touched.places[id.index()] == 0 && graph.flags(id).contains(Flags::SHARED) {
                touched.nodes.push(id);
                touched.places[id.index()] = touched.nodes.len() as u32;
            }
        }
        touched.width = touched.nodes.len().div_ceil(NODES_IN_A_WORD);
        touched.words = vec![0; touched.width * program.components.len()];
        for (component, funcs) in program.components.funcs.iter().enumerate() {
            for func in funcs {
                let state = &program.analysis.funcs[func.index()];
                for (node, flags) in &state.accessed {
                    touched.note(graph, component, *node, *flags);
                }
                for node in graph.reachable(&state.escaped) {
                    touched.note(graph, component, node, Flags::READ | Flags::MODIFIED);
                }
            }
            for target in program.components.targets(component) {
                let state = &program.analysis.targets[*target];
                if state.has_shared {
                    for (inner, outer) in &program.analysis.places[*target].shared {
                        touched.note(graph, component, outer.node, graph.flags_of(*inner));
                    }
                }
                touched.add_callee(component, program.components.of[state.callee.index()]);
            }
        }
        touched.call_back(program);
        touched
    }

    fn note(&mut self, graph: &Graph, component: usize, node: NodeId, flags: Flags) {
        if let Some((word, shift)) = self.bits_of(component, graph.root_of(node).0) {
            let read = if flags.contains(Flags::READ) { READ } else { 0 };
            let modified = if flags.contains(Flags::MODIFIED) { MODIFIED } else { 0 };
            self.words[word] |= (read | modified) << shift;
        }
    }

    /// The word with the two bits, and where they are in it.
    fn bits_of(&self, component: usize, node: NodeId) -> Option<(usize, usize)> {
        let place = (*self.places.get(node.index())? as usize).checked_sub(1)?;
        Some((component * self.width + place / NODES_IN_A_WORD, place % NODES_IN_A_WORD * 2))
    }

    /// A function does what those do that it calls, whose components come first.
    fn add_callee(&mut self, component: usize, callee: usize) {
        let (before, rest) = self.words.split_at_mut(component * self.width);
        let callee = &before[callee * self.width..(callee + 1) * self.width];
        rest.iter_mut().zip(callee).for_each(|(word, added)| *word |= added);
    }

    /// What is unknown may call whatever function it knows.
    fn call_back(&mut self, program: &Program<'_>) {
        if program.known_outside.is_empty() {
            return;
        }
        let mut called = vec![0; self.width];
        for func in &program.known_outside {
            let component = program.components.of[func.index()];
            let words = &self.words[component * self.width..];
            called.iter_mut().zip(words).for_each(|(word, added)| *word |= added);
        }
        let mut reaches = vec![false; program.components.len()];
        for (component, funcs) in program.components.funcs.iter().enumerate() {
            let targets = program.components.targets(component).iter();
            let mut callees = targets.map(|target| program.analysis.targets[*target].callee);
            reaches[component] = funcs.iter().any(|func| program.analysis.funcs[func.index()].calls_unknown)
                || callees.any(|callee| reaches[program.components.of[callee.index()]]);
            if reaches[component] {
                let words = &mut self.words[component * self.width..];
                words.iter_mut().zip(&called).for_each(|(word, added)| *word |= added);
            }
        }
    }

    pub fn get(&self, component: usize, node: NodeId) -> Flags {
        let Some((word, shift)) = self.bits_of(component, node) else { return Flags::NONE };
        let bits = self.words[word] >> shift;
        let read = if bits & READ != 0 { Flags::READ } else { Flags::NONE };
        let modified = if bits & MODIFIED != 0 { Flags::MODIFIED } else { Flags::NONE };
        read | modified
    }

    /// Shared nodes that a component touches.
    pub fn nodes(&self, component: usize) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> =
            self.nodes.iter().copied().filter(|node| self.get(component, *node) != Flags::NONE).collect();
        nodes.sort_unstable();
        nodes
    }
}
