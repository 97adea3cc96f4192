//! From LLVM's IR to ours.
//!
//! One [`Lowering`] per module; functions are lowered one after the other by [`function`]. What has no meaning in our
//! IR becomes an `Unsupported` node with its place, so that whoever reaches it says so.
//!
//! Parts of a large program are lowered by other threads and added by [`share`]. Their number does not show in the IR:
//! what a function becomes does not depend on those lowered before it, and tables are filled in the order of the program.

mod access;
mod arith;
mod asm;
mod calls;
mod cfg;
mod constant;
mod ctypes;
mod function;
mod globals;
mod inst;
mod intrinsics;
mod library;
mod memory;
mod names;
mod passing;
mod places;
mod plan;
mod results;
mod retained;
mod returns;
mod roles;
mod scopes;
mod shape;
mod share;
mod shift;
mod signature;
mod special;
mod term;
mod unevaluated;
mod unnamed;
mod vector;

use std::collections::VecDeque;
use std::ops::Range;
use std::time::{Duration, Instant};

use ir::{BlockId, DataModel, FuncBody, FuncId, Function, GlobalId, IdVec, Operand, Places, RegId, Signature};
use rustc_hash::FxHashMap;

use self::ctypes::CTypeCache;
use self::function::Scratch;
use self::globals::StartUp;
use self::names::Names;
use self::places::PlaceCache;
use self::results::CallResult;
use self::roles::Role;
use self::shape::Shapes;
use crate::llvm::{AttrKinds, Block, Layout, MetaKind, Module, Value};

pub use self::share::{Share, lower_share};

/// What has no meaning in the IR, said to a C programmer.
type Lowered<T> = Result<T, String>;

/// State of lowering one module.
struct Lowering<'m> {
    module: &'m Module,
    layout: Layout<'m>,
    out: ir::Module,
    shapes: Shapes<'m>,
    places: PlaceCache<'m>,
    ctypes: CTypeCache<'m>,
    attrs: AttrKinds,
    names: Names<'m>,
    roles: FxHashMap<Value<'m>, Role>,
    last_role: Option<(Value<'m>, Role)>,
    /// Of intrinsics that become calls of the library: the program's own definition of that function.
    own_functions: FxHashMap<Value<'m>, Option<FuncId>>,
    funcs: FxHashMap<Value<'m>, FuncId>,
    globals: FxHashMap<Value<'m>, GlobalId>,
    /// Everything in the program and its libraries, as it was before bodies were read: with them come declarations.
    all_funcs: Vec<Value<'m>>,
    all_globals: Vec<Value<'m>>,
    /// The definition, or declaration, that each function of the IR stands for.
    values: IdVec<FuncId, Value<'m>>,
    /// Functions that have an id and not yet a body, globals that have an id and not yet an initialiser.
    bodies: VecDeque<Value<'m>>,
    initialisers: VecDeque<Value<'m>>,
    /// Constants that are one operand everywhere.
    operands: FxHashMap<Value<'m>, Operand>,
    /// Functions that jump to computed labels, and their blocks: initialisers may name them.
    jumping: Vec<FuncId>,
    labels: FxHashMap<Block<'m>, BlockId>,
    /// `llvm.ubsantrap`, as the program and each library declare it.
    ubsan_traps: Vec<Value<'m>>,
    /// Registers that get the type that a callee returns.
    results: Vec<CallResult>,
    /// Functions that may end without `return`, and the register that they return then.
    unreturned: Vec<(FuncId, RegId)>,
    scratch: Scratch<'m>,
    /// Time that went into reading bodies.
    reading: Duration,
}

/// Is it a function that calls are replaced for, so that a model of it is not needed?
pub fn is_replaced(name: &str) -> bool {
    !matches!(Role::of_declaration(name), Role::Function | Role::Fatal)
}

/// A program in our IR.
pub struct Program {
    pub module: ir::Module,
    /// The time of it that went into reading bodies.
    pub reading: Duration,
}

/// Lowers the program, and of its libraries what it reaches. Total: what cannot be lowered is a node that says so.
///
/// The parts are ranges of the program's definitions, from the first to the last. `share` gives a part that another thread
/// has lowered, if one has, and is asked for one part after the other.
pub fn lower(
    module: &Module,
    data_model: DataModel,
    parts: &[Range<usize>],
    mut share: impl FnMut(usize) -> Option<Share>,
) -> Program {
    let mut cx = Lowering::new(module, data_model);
    let program = cx.declare_program();
    let start = StartUp::find(&mut cx);
    for (number, part) in parts.iter().enumerate() {
        match share(number) {
            Some(share) => cx.adopt(share),
            None => program[part.clone()].iter().for_each(|&body| function::lower_function(&mut cx, body, &start)),
        }
    }
    loop {
        if let Some(function) = cx.bodies.pop_front() {
            function::lower_function(&mut cx, function, &start);
        } else if let Some(global) = cx.initialisers.pop_front() {
            cx.initialise_global(global);
        } else {
            cx.settle_results();
            returns::require_results(&mut cx.out, &cx.unreturned);
            return Program { module: cx.out, reading: cx.reading };
        }
    }
}

impl<'m> Lowering<'m> {
    fn new(module: &'m Module, data_model: DataModel) -> Self {
        Lowering {
            module,
            layout: module.layout(),
            out: ir::Module::new(data_model),
            shapes: Shapes::new(module.layout()),
            places: PlaceCache::new(module),
            ctypes: CTypeCache::new(module),
            attrs: AttrKinds::new(),
            names: Names::of(module),
            roles: FxHashMap::default(),
            last_role: None,
            own_functions: FxHashMap::default(),
            funcs: FxHashMap::default(),
            globals: FxHashMap::default(),
            all_funcs: module.functions().chain(module.library_functions()).collect(),
            all_globals: module.globals().chain(module.library_globals()).collect(),
            values: IdVec::new(),
            bodies: VecDeque::new(),
            initialisers: VecDeque::new(),
            operands: FxHashMap::default(),
            jumping: Vec::new(),
            labels: FxHashMap::default(),
            ubsan_traps: Vec::new(),
            results: Vec::new(),
            unreturned: Vec::new(),
            scratch: Scratch::default(),
            reading: Duration::ZERO,
        }
    }

    /// Gives everything that the program defines an id. The functions are given back, in order.
    fn declare_program(&mut self) -> Vec<Value<'m>> {
        let declared = self.all_funcs.iter().copied().filter(|function| function.is_declaration());
        self.ubsan_traps = declared.filter(|function| function.name() == b"llvm.ubsantrap").collect();
        for function in self.module.functions().filter(|function| !function.is_declaration()) {
            self.func_id(function);
        }
        self.declare_globals();
        self.bodies.drain(..).collect()
    }

    fn read_body(&mut self, function: Value<'m>) {
        let start = Instant::now();
        self.module.read_body(function);
        self.reading += start.elapsed();
    }

    fn role(&mut self, function: Value<'m>) -> Role {
        if let Some((last, role)) = self.last_role
            && last == function
        {
            return role;
        }
        let role = match self.roles.get(&function) {
            Some(&role) => role,
            None => {
                let role = match self.names.definition(function).is_declaration() {
                    true => Role::of_declaration(&String::from_utf8_lossy(function.name())),
                    false => Role::Function,
                };
                self.roles.insert(function, role);
                role
            }
        };
        self.last_role = Some((function, role));
        role
    }

    /// The IR's function for LLVM's. Made when it is first needed; then its body is lowered too.
    fn func_id(&mut self, function: Value<'m>) -> FuncId {
        if let Some(&id) = self.funcs.get(&function) {
            return id;
        }
        let definition = self.names.definition(function);
        let id = match self.funcs.get(&definition) {
            Some(&id) => id,
            None => self.declare(definition),
        };
        self.funcs.insert(function, id);
        id
    }

    fn declare(&mut self, function: Value<'m>) -> FuncId {
        let name = self.names.unique(function, self.out.funcs.len());
        let (body, signature) = if !function.is_declaration() {
            self.bodies.push_back(function);
            (FuncBody::Defined, self.declared_signature(function))
        } else {
            match ir::Builtin::named(&name) {
                Some(builtin) => (FuncBody::Builtin(builtin), builtin.signature(self.out.data_model)),
                None => (FuncBody::External, self.declared_signature(function)),
            }
        };
        let id = self.out.funcs.push(Function {
            name,
            signature,
            params: Vec::new(),
            body,
            regs: IdVec::new(),
            vars: IdVec::new(),
            blocks: IdVec::new(),
            ty: None,
            loc: Places::nowhere(),
            model: false,
            assumed: None,
            struct_return: None,
        });
        self.values.push(function);
        self.funcs.insert(function, id);
        if function.is_declaration() {
            let returned = function.param_attr(0, self.attrs.sret);
            self.out.funcs[id].struct_return = returned.map(|attr| self.layout.alloc_size(attr.ty()));
            self.describe(function, id);
        }
        id
    }

    /// What debug information says about the function as a whole. That of a definition comes with its body.
    fn describe(&mut self, function: Value<'m>, id: FuncId) {
        let Some(subprogram) = function.subprogram().filter(|node| node.kind() == MetaKind::Subprogram) else { return };
        let ty = self.ctypes.function(&mut self.out.types, subprogram);
        let loc = self.places.line(&mut self.out.places, subprogram.scope_file(), subprogram.subprogram_line());
        let func = &mut self.out.funcs[id];
        func.ty = ty;
        func.loc = loc;
        func.model = self.out.places.get(loc).is_some_and(|place| self.out.places.files[place.file].model);
    }

    /// The signature as far as it can be expressed; a function with other parameters has an unsupported body.
    fn declared_signature(&mut self, function: Value<'m>) -> Signature {
        let (signature, _) = self.call_signature(function.value_type());
        signature
    }
}
