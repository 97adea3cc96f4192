//! Functions that share a graph, and when each graph was last changed.

use ir::{FuncId, Id};

use crate::state::Analysis;

/// The components of the call graph as far as it is known.
#[derive(Debug, Default)]
pub(crate) struct Components {
    /// The functions of each, callees first.
    pub funcs: Vec<Vec<FuncId>>,
    pub of: Vec<usize>,
    /// Targets whose graph is not the caller's, by the caller's component.
    outer: Vec<usize>,
    /// Where those of each component start in `outer`, and the end.
    starts: Vec<usize>,
    /// Says of each component's graph when it was last changed. A graph that another function joins is a new one; those of
    /// the others stay as they are, and what calls brought from them into others stays there.
    versions: Vec<u64>,
    /// The last number that was used as a version.
    newest: u64,
}

impl Components {
    pub fn new(functions: usize) -> Components {
        Components { of: vec![0; functions], ..Components::default() }
    }

    pub fn len(&self) -> usize {
        self.funcs.len()
    }

    /// Indices into [`Analysis::targets`]: functions with a body and a graph of their own that calls
    /// of the component reach.
    pub fn targets(&self, component: usize) -> &[usize] {
        &self.outer[self.starts[component]..self.starts[component + 1]]
    }

    pub fn version(&self, func: FuncId) -> u64 {
        self.versions[self.of[func.index()]]
    }

    /// The graph of the function's component was changed.
    pub fn changed(&mut self, func: FuncId) {
        self.versions[self.of[func.index()]] = self.new_version();
    }

    fn new_version(&mut self) -> u64 {
        self.newest += 1;
        self.newest
    }

    /// Takes new components; those that have the functions they had keep their versions.
    pub fn update(&mut self, found: Vec<Vec<FuncId>>) {
        let mut versions = Vec::with_capacity(found.len());
        for component in &found {
            let same = component.first().map(|func| self.of[func.index()]).filter(|before| {
                let all = |func: &FuncId| self.of[func.index()] == *before;
                self.funcs.get(*before).is_some_and(|before| before.len() == component.len())
                    && component.iter().all(all)
            });
            versions.push(match same {
                Some(before) => self.versions[before],
                None => self.new_version(),
            });
        }
        for (index, component) in found.iter().enumerate() {
            component.iter().for_each(|func| self.of[func.index()] = index);
        }
        (self.funcs, self.versions) = (found, versions);
    }

    /// Lists the calls between components, as they are now.
    pub fn list_outer(&mut self, analysis: &Analysis<'_>) {
        self.outer.clear();
        self.starts.clear();
        for funcs in &self.funcs {
            self.starts.push(self.outer.len());
            let calls = funcs.iter().flat_map(|func| &analysis.funcs[func.index()].calls);
            let targets = calls.flat_map(|number| &analysis.calls[*number].targets);
            self.outer.extend(targets.copied().filter(|target| {
                let target = &analysis.targets[*target];
                !target.inner && analysis.function(target.callee).is_defined()
            }));
        }
        self.starts.push(self.outer.len());
    }
}
