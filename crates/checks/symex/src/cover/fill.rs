//! What the bytes of an object have in common.

use super::Matching;
use crate::number::{Fact, Linear};
use crate::state::{Cell, Content, Fill, ObjectId, Value, Words};

impl Matching<'_, '_, '_> {
    pub(super) fn is_zero(&mut self, object: ObjectId, offset: &Linear, bytes: u64) -> bool {
        let Some(end) = offset.add_constant(i128::from(bytes)) else { return false };
        let Some(there) = self.special.object(object) else { return false };
        let fills = there.fills.clone();
        fills.iter().any(|fill| {
            fill.content == Content::Zero
                && self.implies(Fact::ge(offset, &fill.from))
                && self.implies(Fact::le(&end, &fill.to))
        })
    }

    /// Pieces of the special state, each beginning where another ends, say what the fill says.
    pub(super) fn fill(&mut self, object: ObjectId, fill: &Fill) -> bool {
        let (Some(start), Some(to)) = (self.mapped(&fill.from), self.mapped(&fill.to)) else { return false };
        let Some(content) = self.mapped_content(&fill.content) else { return false };
        let Some(there) = self.special.object(object) else { return false };
        let (mut fills, mut cells) = (there.fills.clone(), there.cells.clone());
        let mut from = start.clone();
        loop {
            if self.implies(Fact::ge(&from, &to)) {
                return true;
            }
            let next = match fills.iter().position(|other| self.begins_before(other, &from, &to, &content)) {
                Some(at) => fills.remove(at).to,
                None => match cells.iter().position(|cell| self.cell_fits(cell, &from, &content)) {
                    Some(at) => {
                        let cell = cells.remove(at);
                        let Some(end) = from.add_constant(i128::from(cell.bytes)) else { return false };
                        end
                    }
                    None => return false,
                },
            };
            if self.implies(Fact::ge(&next, &to)) {
                return true;
            }
            // What is said of words is said from the start of one on.
            let distance = next.sub(&start).map(|distance| self.special.knowledge.reduce(&distance));
            if !distance.is_some_and(|distance| content.can_begin_behind(&distance)) {
                return false;
            }
            from = next;
        }
    }

    fn mapped_content(&self, content: &Content) -> Option<Content> {
        content.map(&mut |form| self.mapped(form))
    }

    /// Does the piece reach from before this place to here or behind it, and say as much?
    fn begins_before(&mut self, other: &Fill, from: &Linear, to: &Linear, content: &Content) -> bool {
        if !self.says(&other.content, content) || !self.implies(Fact::le(&other.from, from)) {
            return false;
        }
        let distance = from.sub(&other.from).map(|distance| self.special.knowledge.reduce(&distance));
        distance.is_some_and(|distance| other.content.can_begin_behind(&distance))
            // One that ends here adds nothing.
            && other.to != *from
            && (self.implies(Fact::ge(&other.to, from)) || self.implies(Fact::ge(&other.to, to)))
    }

    /// Does the one content imply the other?
    fn says(&mut self, special: &Content, general: &Content) -> bool {
        match (special, general) {
            (Content::Zero, Content::Zero) => true,
            (Content::Initial { .. }, Content::Initial { .. }) => special == general,
            (Content::Zero, Content::Words(words)) => self.is_within(&Linear::constant(0), words),
            (Content::Words(known), Content::Words(words)) => {
                known.bytes == words.bytes
                    && known.reading == words.reading
                    && words.least.as_ref().is_none_or(|least| {
                        known.least.as_ref().is_some_and(|known| self.implies(Fact::ge(known, least)))
                    })
                    && words
                        .most
                        .as_ref()
                        .is_none_or(|most| known.most.as_ref().is_some_and(|known| self.implies(Fact::le(known, most))))
            }
            (Content::Zero | Content::Words(_), Content::Initial { .. })
            | (Content::Initial { .. } | Content::Words(_), Content::Zero)
            | (Content::Initial { .. }, Content::Words(_)) => false,
        }
    }

    fn is_within(&mut self, number: &Linear, words: &Words) -> bool {
        words.least.as_ref().is_none_or(|least| self.implies(Fact::ge(number, least)))
            && words.most.as_ref().is_none_or(|most| self.implies(Fact::le(number, most)))
    }

    /// Is the cell here, and what the content says?
    fn cell_fits(&mut self, cell: &Cell, from: &Linear, content: &Content) -> bool {
        let Value::Number { form, reading } = &cell.value else { return false };
        let fits = match content {
            Content::Zero => form.as_constant() == Some(0),
            Content::Initial { .. } => false,
            Content::Words(words) => {
                let width = u16::try_from(cell.bytes * 8).unwrap_or(u16::MAX);
                cell.bytes == words.bytes
                    && self.reads(form, *reading, words.reading, width)
                    && self.is_within(form, words)
            }
        };
        fits && self.implies(Fact::eq(&cell.offset, from))
    }
}
