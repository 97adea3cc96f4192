//! Global objects, their initialisers, and what runs before `main`.

use ir::{Global, GlobalId, InitPiece, Places, TypeId};

use super::Lowering;
use super::constant::Linear;
use super::function::FuncLower;
use crate::llvm::{Ty, TypeKind, Value, ValueKind};

impl<'m> Lowering<'m> {
    /// Gives every global that the program defines an id. Others get theirs when something names them. Initialisers come
    /// later: they may name labels.
    pub(super) fn declare_globals(&mut self) {
        for global in self.module.globals() {
            if is_needed(global) {
                self.global_id(global);
            }
        }
    }

    /// The IR's global for LLVM's, made when it is first needed. `None`: a weak reference that nothing defines.
    pub(super) fn global_id(&mut self, global: Value<'m>) -> Option<GlobalId> {
        if let Some(&id) = self.globals.get(&global) {
            return Some(id);
        }
        let definition = self.names.definition(global);
        if definition.is_declaration() && definition.is_extern_weak() {
            return None;
        }
        let id = match self.globals.get(&definition) {
            Some(&id) => id,
            None => self.declare_global(definition),
        };
        self.globals.insert(global, id);
        Some(id)
    }

    fn declare_global(&mut self, global: Value<'m>) -> GlobalId {
        let name = self.names.unique(global, self.out.globals.len());
        let value_type = global.value_type();
        let sized = value_type.is_sized();
        let align = match global.align() {
            0 if sized => self.layout.abi_align(value_type),
            0 => 1,
            align => align,
        };
        let (ty, loc) = self.global_debug_info(global);
        // The definition, which is elsewhere, says how long a flexible array member is.
        let is_open = !sized || (global.is_declaration() && ends_in_open_array(value_type));
        let id = self.out.globals.push(Global {
            name,
            size: if is_open { 0 } else { self.layout.alloc_size(value_type) },
            align,
            constant: global.is_constant_global(),
            anonymous: global.is_private(),
            init: None,
            ty,
            loc,
        });
        if !global.is_declaration() {
            self.initialisers.push_back(global);
        }
        self.globals.insert(global, id);
        id
    }

    fn global_debug_info(&mut self, global: Value<'m>) -> (Option<TypeId>, ir::LocId) {
        let variable = global.attached_debug_info().and_then(|info| self.ctypes.global_variable(info));
        let Some(variable) = variable else { return (None, Places::nowhere()) };
        let (_, ty) = self.ctypes.variable(&mut self.out.types, variable);
        if let Some(ty) = ty {
            self.fill_records(ty);
        }
        let loc = self.places.line(&mut self.out.places, variable.variable_file(), variable.variable_line());
        (ty, loc)
    }

    pub(super) fn initialise_global(&mut self, global: Value<'m>) {
        let Some(initializer) = global.initializer() else { return };
        let mut pieces = Pieces::default();
        self.initialise(initializer, &mut pieces);
        let id = self.globals[&global];
        debug_assert_eq!(pieces.size(), self.out.globals[id].size);
        self.out.globals[id].init = Some(pieces.items);
    }

    /// Appends the bytes of a constant, its padding included.
    fn initialise(&mut self, value: Value<'m>, pieces: &mut Pieces) {
        let ty = value.ty();
        let size = self.layout.alloc_size(ty);
        match value.kind() {
            // What clang leaves open (holes, bytes of a union beyond the member that is initialised) is zero in the object
            // files that it writes, as C23 demands.
            ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind
            | ValueKind::LLVMConstantPointerNullValueKind => pieces.zero(size),
            ValueKind::LLVMPoisonValueKind => {
                let what = "constant expression whose value C does not define".to_string();
                pieces.push(InitPiece::Unsupported { size, what });
            }
            ValueKind::LLVMConstantStructValueKind => self.initialise_struct(value, ty, size, pieces),
            ValueKind::LLVMConstantArrayValueKind | ValueKind::LLVMConstantDataArrayValueKind => {
                match value.string_bytes() {
                    Some(bytes) => pieces.bytes(bytes),
                    None => (0..).map_while(|index| value.aggregate_element(index)).for_each(|element| {
                        self.initialise(element, pieces);
                    }),
                }
            }
            ValueKind::LLVMConstantVectorValueKind | ValueKind::LLVMConstantDataVectorValueKind
                if self.layout.bits(ty.element()) == 8 * self.layout.alloc_size(ty.element()) =>
            {
                let before = pieces.size();
                (0..).map_while(|index| value.aggregate_element(index)).for_each(|element| {
                    self.initialise(element, pieces);
                });
                pieces.zero(size - (pieces.size() - before));
            }
            // Lanes of odd sizes lie side by side, bit by bit.
            ValueKind::LLVMConstantVectorValueKind | ValueKind::LLVMConstantDataVectorValueKind => {
                pieces.push(InitPiece::Unsupported { size, what: format!("vector {}", ty.text()) });
            }
            // Any other constant is a scalar.
            _ => self.initialise_scalar(value, ty, size, pieces),
        }
    }

    fn initialise_struct(&mut self, value: Value<'m>, ty: Ty<'m>, size: u64, pieces: &mut Pieces) {
        let start = pieces.size();
        let mut index = 0;
        while let Some(field) = value.aggregate_element(index) {
            // Compilers fill the holes of static objects with zeros.
            let offset = self.layout.field_offset(ty, index);
            pieces.zero(offset - (pieces.size() - start));
            self.initialise(field, pieces);
            index += 1;
        }
        pieces.zero(size - (pieces.size() - start));
    }

    fn initialise_scalar(&mut self, value: Value<'m>, ty: Ty<'m>, size: u64, pieces: &mut Pieces) {
        if ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_width() > u32::from(ir::MAX_INT_WIDTH) {
            let what = format!("integer of {} bits", ty.int_width());
            return pieces.push(InitPiece::Unsupported { size, what });
        }
        if value.kind() == ValueKind::LLVMConstantIntValueKind {
            return pieces.number(self.int_value(value), size);
        }
        if value.kind() == ValueKind::LLVMConstantFPValueKind {
            return match self.simple_constant(value, value.kind()).map(|operand| self.constant_of(operand)) {
                Some(ir::Const::Float { bits, .. }) => pieces.number(bits, size),
                Some(_) | None => {
                    pieces.push(InitPiece::Unsupported { size, what: "floating-point constant".to_string() })
                }
            };
        }
        match self.linear(value) {
            Ok(linear) => self.initialise_linear(linear, size, pieces),
            Err(what) => pieces.push(InitPiece::Unsupported { size, what }),
        }
    }

    fn constant_of(&self, operand: ir::Operand) -> ir::Const {
        match operand {
            ir::Operand::Const(id) => self.out.consts.get(id),
            ir::Operand::Reg(_) => unreachable!("invariant: constants are not registers"),
        }
    }

    fn initialise_linear(&mut self, linear: Linear, size: u64, pieces: &mut Pieces) {
        let unsupported = || InitPiece::Unsupported { size, what: "address in an initialiser".to_string() };
        let piece = match linear {
            Linear { plus: None, minus: None, addend } => return pieces.number(addend as u128, size),
            Linear { plus: Some(plus), minus: Some(minus), addend } => match i64::try_from(addend) {
                Ok(addend) => InitPiece::Difference { plus, minus, addend, size },
                Err(_) => unsupported(),
            },
            Linear { .. } => match linear.as_address() {
                Some(value) if size == self.out.data_model.pointer_size() => InitPiece::Address { value, size },
                Some(_) | None => unsupported(),
            },
        };
        pieces.push(piece);
    }
}

/// Does an array without a length stand at the type's end?
fn ends_in_open_array(ty: Ty<'_>) -> bool {
    match ty.kind() {
        TypeKind::LLVMArrayTypeKind => ty.array_len() == 0,
        TypeKind::LLVMStructTypeKind => ty.fields().last().is_some_and(|&last| ends_in_open_array(last)),
        // Any other type has no parts.
        _ => false,
    }
}

/// Not the compiler's own tables, not what counts only where it is mentioned.
fn is_needed(global: Value<'_>) -> bool {
    !(global.is_declaration() || global.is_private() || global.name().starts_with(b"llvm."))
}

/// Pieces of an initialiser; neighbours of one kind are merged.
#[derive(Default)]
struct Pieces {
    items: Vec<InitPiece>,
    total: u64,
}

impl Pieces {
    fn size(&self) -> u64 {
        self.total
    }

    fn push(&mut self, piece: InitPiece) {
        self.total += piece.size();
        self.items.push(piece);
    }

    fn zero(&mut self, count: u64) {
        self.total += count;
        if count == 0 {
            return;
        }
        if let Some(InitPiece::Zero(size)) = self.items.last_mut() {
            *size += count;
        } else {
            self.items.push(InitPiece::Zero(count));
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        if bytes.is_empty() {
            return;
        }
        if let Some(InitPiece::Bytes(last)) = self.items.last_mut() {
            last.extend_from_slice(bytes);
        } else {
            self.items.push(InitPiece::Bytes(bytes.to_vec()));
        }
    }

    /// A number in `size` bytes, of which at most 16 are not padding.
    fn number(&mut self, value: u128, size: u64) {
        if value == 0 {
            return self.zero(size);
        }
        let bytes = value.to_le_bytes();
        let used = bytes.len().min(size as usize);
        self.bytes(&bytes[..used]);
        self.zero(size - used as u64);
    }
}

/// What runs around `main`.
pub(super) struct StartUp<'m> {
    main: Option<Value<'m>>,
    /// The model of `exit`, if the program calls it.
    exit: Option<Value<'m>>,
    constructors: Vec<Value<'m>>,
    destructors: Vec<Value<'m>>,
    /// Runs when `main` returns; there when the program registers handlers with `atexit`.
    exit_handlers: Option<Value<'m>>,
}

/// Part of the model of `atexit`.
const EXIT_HANDLERS: &[u8] = b"__cairn_run_exit_handlers";

impl<'m> StartUp<'m> {
    pub(super) fn find(cx: &mut Lowering<'m>) -> StartUp<'m> {
        let list = |name: &[u8]| -> Vec<Value<'m>> {
            let list = cx.module.globals().find(|global| global.name() == name).and_then(|global| global.initializer());
            let mut entries: Vec<(u64, Value<'m>)> = list
                .into_iter()
                .flat_map(|list| (0..).map_while(move |index| list.aggregate_element(index)))
                .filter_map(|entry| Some((entry.aggregate_element(0)?.zext_value(), entry.aggregate_element(1)?)))
                .collect();
            entries.sort_by_key(|&(priority, _)| priority);
            entries.into_iter().map(|(_, function)| function).collect()
        };
        let constructors = list(b"llvm.global_ctors");
        let mut destructors = list(b"llvm.global_dtors");
        // What was set up last goes first.
        destructors.reverse();
        let main = cx.module.functions().find(|function| function.name() == b"main" && !function.is_declaration());
        let model = |name: &[u8]| {
            cx.module.library_functions().find(|function| function.name() == name && !function.is_declaration())
        };
        StartUp { main, exit: model(b"exit"), constructors, destructors, exit_handlers: model(EXIT_HANDLERS) }
    }

    pub(super) fn is_main(&self, function: Value<'m>) -> bool {
        self.main == Some(function)
    }

    /// What the function calls before it ends the run: `main` by returning, `exit` by exiting.
    pub(super) fn at_end_of(&self, function: Value<'m>) -> Vec<Value<'m>> {
        if self.is_main(function) {
            self.exit_handlers.iter().chain(&self.destructors).copied().collect()
        } else if self.exit == Some(function) {
            self.destructors.clone()
        } else {
            Vec::new()
        }
    }
}

impl<'m> FuncLower<'_, 'm> {
    /// Calls what runs before `main`, at its start.
    pub(super) fn start_up(&mut self, start: &StartUp<'m>) {
        self.call_all(&start.constructors);
    }

    /// Calls functions that take and give nothing.
    pub(super) fn call_all(&mut self, functions: &[Value<'m>]) {
        for &function in functions {
            let known =
                function.kind() == ValueKind::LLVMFunctionValueKind && function.value_type().params().is_empty();
            match known {
                true => {
                    let callee = self.cx.func_id(function);
                    self.call_without_arguments(callee);
                }
                false => self.note_unsupported("constructor or destructor with arguments"),
            }
        }
    }
}
