//! That going on from the last time finds what starting anew finds: a check of finished analyses in debug builds.

use super::program::Program;
use crate::graph::{Cell, Flags, Graph, NodeId};

impl Program<'_> {
    /// Starting anew with every call finds nothing that going on from the last time did not find.
    pub fn check_from_scratch(&mut self) {
        let before = self.analysis.graph.changes;
        for component in 0..self.components.len() {
            for index in 0..self.components.targets(component).len() {
                let target = self.components.targets(component)[index];
                let anew = self.analysis.absorb_contents(target);
                let (graph, found) = (&self.analysis.graph, &self.analysis.places[target]);
                let place = |node: NodeId| {
                    let at = found.images.binary_search_by_key(&node, |(node, _)| *node);
                    found.images[at.expect("every region of the callee has a place")].1
                };
                for (node, image) in &anew.images {
                    assert_eq!(graph.normal(place(*node)), graph.normal(*image), "a region has another place");
                }
                assert!(anew.loose.iter().all(|node| found.loose.binary_search(node).is_ok()), "regions got loose");
                for (node, image) in &found.images {
                    for origin in &graph.node(*node).origins {
                        let origin = graph.normal(*origin);
                        let is_shared = graph.flags(origin.node).contains(Flags::SHARED);
                        let outer = if is_shared { origin } else { place(origin.node).plus(origin.offset) };
                        assert!(may_come_from(graph, *image, outer), "a number came from nowhere");
                    }
                }
            }
        }
        assert_eq!(before, self.analysis.graph.changes, "a call was not brought up to date");
        for target in &mut self.analysis.targets {
            (target.kept_apart, target.shared_in) = ((0, 0), (0, 0));
        }
        self.top_down();
        assert_eq!(before, self.analysis.graph.changes, "regions were not kept apart");
    }
}

/// Is what the number refers to, or was computed from, in the node of the other?
fn may_come_from(graph: &Graph, number: Cell, of: Cell) -> bool {
    let (number, of) = (graph.root_of(number.node).0, graph.root_of(of.node).0);
    number == of || graph.node(number).origins.iter().any(|origin| graph.root_of(origin.node).0 == of)
}
