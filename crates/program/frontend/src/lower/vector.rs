//! Vectors: small ones are integers of their bits, taken apart and put together by shifts, others one register a lane.

use ir::{BinOp, CastOp, InstKind, Operand, Predicate, Type};

use super::Lowered;
use super::function::{FuncLower, Parts};
use super::shape::Lanes;
use crate::llvm::{Opcode, Ty, Value, ValueKind};

/// More lanes, or lanes of other types, than registers hold.
const LARGE: &str = "large vector";

impl<'m> FuncLower<'_, 'm> {
    /// The lane as a value of its own type.
    fn lane(&mut self, vector: Operand, lanes: Lanes, index: u32) -> Operand {
        let whole = Type::Int(lanes.bits());
        let bits = Type::Int(lanes.lane_bits());
        let mut value = vector;
        if index > 0 {
            let amount = self.int(lanes.bits(), u128::from(index) * u128::from(lanes.lane_bits()));
            value = self.binary(BinOp::LShr, whole, value, amount);
        }
        value = self.resize(value, whole, bits);
        if bits == lanes.ty { value } else { self.cast_op(CastOp::Bitcast, bits, lanes.ty, value) }
    }

    fn split_lanes(&mut self, vector: Operand, lanes: Lanes) -> Vec<Operand> {
        (0..lanes.count).map(|index| self.lane(vector, lanes, index)).collect()
    }

    /// All lanes of a vector.
    pub(super) fn lanes_of(&mut self, vector: Value<'m>, lanes: Lanes) -> Lowered<Vec<Operand>> {
        if !lanes.is_one() {
            return Ok(self.parts(vector)?.to_vec());
        }
        let vector = self.one(vector)?;
        Ok(self.split_lanes(vector, lanes))
    }

    /// The registers of a vector of these lanes.
    pub(super) fn made_of_lanes(&mut self, values: &[Operand], lanes: Lanes) -> Parts {
        match lanes.is_one() {
            true => Parts::from_iter([self.join_lanes(values, lanes)]),
            false => values.into(),
        }
    }

    pub(super) fn set_lanes(&mut self, inst: Value<'m>, values: &[Operand], lanes: Lanes) {
        let parts = self.made_of_lanes(values, lanes);
        self.set_parts(inst, &parts);
    }

    fn join_lanes(&mut self, values: &[Operand], lanes: Lanes) -> Operand {
        let whole = Type::Int(lanes.bits());
        let bits = Type::Int(lanes.lane_bits());
        let mut vector: Option<Operand> = None;
        for (index, &value) in (0u128..).zip(values) {
            let lane = if bits == lanes.ty { value } else { self.cast_op(CastOp::Bitcast, lanes.ty, bits, value) };
            let mut lane = self.resize(lane, bits, whole);
            if index > 0 {
                let amount = self.int(lanes.bits(), index * u128::from(lanes.lane_bits()));
                lane = self.binary(BinOp::Shl, whole, lane, amount);
            }
            vector = Some(match vector {
                Some(vector) => self.binary(BinOp::Or, whole, vector, lane),
                None => lane,
            });
        }
        vector.expect("invariant: vectors have lanes")
    }

    pub(super) fn lanewise(
        &mut self,
        inst: Value<'m>,
        lanes: Lanes,
        op: impl Fn(&mut Self, Operand, Operand) -> Operand,
    ) -> Lowered<()> {
        let results = self.lane_results(inst, lanes, op)?;
        self.set_lanes(inst, &results, lanes);
        Ok(())
    }

    /// Gives a vector of `i1`.
    pub(super) fn compare_lanes(
        &mut self,
        inst: Value<'m>,
        lanes: Lanes,
        op: impl Fn(&mut Self, Operand, Operand) -> Operand,
    ) -> Lowered<()> {
        let results = self.lane_results(inst, lanes, op)?;
        self.set_lanes(inst, &results, Lanes { count: lanes.count, ty: Type::BOOL });
        Ok(())
    }

    fn lane_results(
        &mut self,
        inst: Value<'m>,
        lanes: Lanes,
        op: impl Fn(&mut Self, Operand, Operand) -> Operand,
    ) -> Lowered<Vec<Operand>> {
        let (a, b) = (self.lanes_of(inst.operand(0), lanes)?, self.lanes_of(inst.operand(1), lanes)?);
        Ok(a.into_iter().zip(b).map(|(a, b)| op(self, a, b)).collect())
    }

    pub(super) fn cast_lanes(&mut self, source: Value<'m>, opcode: Opcode, to: Ty<'m>) -> Lowered<Parts> {
        let (Some(from), Some(to)) = (Lanes::of(source.ty()), Lanes::of(to)) else {
            return Err(LARGE.to_string());
        };
        let mut results = Vec::with_capacity(to.count as usize);
        for lane in self.lanes_of(source, from)? {
            results.push(self.scalar_cast(opcode, from.ty, to.ty, lane)?);
        }
        Ok(self.made_of_lanes(&results, to))
    }

    /// The bits of a large vector, cut into lanes of another width.
    pub(super) fn recut(&mut self, source: Value<'m>, to: Ty<'m>) -> Lowered<Parts> {
        let (Some(from), Some(to)) = (Lanes::of(source.ty()), Lanes::of(to)) else {
            return Err(LARGE.to_string());
        };
        let (old, new) = (from.lane_bits(), to.lane_bits());
        let lanes = self.lanes_of(source, from)?;
        let bits: Vec<Operand> = lanes.into_iter().map(|lane| self.bits_of_lane(lane, from)).collect();
        let mut cut = Vec::with_capacity(to.count as usize);
        if old % new == 0 {
            let pieces = Lanes { count: u32::from(old / new), ty: Type::Int(new) };
            cut.extend(bits.into_iter().flat_map(|whole| self.split_lanes(whole, pieces)));
        } else if new % old == 0 {
            let pieces = Lanes { count: u32::from(new / old), ty: Type::Int(old) };
            cut.extend(bits.chunks(pieces.count as usize).map(|chunk| self.join_lanes(chunk, pieces)));
        } else {
            return Err(LARGE.to_string());
        }
        let values: Vec<Operand> = cut.into_iter().map(|bits| self.lane_of_bits(bits, to)).collect();
        Ok(self.made_of_lanes(&values, to))
    }

    fn bits_of_lane(&mut self, lane: Operand, lanes: Lanes) -> Operand {
        let bits = Type::Int(lanes.lane_bits());
        if bits == lanes.ty { lane } else { self.cast_op(CastOp::Bitcast, lanes.ty, bits, lane) }
    }

    fn lane_of_bits(&mut self, bits: Operand, lanes: Lanes) -> Operand {
        let from = Type::Int(lanes.lane_bits());
        if from == lanes.ty { bits } else { self.cast_op(CastOp::Bitcast, from, lanes.ty, bits) }
    }

    pub(super) fn lower_vector_select(&mut self, inst: Value<'m>, conds: Lanes) -> Lowered<()> {
        let lanes = Lanes::of(inst.ty()).ok_or(LARGE)?;
        let conds = self.lanes_of(inst.operand(0), conds)?;
        let (a, b) = (self.lanes_of(inst.operand(1), lanes)?, self.lanes_of(inst.operand(2), lanes)?);
        let ty = lanes.ty;
        let chosen: Vec<Operand> = conds
            .into_iter()
            .zip(a.into_iter().zip(b))
            .map(|(cond, (a, b))| self.def(ty, InstKind::Select { ty, cond, a, b }))
            .collect();
        self.set_lanes(inst, &chosen, lanes);
        Ok(())
    }

    pub(super) fn lower_extract_element(&mut self, inst: Value<'m>) -> Lowered<()> {
        let lanes = Lanes::of(inst.operand(0).ty()).ok_or(LARGE)?;
        let value = match constant_index(inst.operand(1)) {
            Some(index) => {
                let index = in_range(index, lanes)?;
                match lanes.is_one() {
                    true => {
                        let vector = self.one(inst.operand(0))?;
                        self.lane(vector, lanes, index)
                    }
                    false => self.parts(inst.operand(0))?[index as usize],
                }
            }
            None if lanes.is_one() => {
                let vector = self.one(inst.operand(0))?;
                let amount = self.lane_amount(inst.operand(1), lanes)?;
                let shifted = self.binary(BinOp::LShr, Type::Int(lanes.bits()), vector, amount);
                self.lane(shifted, lanes, 0)
            }
            None => {
                let values = self.lanes_of(inst.operand(0), lanes)?;
                let meant = self.meant_lanes(inst.operand(1), lanes)?;
                let mut found = values[0];
                for (&cond, &value) in meant.iter().zip(&values).skip(1) {
                    let ty = lanes.ty;
                    found = self.def(ty, InstKind::Select { ty, cond, a: value, b: found });
                }
                found
            }
        };
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn lower_insert_element(&mut self, inst: Value<'m>) -> Lowered<()> {
        let lanes = Lanes::of(inst.ty()).ok_or(LARGE)?;
        let inserted = self.one(inst.operand(1))?;
        match constant_index(inst.operand(2)) {
            Some(index) => {
                let mut values = self.lanes_of(inst.operand(0), lanes)?;
                values[in_range(index, lanes)? as usize] = inserted;
                self.set_lanes(inst, &values, lanes);
            }
            None if lanes.is_one() => {
                let vector = self.one(inst.operand(0))?;
                let value = self.insert_at(vector, lanes, inst.operand(2), inserted)?;
                self.set(inst, value);
            }
            None => {
                let values = self.lanes_of(inst.operand(0), lanes)?;
                let meant = self.meant_lanes(inst.operand(2), lanes)?;
                let ty = lanes.ty;
                let values: Vec<Operand> = meant
                    .into_iter()
                    .zip(values)
                    .map(|(cond, old)| self.def(ty, InstKind::Select { ty, cond, a: inserted, b: old }))
                    .collect();
                self.set_lanes(inst, &values, lanes);
            }
        }
        Ok(())
    }

    /// Of each lane, whether a computed index means it. An index outside of the vector is an error, here too that of a shift.
    fn meant_lanes(&mut self, index: Value<'m>, lanes: Lanes) -> Lowered<Vec<Operand>> {
        let index = self.one(index)?;
        let ty = self.operand_type(index);
        let Type::Int(width) = ty else { return Err("vector index".to_string()) };
        let byte = Type::Int(8);
        let count = self.int(width, lanes.count.into());
        let (cond, zero, eight) = (self.compare(Predicate::Ult, ty, index, count), self.int(8, 0), self.int(8, 8));
        let amount = self.def(byte, InstKind::Select { ty: byte, cond, a: zero, b: eight });
        self.binary(BinOp::Shl, byte, zero, amount);
        Ok((0..lanes.count)
            .map(|lane| {
                let lane = self.int(width, lane.into());
                self.compare(Predicate::Eq, ty, index, lane)
            })
            .collect())
    }

    /// Clears the lane and sets it.
    fn insert_at(&mut self, vector: Operand, lanes: Lanes, index: Value<'m>, inserted: Operand) -> Lowered<Operand> {
        let whole = Type::Int(lanes.bits());
        let amount = self.lane_amount(index, lanes)?;
        let ones = self.int(lanes.bits(), u128::MAX >> (128 - u32::from(lanes.lane_bits())));
        let mask = self.binary(BinOp::Shl, whole, ones, amount);
        let all = self.int(lanes.bits(), u128::MAX);
        let others = self.binary(BinOp::Xor, whole, mask, all);
        let kept = self.binary(BinOp::And, whole, vector, others);
        let bits = Type::Int(lanes.lane_bits());
        let lane = if bits == lanes.ty { inserted } else { self.cast_op(CastOp::Bitcast, lanes.ty, bits, inserted) };
        let lane = self.resize(lane, bits, whole);
        let placed = self.binary(BinOp::Shl, whole, lane, amount);
        Ok(self.binary(BinOp::Or, whole, kept, placed))
    }

    /// How far to shift for a computed lane. An index outside of the vector is an error, and so is the shift by it.
    fn lane_amount(&mut self, index: Value<'m>, lanes: Lanes) -> Lowered<Operand> {
        let whole = Type::Int(lanes.bits());
        let index = self.one(index)?;
        let from = self.operand_type(index);
        let count = match from {
            Type::Int(width) => self.int(width, lanes.count.into()),
            Type::Ptr | Type::Float(_) => return Err("vector index".to_string()),
        };
        // Clipped first: a large index must not come back into range by losing bits.
        let clipped = self.choose(Predicate::Ult, from, index, count);
        let index = self.resize(clipped, from, whole);
        let lane_bits = self.int(lanes.bits(), lanes.lane_bits().into());
        Ok(self.binary(BinOp::Mul, whole, index, lane_bits))
    }

    pub(super) fn lower_shuffle(&mut self, inst: Value<'m>) -> Lowered<()> {
        let from = Lanes::of(inst.operand(0).ty()).ok_or(LARGE)?;
        let to = Lanes::of(inst.ty()).ok_or(LARGE)?;
        let mut values = self.lanes_of(inst.operand(0), from)?;
        values.extend(self.lanes_of(inst.operand(1), from)?);
        let mut results = Vec::with_capacity(to.count as usize);
        for index in inst.shuffle_mask() {
            results.push(match index {
                Some(index) => values[index as usize],
                None => self.def(to.ty, InstKind::Undef { ty: to.ty }),
            });
        }
        self.set_lanes(inst, &results, to);
        Ok(())
    }
}

fn constant_index(index: Value<'_>) -> Option<u64> {
    (index.kind() == ValueKind::LLVMConstantIntValueKind).then(|| index.zext_value())
}

fn in_range(index: u64, lanes: Lanes) -> Lowered<u32> {
    match u32::try_from(index) {
        Ok(index) if index < lanes.count => Ok(index),
        Ok(_) | Err(_) => Err("vector index out of range".to_string()),
    }
}
