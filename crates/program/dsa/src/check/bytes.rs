//! Bytes of nodes: what is said of them, and what they hold.

use crate::graph::{Cell, Class, ENDLESS, Field, Node};
use crate::result::PointsTo;

/// Bytes of a node, as its layout sees them: two ranges when they go past the end of an element. An empty one has no bytes.
fn ranges(node: &Node, offset: i64, width: i64) -> [(i64, i64); 2] {
    let start = node.normal(offset);
    let end = start.saturating_add(width);
    match node.modulus as i64 {
        0 => [(start, end), (0, 0)],
        element if width >= element => [(0, element), (0, 0)],
        element => [(start, end.min(element)), (0, end.saturating_sub(element).max(0))],
    }
}

/// Fields that overlap some of the bytes.
pub fn fields_over(node: &Node, cell: Cell, width: i64) -> impl Iterator<Item = &Field> {
    let ranges = ranges(node, cell.offset, width).into_iter();
    ranges.flat_map(|(start, end)| node.overlapping(start, end - start)).map(|index| &node.fields[index])
}

/// Do some fields cover the bytes, all of them?
pub fn is_covered(node: &Node, cell: Cell, width: i64, counts: impl Fn(&Field) -> bool) -> bool {
    ranges(node, cell.offset, width).into_iter().all(|(start, end)| {
        let mut reached = start;
        for field in node.overlapping(start, end - start).map(|index| &node.fields[index]) {
            if field.offset <= reached && counts(field) {
                reached = reached.max(field.end());
            }
        }
        reached >= end
    })
}

/// Does an access go past the end of a sequence's element?
pub fn is_cut(node: &Node, cell: Cell, width: i64) -> bool {
    node.is_sequence() && node.normal(cell.offset).saturating_add(width) > node.modulus as i64
}

/// Do fields with contents cover the bytes, and is what addresses there lead to as it should be, field by field?
pub fn holds_only(
    points_to: &PointsTo<'_>,
    cell: Cell,
    width: i64,
    class: Class,
    is_right: impl Fn(Cell) -> bool,
) -> bool {
    let node = points_to.node(cell.node);
    let content = |field: &Field| field.content.filter(|_| field.shape.class.may_be(class));
    let mut contents = fields_over(node, cell, width).filter_map(content);
    contents.all(is_right) && is_covered(node, cell, width, |field| content(field).is_some())
}

/// What addresses in a byte lead to, and for how many bytes from there on they do; `None` when the graph does not say, or
/// says several things.
pub fn content_at(points_to: &PointsTo<'_>, cell: Cell) -> Option<(Cell, i64)> {
    let node = points_to.node(cell.node);
    let start = node.normal(cell.offset);
    let first = node.overlapping(start, 1).map(|index| &node.fields[index]).find(|field| field.content.is_some())?;
    let one = first.content?;
    let same = |field: &Field| field.content.is_none_or(|content| content == one);
    if node.modulus != 0 && node.fields.iter().all(same) {
        let all = Cell::new(cell.node, 0);
        if is_covered(node, all, node.modulus as i64, |field| field.content.is_some()) {
            return Some((one, ENDLESS));
        }
    }
    let left = first.end() - start;
    node.overlapping(start, left).all(|index| same(&node.fields[index])).then_some((one, left))
}

/// Bytes after which two places meet the same bytes of their elements again.
pub fn period(a: &Node, b: &Node) -> i64 {
    let (mut x, mut y) = (a.modulus, b.modulus);
    if x == 0 || y == 0 {
        return ENDLESS;
    }
    while y != 0 {
        (x, y) = (y, x % y);
    }
    let common = (a.modulus / x).checked_mul(b.modulus).and_then(|period| i64::try_from(period).ok());
    common.map_or(ENDLESS, |period| period.min(ENDLESS))
}
