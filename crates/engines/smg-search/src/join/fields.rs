//! The bytes of two objects as fields that both have.
//!
//! Paper: [SAS13] App. C.1, Alg. 3 (`joinFields`): blocks of zeros are split where they face something else.
//! Guarantees: no address of either side is left out.
//! Loses precision when: a number or an unknown faces a part of another one, or bytes that nothing is known of.

use super::Status;
use super::joiner::{Fail, Joiner, LEFT, RIGHT};
use smg::graph::{Field, Fill, ObjectId, Value};
use smg::operations::content;

/// The same bytes on both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairedField {
    pub offset: i64,
    pub size: i64,
    pub values: [Value; 2],
}

impl Joiner<'_> {
    /// Fields for all bytes that something is known of, and what the others are. Links always are fields.
    pub(super) fn pair_fields(
        &mut self,
        from: [ObjectId; 2],
        is_link: impl Fn(i64) -> bool,
    ) -> Result<(Vec<PairedField>, Fill), Fail> {
        let objects = [LEFT, RIGHT].map(|side| self.sides[side].shared_object(from[side]));
        let fill = match (objects[LEFT].fill, objects[RIGHT].fill) {
            (a, b) if a == b => a,
            (Fill::Unknown, _) => {
                self.note(Status::LeftCovers);
                Fill::Unknown
            }
            (_, Fill::Unknown) => {
                self.note(Status::RightCovers);
                Fill::Unknown
            }
            (Fill::Zero | Fill::Uninit | Fill::Init(_), _) => {
                self.note(Status::Incomparable);
                Fill::Unknown
            }
        };
        // Fields lie inside of both.
        let room = [LEFT, RIGHT].map(|side| self.sides[side].range(objects[side].size).lo);
        let room = room[LEFT].min(room[RIGHT]);
        let mut pairs = Vec::new();
        for (start, end) in pieces(&objects[LEFT].fields, &objects[RIGHT].fields) {
            let known = [LEFT, RIGHT].map(|side| objects[side].overlapping(start, end).first().copied());
            if end > room {
                if known.iter().flatten().any(|field| field.value.object().is_some()) {
                    return Err(self.fail());
                }
                self.note(Status::Incomparable);
                continue;
            }
            let mut values = [Value::NULL; 2];
            for side in [LEFT, RIGHT] {
                values[side] = self.piece(side, from[side], known[side], start, end)?;
            }
            // A node whose links were never set is no node.
            if is_link(start) && [LEFT, RIGHT].iter().any(|side| known[*side].is_none() && values[*side] != Value::NULL)
            {
                return Err(self.fail());
            }
            let nothing = |side: usize| known[side].is_none() && objects[side].fill == Fill::Unknown;
            let number = |side: usize| matches!(values[side], Value::Int(_) | Value::Sym(_));
            let idle = match fill {
                Fill::Zero => values == [Value::NULL; 2],
                Fill::Unknown => nothing(LEFT) && number(RIGHT) || nothing(RIGHT) && number(LEFT),
                Fill::Uninit | Fill::Init(_) => false,
            };
            if !idle || is_link(start) {
                pairs.push(PairedField { offset: start, size: end - start, values });
            } else if fill == Fill::Unknown && !(nothing(LEFT) && nothing(RIGHT)) {
                self.note_lost(values, [nothing(LEFT), nothing(RIGHT)]);
            }
        }
        Ok((pairs, fill))
    }

    /// One side knew more than nothing.
    fn note_lost(&mut self, values: [Value; 2], nothing: [bool; 2]) {
        let known = if nothing[LEFT] { values[RIGHT] } else { values[LEFT] };
        if known.as_int().is_some() {
            self.note(if nothing[LEFT] { Status::LeftCovers } else { Status::RightCovers });
        }
    }

    /// What one side has in some bytes. They are all of a field, a part of it, or of none.
    fn piece(&mut self, side: usize, id: ObjectId, field: Option<Field>, start: i64, end: i64) -> Result<Value, Fail> {
        let module = self.module;
        let graph = &mut self.sides[side];
        let Some(field) = field else {
            let bits = u32::try_from(end - start).map_or(u32::MAX, |size| size.saturating_mul(8));
            return Ok(content::read(module, graph, id, start, end - start, bits));
        };
        let whole = field.offset == start && field.end() == end;
        match field.value {
            value if whole => Ok(value),
            Value::Int(_) | Value::Sym(_) => Ok(content::part(graph, &field, start, end)),
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => Err(self.fail()),
        }
    }
}

/// The bytes of all fields of both sides, cut where a field of either side begins or ends.
fn pieces(a: &[Field], b: &[Field]) -> Vec<(i64, i64)> {
    if a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.offset, a.size) == (b.offset, b.size)) {
        return a.iter().map(|field| (field.offset, field.end())).collect();
    }
    let mut cuts: Vec<i64> = a.iter().chain(b).flat_map(|field| [field.offset, field.end()]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let covered = |fields: &[Field], at: i64| {
        let next = fields.partition_point(|field| field.end() <= at);
        fields.get(next).is_some_and(|field| field.offset <= at)
    };
    let pieces = cuts.windows(2).map(|cut| (cut[0], cut[1]));
    pieces.filter(|(start, _)| covered(a, *start) || covered(b, *start)).collect()
}
