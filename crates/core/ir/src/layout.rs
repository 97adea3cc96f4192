//! Sizes and alignments that the System V ABIs give to C's basic types, and their lists of variable arguments.

use crate::types::DataModel;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub size: u64,
    pub align: u64,
}

impl Layout {
    const fn new(size: u64, align: u64) -> Layout {
        Layout { size, align }
    }
}

/// C's basic types, as far as their layouts can differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BasicType {
    /// Also `_Bool`, `signed char`, `unsigned char`.
    Char,
    Short,
    /// Also `enum` and `wchar_t`.
    Int,
    Long,
    LongLong,
    Float,
    Double,
    LongDouble,
    Pointer,
}

impl DataModel {
    pub fn layout(self, ty: BasicType) -> Layout {
        match (ty, self) {
            (BasicType::Char, DataModel::Lp64 | DataModel::Ilp32) => Layout::new(1, 1),
            (BasicType::Short, DataModel::Lp64 | DataModel::Ilp32) => Layout::new(2, 2),
            (BasicType::Int | BasicType::Float, DataModel::Lp64 | DataModel::Ilp32) => Layout::new(4, 4),
            (BasicType::Long | BasicType::Pointer, DataModel::Lp64) => Layout::new(8, 8),
            (BasicType::Long | BasicType::Pointer, DataModel::Ilp32) => Layout::new(4, 4),
            (BasicType::LongLong | BasicType::Double, DataModel::Lp64) => Layout::new(8, 8),
            (BasicType::LongLong | BasicType::Double, DataModel::Ilp32) => Layout::new(8, 4),
            (BasicType::LongDouble, DataModel::Lp64) => Layout::new(16, 16),
            (BasicType::LongDouble, DataModel::Ilp32) => Layout::new(12, 4),
        }
    }

    /// The alignment that `malloc` promises.
    pub fn malloc_align(self) -> u64 {
        match self {
            DataModel::Ilp32 => 8,
            DataModel::Lp64 => 16,
        }
    }

    /// The layout of `va_list`: an array of one [`va64`] struct, or a plain pointer to the next argument.
    pub fn va_list(self) -> Layout {
        match self {
            DataModel::Ilp32 => Layout::new(4, 4),
            DataModel::Lp64 => Layout::new(va64::SIZE, 8),
        }
    }

    /// Arguments in memory take a multiple of this many bytes.
    pub fn va_slot(self) -> u64 {
        self.pointer_size()
    }
}

/// `va_list` on x86-64: offsets of its fields, and the save area for arguments in registers that it points to.
pub mod va64 {
    /// `unsigned`: bytes of the save area already taken by integers and pointers.
    pub const GP_OFFSET: u64 = 0;
    /// `unsigned`: the same for floating-point values, which come after them.
    pub const FP_OFFSET: u64 = 4;
    /// `void *`: the next argument in memory.
    pub const OVERFLOW_ARG_AREA: u64 = 8;
    /// `void *`: the save area.
    pub const REG_SAVE_AREA: u64 = 16;
    pub const SIZE: u64 = 24;

    /// Six integer registers of 8 bytes.
    pub const GP_END: u64 = 48;
    /// Eight vector registers of 16 bytes after them.
    pub const FP_END: u64 = 176;
    pub const GP_SLOT: u64 = 8;
    pub const FP_SLOT: u64 = 16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn basic_types_have_the_sizes_of_the_abi() {
        let sizes = |model: DataModel| {
            [BasicType::Int, BasicType::Long, BasicType::LongLong, BasicType::LongDouble, BasicType::Pointer]
                .map(|ty| (model.layout(ty).size, model.layout(ty).align))
        };
        assert_eq!(sizes(DataModel::Lp64), [(4, 4), (8, 8), (8, 8), (16, 16), (8, 8)]);
        assert_eq!(sizes(DataModel::Ilp32), [(4, 4), (4, 4), (8, 4), (12, 4), (4, 4)]);
    }

    #[test]
    fn va_list_has_room_for_its_fields() {
        assert_eq!(DataModel::Lp64.va_list().size, va64::REG_SAVE_AREA + DataModel::Lp64.pointer_size());
        assert_eq!(va64::FP_END, va64::GP_END + 8 * va64::FP_SLOT);
        assert_eq!(DataModel::Ilp32.va_list().size, DataModel::Ilp32.pointer_size());
    }
}
