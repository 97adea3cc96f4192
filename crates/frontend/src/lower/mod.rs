//! From LLVM's IR to ours.
//!
//! One [`Lowering`] per module; functions are lowered one after the other by [`function`]. What has no meaning in our
//! IR becomes an `Unsupported` node with its place, so that whoever reaches it says so.

mod access;
mod arith;
mod calls;
mod cfg;
mod constant;
mod ctypes;
mod function;
mod globals;
mod inst;
mod intrinsics;
mod memory;
mod names;
mod passing;
mod places;
mod plan;
mod roles;
mod scopes;
mod shape;
mod shift;
mod signature;
mod special;
mod term;
mod unnamed;
mod vector;

use std::collections::VecDeque;

use ir::{BlockId, DataModel, FuncBody, FuncId, Function, GlobalId, IdVec, Operand, Places, Signature};
use rustc_hash::FxHashMap;

use self::ctypes::CTypeCache;
use self::function::Scratch;
use self::globals::StartUp;
use self::names::Names;
use self::places::PlaceCache;
use self::roles::Role;
use self::shape::Shapes;
use crate::llvm::{AttrKinds, Block, Layout, MetaKind, Module, Value};

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
    funcs: FxHashMap<Value<'m>, FuncId>,
    globals: FxHashMap<Value<'m>, GlobalId>,
    /// Functions that have an id and not yet a body, globals that have an id and not yet an initialiser.
    bodies: VecDeque<Value<'m>>,
    initialisers: VecDeque<Value<'m>>,
    /// Constants that are one operand everywhere.
    operands: FxHashMap<Value<'m>, Operand>,
    /// Blocks of functions that jump to computed labels.
    labels: FxHashMap<Block<'m>, BlockId>,
    /// `llvm.ubsantrap`, as the program and each library declare it.
    ubsan_traps: Vec<Value<'m>>,
    scratch: Scratch<'m>,
}

/// Is it a function that calls are replaced for, so that a model of it is not needed?
pub fn is_replaced(name: &str) -> bool {
    !matches!(Role::of_declaration(name), Role::Function | Role::Fatal)
}

/// Lowers the program, and of its libraries what it reaches. Total: what cannot be lowered is a node that says so.
pub fn lower(module: &Module, data_model: DataModel) -> ir::Module {
    let mut cx = Lowering {
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
        funcs: FxHashMap::default(),
        globals: FxHashMap::default(),
        bodies: VecDeque::new(),
        initialisers: VecDeque::new(),
        operands: FxHashMap::default(),
        labels: FxHashMap::default(),
        ubsan_traps: Vec::new(),
        scratch: Scratch::default(),
    };
    let declared = module.functions().chain(module.library_functions()).filter(|function| function.is_declaration());
    cx.ubsan_traps = declared.filter(|function| function.name() == b"llvm.ubsantrap").collect();
    for function in module.functions().filter(|function| !function.is_declaration()) {
        cx.func_id(function);
    }
    cx.declare_globals();
    let start = StartUp::find(&mut cx);
    loop {
        if let Some(function) = cx.bodies.pop_front() {
            function::lower_function(&mut cx, function, &start);
        } else if let Some(global) = cx.initialisers.pop_front() {
            cx.initialise_global(global);
        } else {
            return cx.out;
        }
    }
}

impl<'m> Lowering<'m> {
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
                Some(builtin) => (FuncBody::Builtin(builtin), signature::of_builtin(builtin, self.out.data_model)),
                None => (FuncBody::External, self.declared_signature(function)),
            }
        };
        let mut ty = None;
        let mut loc = Places::nowhere();
        let mut model = false;
        if let Some(subprogram) = function.subprogram().filter(|node| node.kind() == MetaKind::Subprogram) {
            ty = self.ctypes.function(&mut self.out.types, subprogram);
            let file = subprogram.scope_file();
            loc = self.places.line(&mut self.out.places, file, subprogram.subprogram_line());
            if let Some(place) = self.out.places.get(loc) {
                model = self.out.places.files[place.file].model;
            }
        }
        let id = self.out.funcs.push(Function {
            name,
            signature,
            params: Vec::new(),
            body,
            regs: IdVec::new(),
            vars: IdVec::new(),
            blocks: IdVec::new(),
            ty,
            loc,
            model,
        });
        self.funcs.insert(function, id);
        id
    }

    /// The signature as far as it can be expressed; a function with other parameters has an unsupported body.
    fn declared_signature(&mut self, function: Value<'m>) -> Signature {
        let (signature, _) = self.call_signature(function.value_type());
        signature
    }
}
