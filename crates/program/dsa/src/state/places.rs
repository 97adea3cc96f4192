//! Where the nodes of a callee are in its caller's graph.

use crate::graph::{Cell, NodeId};

/// Where the regions of a called function are in the caller.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The callee's nodes in the caller's graph: the simulation relation, a function once it is stable.
    pub images: Vec<(NodeId, Cell)>,
    /// Those of the callee's nodes that more than one pointer of the caller leads to.
    pub loose: Vec<NodeId>,
    /// Pairs of cells, of the callee and of the caller, that led to them.
    pub pairs: usize,
    /// Those of the images that all functions share.
    pub shared: Vec<(NodeId, Cell)>,
}

/// The same while the one is brought into the other.
///
/// A table by node number, which is kept from call to call: making and hashing a map for each call took a third of the time.
#[derive(Debug, Default)]
pub(crate) struct Images {
    /// One more than the place in `list`, by node; 0 for nodes without an image.
    places: Vec<u32>,
    list: Vec<Image>,
}

#[derive(Clone, Copy, Debug)]
struct Image {
    node: NodeId,
    /// The caller's cell of the node's origin.
    origin: Cell,
    /// More than what one argument points to.
    loose: bool,
}

impl Images {
    fn place(&self, node: NodeId) -> Option<usize> {
        let place = self.places.get(node.index()).copied().unwrap_or(0);
        (place as usize).checked_sub(1)
    }

    pub fn origin(&self, node: NodeId) -> Option<Cell> {
        self.place(node).map(|place| self.list[place].origin)
    }

    pub fn insert(&mut self, node: NodeId, origin: Cell) {
        if self.places.len() <= node.index() {
            self.places.resize(node.index() + 1, 0);
        }
        self.list.push(Image { node, origin, loose: false });
        self.places[node.index()] = self.list.len() as u32;
    }

    /// Nodes without an image stand for themselves.
    pub fn loosen(&mut self, node: NodeId) {
        if let Some(place) = self.place(node) {
            self.list[place].loose = true;
        }
    }

    /// All images and the loose nodes, sorted; nothing is left for the next call.
    pub fn move_to(&mut self, target: &mut Places) {
        self.list.sort_unstable_by_key(|image| image.node);
        target.images.clear();
        target.images.extend(self.list.iter().map(|image| (image.node, image.origin)));
        target.loose.clear();
        target.loose.extend(self.list.iter().filter(|image| image.loose).map(|image| image.node));
        for image in self.list.drain(..) {
            self.places[image.node.index()] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_for_the_next_call() {
        let mut images = Images::default();
        images.insert(NodeId::new(7), Cell::new(NodeId::new(1), 4));
        images.insert(NodeId::new(2), Cell::new(NodeId::new(3), 0));
        images.loosen(NodeId::new(7));
        images.loosen(NodeId::new(9));
        assert_eq!(images.origin(NodeId::new(7)), Some(Cell::new(NodeId::new(1), 4)));
        let mut places = Places::default();
        images.move_to(&mut places);
        assert_eq!(
            places.images,
            [(NodeId::new(2), Cell::new(NodeId::new(3), 0)), (NodeId::new(7), Cell::new(NodeId::new(1), 4))]
        );
        assert_eq!(places.loose, [NodeId::new(7)]);
        assert_eq!(images.origin(NodeId::new(7)), None);
        images.move_to(&mut places);
        assert_eq!((places.images, places.loose), (Vec::new(), Vec::new()));
    }
}
