//! Which conditions of a path matter to one of them: those that share inputs with it, directly or through others. All
//! others hold already, for the inputs they have.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::{Kind, Path};
use crate::node::{Arg, Tag};

/// Conditions before `index` that have to be kept and whose inputs are connected to those of the condition at `index`.
pub fn related_conditions(path: &Path, index: usize) -> Vec<usize> {
    let mut classes = Classes::default();
    let mut seen = FxHashSet::default();
    let mut of_condition = Vec::with_capacity(index + 1);
    for condition in &path.conditions[..=index] {
        of_condition.push(classes.join_inputs(path, condition.value, &mut seen));
    }
    let Some(wanted) = of_condition[index].map(|input| classes.find(input)) else { return Vec::new() };
    (0..index)
        .filter(|&earlier| path.conditions[earlier].kind != Kind::Hazard)
        .filter(|&earlier| of_condition[earlier].is_some_and(|input| classes.find(input) == wanted))
        .collect()
}

/// Union-find over inputs, and for every node already seen one of its inputs.
#[derive(Default)]
struct Classes {
    parent: FxHashMap<u32, u32>,
    input_of: FxHashMap<Tag, u32>,
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

    fn join_inputs(&mut self, path: &Path, root: Arg, seen: &mut FxHashSet<Tag>) -> Option<u32> {
        let Arg::Node(root) = root else { return None };
        let mut fresh = Vec::new();
        let mut touched = Vec::new();
        let mut inputs = Vec::new();
        path.nodes.walk(root, seen, &mut fresh, &mut touched, &mut inputs);
        inputs.extend(touched.iter().filter_map(|tag| self.input_of.get(tag).copied()));
        let first = *inputs.first()?;
        for &input in &inputs[1..] {
            let (a, b) = (self.find(first), self.find(input));
            self.parent.insert(b, a);
        }
        for tag in fresh {
            self.input_of.insert(tag, first);
        }
        Some(first)
    }
}
