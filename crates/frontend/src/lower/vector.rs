//! Small vectors: integers of their bits, taken apart and put together by shifts.

use ir::{BinOp, CastOp, InstKind, Operand, Type};

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

    pub(super) fn cast_lanes(
        &mut self,
        a: Operand,
        opcode: Opcode,
        from: Ty<'m>,
        to: Ty<'m>,
    ) -> Lowered<Operand> {
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
        let index = constant_index(inst.operand(1), lanes)?;
        let value = self.lane(vector, lanes, index);
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn lower_insert_element(&mut self, inst: Value<'m>) -> Lowered<()> {
        let lanes = Lanes::of(inst.ty()).ok_or("large vector")?;
        let index = constant_index(inst.operand(2), lanes)?;
        let inserted = self.one(inst.operand(1))?;
        let vector = self.one(inst.operand(0))?;
        let mut values = self.split_lanes(vector, lanes);
        values[index as usize] = inserted;
        let value = self.join_lanes(&values, lanes);
        self.set(inst, value);
        Ok(())
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

fn constant_index(index: Value<'_>, lanes: Lanes) -> Lowered<u32> {
    if index.kind() != ValueKind::LLVMConstantIntValueKind {
        return Err("vector with a computed index".to_string());
    }
    match u32::try_from(index.zext_value()) {
        Ok(index) if index < lanes.count => Ok(index),
        _ => Err("vector index out of range".to_string()),
    }
}
