//! What holds of every graph between two operations.

use super::arena::Graph;
use super::cell::{Flags, NodeId};

impl Graph {
    /// Says what is wrong, if anything is.
    pub fn check_consistency(&self) -> Result<(), String> {
        for id in self.ids().filter(|id| self.is_root(*id)) {
            self.check_layout(id).and_then(|()| self.check_contents(id)).map_err(|what| format!("{id:?}: {what}"))?;
        }
        Ok(())
    }

    fn check_layout(&self, id: NodeId) -> Result<(), String> {
        let (node, flags) = (self.node(id), self.flags(id));
        if flags.contains(Flags::CYCLIC) != (node.modulus != 0) {
            return Err(format!("a modulus of {}, and the flags do not say so", node.modulus));
        }
        if node.collapsed && node.modulus != 1 {
            return Err("collapsed, but bytes are told apart".to_string());
        }
        let key = |index: usize| {
            let field = &node.fields[index];
            (field.offset, field.shape.width, field.shape.bulk, field.shape.class)
        };
        for (index, field) in node.fields.iter().enumerate() {
            if field.shape.width <= 0 || field.shape.width > node.widest {
                return Err(format!("a field is {} bytes wide, the widest {}", field.shape.width, node.widest));
            }
            if node.modulus != 0 && (field.offset < 0 || field.end() > node.modulus as i64) {
                return Err(format!("the field at {} is outside of an element", field.offset));
            }
            if index > 0 && key(index - 1) >= key(index) {
                return Err("fields are not in order".to_string());
            }
            if !flags.contains(field.flags) {
                return Err("a field has effects that its node does not have".to_string());
            }
        }
        if !node.origins.is_empty() && flags.intersects(Flags::READ | Flags::MODIFIED) {
            return Err("a number is used as an address, and nothing came of it".to_string());
        }
        Ok(())
    }

    fn check_contents(&self, id: NodeId) -> Result<(), String> {
        let node = self.node(id);
        for (index, field) in node.fields.iter().enumerate() {
            let Some(content) = field.content.map(|content| self.normal(content)) else { continue };
            let met = node.overlapping(field.offset, field.shape.width).filter(|other| *other != index);
            for other in met.map(|other| &node.fields[other]) {
                let one = other.content.is_none_or(|other| self.normal(other) == content);
                if !one && other.shape.class.may_be(field.shape.class) {
                    return Err(format!(
                        "fields at {} and {} overlap with different contents",
                        field.offset, other.offset
                    ));
                }
            }
            if self.flags(id).contains(Flags::SHARED) && !self.flags(content.node).contains(Flags::SHARED) {
                return Err("a shared node leads to one that is not shared".to_string());
            }
        }
        Ok(())
    }
}
