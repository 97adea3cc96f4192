//! What a terminator demands of its operands and its targets.

use super::func::Checker;
use crate::constant::truncate;
use crate::ids::Id;
use crate::inst::{Operand, Target, TermKind};
use crate::types::Type;

impl Checker<'_> {
    pub fn term(&mut self, kind: &TermKind) {
        match kind {
            TermKind::Jump(target) => self.target(target),
            TermKind::Branch { cond, then, otherwise } => {
                self.expect(*cond, Type::BOOL);
                self.target(then);
                self.target(otherwise);
            }
            TermKind::Switch { ty, value, cases, default } => {
                self.expect(*value, *ty);
                self.cases(*ty, cases);
                cases.iter().for_each(|(_, target)| self.target(target));
                self.target(default);
            }
            TermKind::IndirectJump { addr, targets } => {
                self.expect(*addr, Type::Ptr);
                targets.iter().for_each(|target| self.target(target));
            }
            TermKind::Return(values) => self.returned(values),
            TermKind::Unreachable | TermKind::Unsupported { .. } => {}
            TermKind::Exit { status, .. } => self.expect(*status, Type::Int(32)),
        }
    }

    /// The target exists: that was checked before dominance was computed.
    fn target(&mut self, target: &Target) {
        let params = &self.func.blocks[target.block].params;
        if params.len() != target.args.len() {
            let (given, wanted) = (target.args.len(), params.len());
            return self.report(format!("bb{} has {wanted} parameters and gets {given}", target.block.index()));
        }
        for (arg, param) in target.args.iter().zip(params) {
            match self.reg_type(*param) {
                Some(ty) => self.expect(*arg, ty),
                None => self.report(format!("there is no register %{}", param.index())),
            }
        }
    }

    fn cases(&mut self, ty: Type, cases: &[(u128, Target)]) {
        let width = match ty {
            Type::Int(width @ 1..=128) => width,
            Type::Int(_) | Type::Ptr | Type::Float(_) => return self.report(format!("a switch over {ty}")),
        };
        self.cases.clear();
        self.cases.extend(cases.iter().map(|(value, _)| *value));
        if self.cases.iter().any(|value| truncate(*value, width) != *value) {
            self.report(format!("a case does not fit {ty}"));
        }
        self.cases.sort_unstable();
        if self.cases.windows(2).any(|pair| pair[0] == pair[1]) {
            self.report("two cases have the same value");
        }
    }

    fn returned(&mut self, values: &[Operand]) {
        let wanted = &self.func.signature.rets;
        if values.len() != wanted.len() {
            return self.report(format!("returns {} values, the signature has {}", values.len(), wanted.len()));
        }
        for (value, ty) in values.iter().zip(wanted) {
            self.expect(*value, *ty);
        }
    }
}
