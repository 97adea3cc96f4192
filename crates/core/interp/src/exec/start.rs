//! The state before the first step: functions, globals, constants, and the entry function's arguments.

use engine::{Budget, InputKind};
use ir::{BlockId, Const, FuncId, Id, InitPiece, Module, Places};
use rustc_hash::FxHashMap;

use super::{Exec, State, Stepped};
use crate::input::InputSource;
use crate::memory::{Fill, Kind, Memory, NewObject, ObjectId, OutOfMemory};
use crate::observer::{MemoryEvent, Observer};
use crate::options::{Layout, Options};
use crate::shadow::Shadow;
use crate::value::Value;

/// What stays the same during a run, and in every run of the program.
#[derive(Debug)]
pub(crate) struct Program<'a, T> {
    pub module: &'a Module,
    pub options: &'a Options,
    pub consts: Vec<Value<T>>,
    pub is_error_function: Vec<bool>,
}

/// The object of a global: those of the functions come first.
pub(super) fn global_object(module: &Module, id: ir::GlobalId) -> ObjectId {
    ObjectId::from_index(module.funcs.len() + id.index())
}

/// Builds the memory of a program that has not begun. Functions are the first objects, globals the next.
struct Loader<'a, T> {
    module: &'a Module,
    memory: Memory<T>,
    layout: Layout,
    labels: FxHashMap<(FuncId, BlockId), ObjectId>,
}

/// Addresses that are kept free behind the start of an object of unknown size.
const OPEN_ENDED_ROOM: u64 = 1 << 16;

impl<'a, T: Copy + Default + PartialEq> Loader<'a, T> {
    fn load(module: &'a Module, options: &Options) -> Result<Self, OutOfMemory> {
        let memory = Memory::new(module.data_model, options.layout, options.max_memory);
        let mut loader = Loader { module, memory, layout: options.layout, labels: FxHashMap::default() };
        for (id, func) in module.funcs.iter_enumerated() {
            let new = NewObject { kind: Kind::Function(id), size: 1, align: 16, fill: Fill::Zero, born: func.loc };
            loader.memory.allocate(new)?;
        }
        for (id, global) in module.globals.iter_enumerated() {
            let partly =
                global.init.iter().flatten().any(|piece| matches!(piece, InitPiece::Undef(_) | InitPiece::Outside(_)));
            let outside = global.init.iter().flatten().any(|piece| matches!(piece, InitPiece::Outside(_)));
            let object = loader.memory.allocate(NewObject {
                kind: Kind::Global(id),
                size: if global.is_open_ended() { OPEN_ENDED_ROOM } else { global.size },
                align: u64::from(global.align),
                fill: if partly { Fill::Uninit } else { Fill::Zero },
                born: global.loc,
            })?;
            let unsupported = global.init.iter().flatten().any(|piece| matches!(piece, InitPiece::Unsupported { .. }));
            let object = loader.memory.object_mut(object);
            object.readonly = global.constant;
            object.outside = outside;
            object.opaque = global.init.is_none() || unsupported;
            object.open_ended = global.is_open_ended();
        }
        loader.initialise_globals()?;
        Ok(loader)
    }

    fn function(&self, id: FuncId) -> ObjectId {
        ObjectId::from_index(id.index())
    }

    fn global(&self, id: ir::GlobalId) -> ObjectId {
        global_object(self.module, id)
    }

    fn label(&mut self, func: FuncId, block: BlockId) -> Result<ObjectId, OutOfMemory> {
        if let Some(id) = self.labels.get(&(func, block)) {
            return Ok(*id);
        }
        let kind = Kind::Label { func, block };
        let born = Places::nowhere();
        // They lie at round addresses in one layout only: nothing is known of them.
        let align = if self.layout == Layout::Usual { 16 } else { 1 };
        let id = self.memory.allocate(NewObject { kind, size: 1, align, fill: Fill::Zero, born })?;
        self.memory.object_mut(id).align = 1;
        // Computed gotos find a label by its address.
        self.memory.expose(id);
        self.labels.insert((func, block), id);
        Ok(id)
    }

    fn value(&mut self, constant: Const) -> Result<Value<T>, OutOfMemory> {
        let (object, offset) = match constant {
            Const::Int { value, .. } | Const::Float { bits: value, .. } => return Ok(Value::wide(value)),
            Const::Null => return Ok(Value::word(0)),
            Const::Global { id, offset } => (self.global(id), offset),
            Const::Func(id) => (self.function(id), 0),
            Const::Block { func, block } => (self.label(func, block)?, 0),
        };
        let size = self.module.data_model.pointer_size() as u8;
        let address = self.memory.object(object).base.wrapping_add(offset as u64);
        let address = if size == 8 { address } else { address & 0xffff_ffff };
        Ok(Value::pointer(address, object, size))
    }

    fn initialise_globals(&mut self) -> Result<(), OutOfMemory> {
        for (id, global) in self.module.globals.iter_enumerated() {
            let object = self.global(id);
            // What is known of it is left out too: accesses then go the way on which it is noticed.
            if self.memory.object(object).opaque {
                continue;
            }
            let mut at = 0;
            for piece in global.init.iter().flatten() {
                self.initialise(object, at, piece)?;
                at += piece.size();
            }
        }
        Ok(())
    }

    fn initialise(&mut self, object: ObjectId, at: u64, piece: &InitPiece) -> Result<(), OutOfMemory> {
        match piece {
            InitPiece::Zero(size) => {
                self.memory.set(object, at, *size, 0)?;
            }
            InitPiece::Bytes(bytes) => self.memory.write_bytes(object, at, bytes)?,
            InitPiece::Address { value, size } => {
                let value = self.value(*value)?;
                self.memory.write(object, at, *size as usize, &value);
            }
            InitPiece::Difference { plus, minus, addend, size } => {
                let (plus, minus) = (self.value(*plus)?, self.value(*minus)?);
                let bits = plus.lo.wrapping_sub(minus.lo).wrapping_add(*addend as u64);
                self.memory.write(object, at, *size as usize, &Value::word(bits));
            }
            InitPiece::Undef(_) | InitPiece::Outside(_) | InitPiece::Unsupported { .. } => {}
        }
        Ok(())
    }
}

/// The program and its state before any frame exists.
pub(crate) fn load<'a, T: Copy + Default + PartialEq>(
    module: &'a Module,
    options: &'a Options,
) -> Result<(Program<'a, T>, State<T>), OutOfMemory> {
    let mut loader = Loader::load(module, options)?;
    let mut consts = Vec::with_capacity(module.consts.len());
    for constant in module.consts.iter() {
        consts.push(loader.value(*constant)?);
    }
    // What a program does with the distance of two labels is not followed.
    let pieces = || module.globals.iter().flat_map(|global| global.init.iter().flatten());
    let has_distances = pieces().any(|piece| matches!(piece, InitPiece::Difference { .. }));
    let is_error_function = module.funcs.iter().map(|func| options.error_functions.contains(&func.name)).collect();
    let state = State {
        memory: loader.memory,
        regs: Vec::new(),
        vars: Vec::new(),
        frames: Vec::new(),
        stack_objects: Vec::new(),
        undefs: Vec::new(),
        inputs: Vec::new(),
        steps: 0,
        stdout: Vec::new(),
        stderr: Vec::new(),
        stdin_used: 0,
        stdin_ended: false,
        address_dependent: has_distances,
        freed_use: None,
        unknown_call: None,
        unknown_results: Vec::new(),
    };
    Ok((Program { module, options, consts, is_error_function }, state))
}

impl<'a, S: Shadow, O: Observer> Exec<'a, S, O> {
    /// A machine in the given state; without frames until [`Exec::enter_entry`] is called, if it is the first.
    pub fn new(
        program: &'a Program<'a, S::Tag>,
        state: State<S::Tag>,
        entry: FuncId,
        inputs: &'a mut dyn InputSource,
        shadow: &'a mut S,
        observer: &'a mut O,
        budget: &'a Budget,
    ) -> Self {
        let function = &program.module.funcs[entry];
        Exec {
            module: program.module,
            options: program.options,
            inputs,
            shadow,
            observer,
            budget,
            state,
            consts: &program.consts,
            is_error_function: &program.is_error_function,
            pointer_size: program.module.data_model.pointer_size() as u8,
            func: entry,
            function,
            block: function.entry(),
            code: &function.blocks[function.entry()],
            pc: 0,
            base: 0,
            vars_base: 0,
            pause_at: 0,
            stop_at: 0,
            counted: 0,
            scratch: Vec::new(),
        }
    }

    /// Calls the entry function. What `main` gets is in [`super::arguments`]; the parameters of another function are
    /// inputs.
    pub fn enter_entry(&mut self) -> Stepped {
        let function = self.function;
        let func = self.func;
        self.tell(|_| MemoryEvent::Enter { func, call: None });
        self.push_frame(self.new_frame(func, Places::nowhere()));
        if function.name == "main" {
            self.enter_main()?;
        } else {
            for (param, ty) in function.params.iter().zip(&function.signature.params) {
                let value = self.ask(InputKind::Argument, *ty, None)?;
                self.set(*param, value);
            }
        }
        self.tell_block();
        Ok(())
    }
}
