//! C's signed left shift, recognised by the check that `-fsanitize=shift-base` puts around it.
//!
//! LLVM's `shl` does not say whether C shifted a signed value. The sanitizer's check does, and nothing else in the
//! bitcode does. Its shape, with the amount in range on the way through `check`:
//!
//! ```text
//! head:   br (amount <= width - 1), check, join
//! check:  lost = lshr base, (width - 1 - amount); ok = icmp eq lost, 0; br join      // C++: lost is shifted by 1 more
//! join:   good = phi [true, head], [ok, check]; br good, shift, trap
//! trap:   call llvm.ubsantrap(20); unreachable
//! shift:  shl base, amount
//! ```
//!
//! The four blocks become one `shl` with `nsw` in the block of `head`; whoever executes it applies C's rule. Where base
//! and amount are constants, clang has folded the shift and the check; what remains is whether the check fails.

use crate::llvm::{Block, Opcode, Value, ValueKind};

/// A recognised check: control falls from its head to `next`.
#[derive(Clone, Copy, Debug)]
pub struct ShiftCheck<'m> {
    pub next: Block<'m>,
    /// The comparison of the amount with the width, when it is an instruction.
    pub in_range: Option<Value<'m>>,
    pub shift: Checked<'m>,
}

#[derive(Clone, Copy, Debug)]
pub enum Checked<'m> {
    Shift(Value<'m>, ShiftRule<'m>),
    /// Folded to a constant.
    Folded(Option<Fault>),
}

/// What is wrong with a shift of constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    Overflow,
    /// The amount is not below the width.
    TooFar,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShiftRule<'m> {
    /// C++ before 2020: a bit may move into the sign, not out of it.
    pub into_sign: bool,
    /// The amount was truncated to the width of the base: this comparison of the whole amount decides.
    pub whole_amount_in_range: Option<Value<'m>>,
}

/// The check that the branch at the end of `head` begins, if it is one. `is_trap` knows calls of `llvm.ubsantrap`.
pub fn recognise<'m>(terminator: Value<'m>, is_trap: impl Fn(Value<'m>) -> bool) -> Option<ShiftCheck<'m>> {
    if terminator.opcode() != Opcode::LLVMBr || !terminator.is_conditional() {
        return None;
    }
    let (check, join) = (terminator.successor(0), terminator.successor(1));
    let good = join.first().filter(|first| first.opcode() == Opcode::LLVMPHI)?;
    let decision = good.next().filter(|next| next.opcode() == Opcode::LLVMBr && next.is_conditional())?;
    if decision.condition() != good || good.users().count() != 1 {
        return None;
    }
    let trap = decision.successor(1).first()?;
    if trap.opcode() != Opcode::LLVMCall || !is_trap(trap.callee()) {
        return None;
    }
    let next = decision.successor(0);
    let condition = terminator.condition();
    let in_range = (condition.kind() == ValueKind::LLVMInstructionValueKind).then_some(condition);
    let shift = match folded_check(good, check, condition) {
        Some(fault) => Checked::Folded(fault),
        None => {
            let (base, into_sign) = checked_base(check, join)?;
            let shift = next.instructions().find(|inst| inst.opcode() == Opcode::LLVMShl && inst.operand(0) == base)?;
            let whole_amount_in_range = in_range.filter(|inst| {
                inst.opcode() == Opcode::LLVMICmp
                    && inst.operand(0).ty().int_width() > shift.operand(1).ty().int_width()
            });
            Checked::Shift(shift, ShiftRule { into_sign, whole_amount_in_range })
        }
    };
    Some(ShiftCheck { next, in_range, shift })
}

/// The outcome of a check that does nothing but jump, because clang knows it.
fn folded_check<'m>(good: Value<'m>, check: Block<'m>, in_range: Value<'m>) -> Option<Option<Fault>> {
    let is_known = |value: Value<'m>| value.kind() == ValueKind::LLVMConstantIntValueKind;
    if check.first()?.opcode() != Opcode::LLVMBr || !is_known(in_range) {
        return None;
    }
    if in_range.zext_value() == 0 {
        return Some(Some(Fault::TooFar));
    }
    let (outcome, _) = good.incoming().find(|&(_, block)| block == check)?;
    is_known(outcome).then(|| (outcome.zext_value() == 0).then_some(Fault::Overflow))
}

/// What the check block shifts back, and whether it lets a bit into the sign.
fn checked_base<'m>(check: Block<'m>, join: Block<'m>) -> Option<(Value<'m>, bool)> {
    let mut base = None;
    let mut back_shifts = 0;
    for inst in check.instructions() {
        match inst.opcode() {
            Opcode::LLVMSub | Opcode::LLVMICmp => {}
            Opcode::LLVMLShr => {
                back_shifts += 1;
                base = base.or(Some(inst.operand(0)));
            }
            Opcode::LLVMBr if !inst.is_conditional() && inst.successor(0) == join => {
                return base.map(|base| (base, back_shifts == 2));
            }
            // Any other instruction is none that clang checks a shift with.
            _ => return None,
        }
    }
    None
}
