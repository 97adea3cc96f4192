//! A chain of the general state stands for objects of the special one, each of which points to the next.

use super::Matching;
use crate::number::{Fact, Linear};
use crate::state::{Life, Object, ObjectId, Value};

impl Matching<'_, '_, '_> {
    /// Follows the links from the object that the first one of the chain is, until the chain's end.
    ///
    /// Guarantees: the objects are different from each other and from all that other objects of the general state stand for; all
    /// are as the general object says.
    pub(super) fn chain(&mut self, general: &Object, first: ObjectId) -> bool {
        let Some(chain) = general.chain.clone() else { return false };
        let mut at = first;
        let mut length = Linear::constant(0);
        loop {
            let Some(node) = self.special.object(at).cloned() else { return false };
            let alike = node.life == Life::Live
                && general.life == Life::Live
                && node.storage == general.storage
                && node.dynamic == general.dynamic
                && self.mapped(&general.size).is_some_and(|size| self.implies(Fact::eq(&size, &node.size)));
            // What the cells of the first one say was compared with it already.
            let cells = at == first || general.cells.iter().all(|cell| self.cell(at, cell));
            if !alike || !cells || !general.fills.is_empty() {
                return false;
            }
            let (count, next) = match &node.chain {
                Some(known) if known.is_linked_as(&chain) => (known.length.clone(), known.end.clone()),
                Some(_) => return false,
                None => match self.pointer_at(&node, chain.next) {
                    Some(next) => (Linear::constant(1), next),
                    None => return false,
                },
            };
            let Some(sum) = length.add(&count) else { return false };
            length = sum;
            match self.goes_on(general, &chain.end, &next, chain.into) {
                Some(behind) => {
                    self.absorbed.push(behind);
                    self.taken.insert(behind, behind);
                    at = behind;
                }
                None => {
                    self.equations.push((chain.length.clone(), length));
                    let width = self.machine.pointer_width();
                    return self.value(&chain.end, &next, width);
                }
            }
        }
    }

    /// What is known of the pointer there.
    fn pointer_at(&mut self, node: &Object, place: u64) -> Option<Value> {
        let bytes = u64::from(self.machine.pointer_width() / 8);
        let here = |offset: &Linear| offset.as_constant() == Some(i128::from(place));
        node.cells.iter().find(|cell| cell.bytes == bytes && here(&cell.offset)).map(|cell| cell.value.clone())
    }

    /// The object behind, if it belongs to the chain.
    fn goes_on(&self, general: &Object, end: &Value, next: &Value, into: u64) -> Option<ObjectId> {
        let Value::Pointer { object, offset } = next else { return None };
        let arrives = self.special.knowledge.reduce(offset).as_constant() == Some(i128::from(into));
        if !arrives || self.taken.contains_key(object) {
            return None;
        }
        if let Value::Pointer { object: last, .. } = end
            && !self.objects.contains_key(last)
        {
            // Nothing else tells where the chain ends: as soon as it can.
            return None;
        }
        let node = self.special.object(*object)?;
        let is_node = node.storage == general.storage && node.life == Life::Live;
        (is_node && matches!(object, ObjectId::Made(_))).then_some(*object)
    }
}
