//! When a node stands for numbers that are computed from addresses.

use crate::graph::NodeId;
use crate::result::PointsTo;

/// Does the one node stand for numbers that are computed from addresses in the other?
///
/// A node that somebody uses as an address has no origins. So who is computed from its own node leads to any of its bytes, if it
/// has origins, and the others only become one with what they were computed from when they are used.
pub fn is_number_of(points_to: &PointsTo<'_>, number: NodeId, of: NodeId) -> bool {
    let node = points_to.node(number);
    if number == of {
        node.modulus == 1 || !node.origins.is_empty()
    } else {
        node.origins.iter().any(|origin| points_to.normal(*origin).node == of)
    }
}
