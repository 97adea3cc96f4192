//! The state before the first step: functions, globals, constants, and the entry function's arguments.

use engine::{Budget, InputKind};
use ir::{BlockId, Const, FuncId, Id, InitPiece, InstKind, Module, Operand, Places, RegId, Type};
use rustc_hash::FxHashMap;

use super::{Exec, State, Step};
use crate::memory::{Fill, Kind, Memory, NewObject, ObjectId, OutOfMemory};
use crate::value::Value;
use crate::{InputSource, MemoryEvent, Observer, Options, Shadow};

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
    labels: FxHashMap<(FuncId, BlockId), ObjectId>,
}

impl<'a, T: Copy + Default + PartialEq> Loader<'a, T> {
    fn load(module: &'a Module, options: &Options) -> Result<Self, OutOfMemory> {
        let memory = Memory::new(module.data_model, options.layout, options.max_memory);
        let mut loader = Loader { module, memory, labels: FxHashMap::default() };
        for (id, func) in module.funcs.iter_enumerated() {
            let new = NewObject { kind: Kind::Function(id), size: 1, align: 16, fill: Fill::Zero, born: func.loc };
            loader.memory.allocate(new)?;
        }
        for (id, global) in module.globals.iter_enumerated() {
            let partly = global.init.iter().flatten().any(|piece| matches!(piece, InitPiece::Undef(_)));
            let object = loader.memory.allocate(NewObject {
                kind: Kind::Global(id),
                size: global.size,
                align: u64::from(global.align),
                fill: if partly { Fill::Uninit } else { Fill::Zero },
                born: global.loc,
            })?;
            let unsupported = global.init.iter().flatten().any(|piece| matches!(piece, InitPiece::Unsupported { .. }));
            let object = loader.memory.object_mut(object);
            object.readonly = global.constant;
            object.opaque = global.init.is_none() || unsupported;
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
        let id = self.memory.allocate(NewObject { kind, size: 1, align: 16, fill: Fill::Zero, born })?;
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
            InitPiece::Undef(_) | InitPiece::Unsupported { .. } => {}
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
        address_dependent: false,
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
            scratch: Vec::new(),
        }
    }

    /// Calls the entry function. `main` gets the program's name as its only argument; the parameters of another
    /// function are inputs.
    pub fn enter_entry(&mut self) -> Step {
        let function = self.function;
        let func = self.func;
        self.tell(|_| MemoryEvent::Enter { func, call: None });
        self.push_frame(self.new_frame(func, Places::nowhere()));
        let is_main = function.name == "main";
        for (index, (param, ty)) in function.params.iter().zip(&function.signature.params).enumerate() {
            let value = match (is_main, index, ty) {
                (true, 0, Type::Int(_)) if self.is_used(*param) => self.ask(InputKind::Argument, *ty, Some(1))?,
                (true, 0, Type::Int(_)) => Value::word(1),
                (true, 1, Type::Ptr) => self.arguments(self.is_used(*param))?,
                (true, 2, Type::Ptr) => self.environment(self.is_used(*param))?,
                (_, _, _) => self.ask(InputKind::Argument, *ty, None)?,
            };
            self.set(*param, value);
        }
        Ok(())
    }

    /// Does the entry function do anything with a parameter, besides giving it a name?
    fn is_used(&self, param: RegId) -> bool {
        let mut used = false;
        let mut look = |operand| used |= operand == Operand::Reg(param);
        for block in self.function.blocks.iter() {
            for inst in &block.insts {
                if !matches!(inst.kind, InstKind::Bind { .. }) {
                    inst.for_each_operand(&mut look);
                }
            }
            block.term.for_each_operand(&mut look);
        }
        used
    }

    fn new_environment(&mut self, size: u64) -> Step<ObjectId> {
        let born = Places::nowhere();
        let new = NewObject { kind: Kind::Environment, size, align: 16, fill: Fill::Zero, born };
        Ok(self.state.memory.allocate(new)?)
    }

    /// `{"program", NULL}`. That other runs have other arguments is said by an input, unless one says so already.
    fn arguments(&mut self, used: bool) -> Step<Value<S::Tag>> {
        const NAME: &[u8] = b"program\0";
        let size = u64::from(self.pointer_size);
        let name = self.new_environment(NAME.len() as u64)?;
        self.state.memory.write_bytes(name, 0, NAME)?;
        let list = self.new_environment(2 * size)?;
        let pointer = Value::pointer(self.state.memory.object(name).base, name, self.pointer_size);
        self.state.memory.write(list, 0, size as usize, &pointer);
        self.environment_pointer(list, used)
    }

    /// `{NULL}`.
    fn environment(&mut self, used: bool) -> Step<Value<S::Tag>> {
        let list = self.new_environment(u64::from(self.pointer_size))?;
        self.environment_pointer(list, used)
    }

    fn environment_pointer(&mut self, list: ObjectId, used: bool) -> Step<Value<S::Tag>> {
        let pointer = Value::pointer(self.state.memory.object(list).base, list, self.pointer_size);
        if used {
            self.ask(InputKind::Argument, Type::Ptr, Some(pointer.bits()))?;
        }
        Ok(pointer)
    }
}
