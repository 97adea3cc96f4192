//! Bytes of two objects: those of the general one must be able to be those of the specific one.

use super::solve::Matcher;
use crate::graph::{Field, Fill, Link, Links, Object, ObjectId, Range, Segment, SymInfo, Value};
use crate::operations::content;

impl Matcher<'_> {
    /// `links`: the general object is this segment, and its link fields are looked at by the chain.
    pub fn same_contents(
        &mut self,
        general: ObjectId,
        specific: ObjectId,
        scope: usize,
        links: Option<Segment>,
    ) -> bool {
        let object = self.general.object(general);
        let other_size = self.specific.object(specific).size;
        self.demand(object.size, other_size, scope);
        let Some(extra) = links.map_or(Some(Links::NONE), |segment| self.extra_links(object, specific, segment)) else {
            return false;
        };
        for field in &object.fields {
            if links.is_some_and(|segment| segment.is_link(field.offset)) {
                continue;
            }
            if !self.fits(specific, field) {
                return false;
            }
            let bits = u32::try_from(field.size).ok().and_then(|size| size.checked_mul(8)).unwrap_or(u32::MAX);
            let value = if extra.is_link(field.offset) {
                // Its value in the graph is that of the outermost node.
                let level = self.specific.object(specific).content_level();
                let range = Range::of_width(self.module.data_model.pointer_bits());
                Value::sym(self.specific.to_mut().add_sym(SymInfo { level, ..SymInfo::unknown(range) }))
            } else {
                let known = content::peek(&self.specific, specific, field.offset, field.size);
                known.unwrap_or_else(|| {
                    let graph = self.specific.to_mut();
                    content::read(self.module, graph, specific, field.offset, field.size, bits)
                })
            };
            self.demand(field.value, value, scope);
        }
        gaps(object).all(|(from, to)| self.same_gap(object.fill, specific, from, to))
    }

    /// Links of the specific segment that the general one does not have: they lead elsewhere from every node, so the
    /// general one must leave them open. `None` if it does not, or not in a field of its own.
    fn extra_links(&self, object: &Object, specific: ObjectId, segment: Segment) -> Option<Links> {
        let Some(other) = self.specific.object(specific).segment() else { return Some(Links::NONE) };
        let size = i64::from(self.module.data_model.pointer_bits() / 8);
        let extra = || other.links.iter().filter(|link| !segment.links.iter().any(|known| known == *link));
        let is_open = |link: Link| match object.overlapping(link.at, link.at + size) {
            [] => matches!(object.fill, Fill::Unknown | Fill::Uninit),
            [field] => (field.offset, field.size) == (link.at, size) && matches!(field.value, Value::Sym(_)),
            _ => false,
        };
        extra().all(is_open).then(|| Links::new(extra())).flatten()
    }

    /// Are the bytes inside the specific object, whatever its size?
    fn fits(&self, specific: ObjectId, field: &Field) -> bool {
        let size = self.specific.range(self.specific.object(specific).size);
        field.end() <= size.lo
    }

    /// Bytes that the general object has no field for.
    fn same_gap(&self, fill: Fill, specific: ObjectId, from: i64, to: i64) -> bool {
        let object = self.specific.object(specific);
        match fill {
            // Any bytes at all.
            Fill::Unknown | Fill::Uninit => true,
            Fill::Zero => {
                object.overlapping(from, to).iter().all(|field| field.value == Value::Int(0))
                    && (object.fill == Fill::Zero || is_covered(object, from, to))
            }
            Fill::Init(global) => object.fill == Fill::Init(global) && object.overlapping(from, to).is_empty(),
        }
    }
}

/// The bytes between fields; the last gap has no end.
fn gaps(object: &Object) -> impl Iterator<Item = (i64, i64)> {
    let starts = [0].into_iter().chain(object.fields.iter().map(Field::end));
    let ends = object.fields.iter().map(|field| field.offset).chain([object.size.as_int().unwrap_or(i64::MAX)]);
    starts.zip(ends).filter(|(from, to)| from < to)
}

fn is_covered(object: &Object, from: i64, to: i64) -> bool {
    let fields = object.overlapping(from, to);
    let covered: i64 = fields.iter().map(|field| field.end().min(to) - field.offset.max(from)).sum();
    covered == to.saturating_sub(from)
}
