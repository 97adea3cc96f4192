//! Which conditions matter to one of them: those that share inputs with it, directly or through others. All others hold
//! already, for the inputs they have.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::{Arg, NodeId, Nodes};

/// Of the conditions before the last, those whose inputs are connected to its own.
pub fn related_conditions(nodes: &Nodes, conditions: impl IntoIterator<Item = Arg>) -> Vec<usize> {
    let mut classes = Classes::default();
    let mut seen = FxHashSet::default();
    let mut of_condition: Vec<Option<u32>> =
        conditions.into_iter().map(|condition| classes.join_inputs(nodes, condition, &mut seen)).collect();
    let Some(last) = of_condition.pop().flatten() else { return Vec::new() };
    let wanted = classes.find(last);
    (0..of_condition.len())
        .filter(|&earlier| of_condition[earlier].is_some_and(|input| classes.find(input) == wanted))
        .collect()
}

/// Union-find over inputs, and for every node already seen one of its inputs.
#[derive(Default)]
struct Classes {
    parent: FxHashMap<u32, u32>,
    input_of: FxHashMap<NodeId, u32>,
}

impl Classes {
    fn find(&mut self, input: u32) -> u32 {
        let parent = *self.parent.entry(input).or_insert(input);
        if parent == input {
            return input;
        }
        let root = self.find(parent);
        self.parent.insert(input, root);
        root
    }

    fn join_inputs(&mut self, nodes: &Nodes, root: Arg, seen: &mut FxHashSet<NodeId>) -> Option<u32> {
        let Arg::Node(root) = root else { return None };
        let mut fresh = Vec::new();
        let mut touched = Vec::new();
        let mut inputs = Vec::new();
        nodes.walk(root, seen, &mut fresh, &mut touched, &mut inputs);
        inputs.extend(touched.iter().filter_map(|id| self.input_of.get(id).copied()));
        let first = *inputs.first()?;
        for &input in &inputs[1..] {
            let (a, b) = (self.find(first), self.find(input));
            self.parent.insert(b, a);
        }
        for id in fresh {
            self.input_of.insert(id, first);
        }
        Some(first)
    }
}
