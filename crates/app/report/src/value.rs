//! Chosen inputs as a C programmer would write them.

use engine::{Input, InputKind};
use ir::{FloatKind, NondetKind, Type, sign_extend};

/// The value of an input, written so that `cairn run --inputs` reads it back.
pub fn show_input(input: &Input) -> String {
    match (input.kind, input.ty) {
        (_, Type::Float(kind)) => show_float(kind, input.bits),
        (_, Type::Ptr) => format!("{:#x}", input.bits),
        (InputKind::AllocationFails, Type::Int(_)) => (input.bits & 1).to_string(),
        (InputKind::Nondet(kind), Type::Int(width)) => match kind {
            NondetKind::Bool | NondetKind::Unsigned => input.bits.to_string(),
            NondetKind::Signed | NondetKind::Char | NondetKind::StdinByte | NondetKind::Outside => {
                sign_extend(input.bits, width).to_string()
            }
            NondetKind::Pointer => format!("{:#x}", input.bits),
            NondetKind::Float => format!("{:#x}", input.bits),
        },
        (InputKind::CommandLine, Type::Int(_)) => input.bits.to_string(),
        (InputKind::Uninit | InputKind::Argument, Type::Int(width)) => sign_extend(input.bits, width).to_string(),
    }
}

fn show_float(kind: FloatKind, bits: u128) -> String {
    match kind {
        // There are many of these, and a program may look at their bits.
        FloatKind::F32 if f32::from_bits(bits as u32).is_nan() => format!("x{bits:x}"),
        FloatKind::F64 if f64::from_bits(bits as u64).is_nan() => format!("x{bits:x}"),
        FloatKind::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        FloatKind::F64 => format!("{:?}", f64::from_bits(bits as u64)),
        FloatKind::F16 | FloatKind::BF16 | FloatKind::F80 | FloatKind::F128 => format!("{bits:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Places;

    fn shown(kind: InputKind, ty: Type, bits: u128) -> String {
        show_input(&Input { kind, ty, bits, loc: Places::nowhere() })
    }

    #[test]
    fn values_read_as_in_c() {
        let nondet = InputKind::Nondet;
        assert_eq!(shown(nondet(NondetKind::Signed), Type::Int(32), 0xffff_ffff), "-1");
        assert_eq!(shown(nondet(NondetKind::Unsigned), Type::Int(32), 0xffff_ffff), "4294967295");
        assert_eq!(shown(nondet(NondetKind::Char), Type::Int(8), 0x80), "-128");
        assert_eq!(shown(nondet(NondetKind::Float), Type::Float(FloatKind::F64), 0.5f64.to_bits().into()), "0.5");
        assert_eq!(shown(nondet(NondetKind::Pointer), Type::Ptr, 16), "0x10");
        assert_eq!(shown(InputKind::AllocationFails, Type::BOOL, 1), "1");
    }
}
