//! Small vectors: integers of their bits, taken apart and put together by shifts.

use ir::{BinOp, CastOp, InstKind, Operand, Predicate, Type};

use super::Lowered;
use super::function::FuncLower;
use super::shape::Lanes;
use crate::llvm::{Opcode, Ty, Value, ValueKind};

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

    pub(super) fn split_lanes(&mut self, vector: Operand, lanes: Lanes) -> Vec<Operand> {
        (0..lanes.count).map(|index| self.lane(vector, lanes, index)).collect()
    }

    pub(super) fn join_lanes(&mut self, values: &[Operand], lanes: Lanes) -> Operand {
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
        let value = self.join_lanes(&results, lanes);
        self.set(inst, value);
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
        let value = self.join_lanes(&results, Lanes { count: lanes.count, ty: Type::BOOL });
        self.set(inst, value);
        Ok(())
    }

    fn lane_results(
        &mut self,
        inst: Value<'m>,
        lanes: Lanes,
        op: impl Fn(&mut Self, Operand, Operand) -> Operand,
    ) -> Lowered<Vec<Operand>> {
        let (a, b) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?);
        let (a, b) = (self.split_lanes(a, lanes), self.split_lanes(b, lanes));
        Ok(a.into_iter().zip(b).map(|(a, b)| op(self, a, b)).collect())
    }

    pub(super) fn cast_lanes(&mut self, a: Operand, opcode: Opcode, from: Ty<'m>, to: Ty<'m>) -> Lowered<Operand> {
        let (Some(from), Some(to)) = (Lanes::of(from), Lanes::of(to)) else {
            return Err("cast of a large vector".to_string());
        };
        let mut results = Vec::with_capacity(to.count as usize);
        for lane in self.split_lanes(a, from) {
            results.push(self.scalar_cast(opcode, from.ty, to.ty, lane)?);
        }
        Ok(self.join_lanes(&results, to))
    }

    pub(super) fn lower_vector_select(&mut self, inst: Value<'m>, conds: Lanes) -> Lowered<()> {
        let lanes = Lanes::of(inst.ty()).ok_or("large vector")?;
        let cond = self.one(inst.operand(0))?;
        let (a, b) = (self.one(inst.operand(1))?, self.one(inst.operand(2))?);
        let (conds, a, b) = (self.split_lanes(cond, conds), self.split_lanes(a, lanes), self.split_lanes(b, lanes));
        let ty = lanes.ty;
        let chosen: Vec<Operand> = conds
            .into_iter()
            .zip(a.into_iter().zip(b))
            .map(|(cond, (a, b))| self.def(ty, InstKind::Select { ty, cond, a, b }))
            .collect();
        let value = self.join_lanes(&chosen, lanes);
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn lower_extract_element(&mut self, inst: Value<'m>) -> Lowered<()> {
        let lanes = Lanes::of(inst.operand(0).ty()).ok_or("large vector")?;
        let vector = self.one(inst.operand(0))?;
        let value = match constant_index(inst.operand(1)) {
            Some(index) => self.lane(vector, lanes, in_range(index, lanes)?),
            None => {
                let amount = self.lane_amount(inst.operand(1), lanes)?;
                let shifted = self.binary(BinOp::LShr, Type::Int(lanes.bits()), vector, amount);
                self.lane(shifted, lanes, 0)
            }
        };
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn lower_insert_element(&mut self, inst: Value<'m>) -> Lowered<()> {
        let lanes = Lanes::of(inst.ty()).ok_or("large vector")?;
        let inserted = self.one(inst.operand(1))?;
        let vector = self.one(inst.operand(0))?;
        let value = match constant_index(inst.operand(2)) {
            Some(index) => {
                let mut values = self.split_lanes(vector, lanes);
                values[in_range(index, lanes)? as usize] = inserted;
                self.join_lanes(&values, lanes)
            }
            None => self.insert_at(vector, lanes, inst.operand(2), inserted)?,
        };
        self.set(inst, value);
        Ok(())
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
        let from = Lanes::of(inst.operand(0).ty()).ok_or("large vector")?;
        let to = Lanes::of(inst.ty()).ok_or("large vector")?;
        let (a, b) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?);
        let mut results = Vec::with_capacity(to.count as usize);
        for index in inst.shuffle_mask() {
            results.push(match index {
                Some(index) if index < from.count => self.lane(a, from, index),
                Some(index) => self.lane(b, from, index - from.count),
                None => self.def(to.ty, InstKind::Undef { ty: to.ty }),
            });
        }
        let value = self.join_lanes(&results, to);
        self.set(inst, value);
        Ok(())
    }
}

fn constant_index(index: Value<'_>) -> Option<u64> {
    (index.kind() == ValueKind::LLVMConstantIntValueKind).then(|| index.zext_value())
}

fn in_range(index: u64, lanes: Lanes) -> Lowered<u32> {
    match u32::try_from(index) {
        Ok(index) if index < lanes.count => Ok(index),
        _ => Err("vector index out of range".to_string()),
    }
}
