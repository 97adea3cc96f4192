//! Random modules that verify: every kind of instruction, terminator, constant, global and C type.

use ir::*;

/// A small generator of random numbers; the same seed gives the same module.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    fn name(&mut self) -> String {
        self.pick(&["x", "next", "a b", "", "é\u{7f}", "q\"\\\n", "p.3", "7", "$y", "null", "bb1"]).to_string()
    }
}

pub fn random_module(seed: u64) -> Module {
    let mut rng = Rng::new(seed);
    let mut module = Module::new(if rng.flip() { DataModel::Lp64 } else { DataModel::Ilp32 });
    for index in 0..1 + rng.below(3) {
        let path = format!("{}{index}.c", rng.name());
        module.places.files.push(SourceFile { path, model: rng.flip() });
    }
    random_types(&mut rng, &mut module);
    let func_count = 1 + rng.below(4);
    let global_count = rng.below(4);
    // Globals and functions refer to each other, so all exist before any of them is filled.
    for index in 0..func_count {
        let func = random_header(&mut rng, &mut module, index);
        module.funcs.push(func);
    }
    for index in 0..global_count {
        let name = format!("{}{index}", rng.name());
        let (constant, anonymous, loc) = (rng.flip(), rng.flip(), place(&mut rng, &mut module));
        let ty = c_type(&mut rng, &module);
        module.globals.push(Global { name, size: 0, align: 1, constant, anonymous, init: None, ty, loc });
    }
    for id in module.globals.ids() {
        random_init(&mut rng, &mut module, id);
    }
    for id in module.funcs.ids() {
        if module.funcs[id].is_defined() {
            Body { rng: &mut rng, module: &mut module, id, scope: Vec::new() }.fill();
        }
    }
    module
}

fn random_types(rng: &mut Rng, module: &mut Module) {
    let encodings = ["signed", "unsigned", "bool", "signed_char", "unsigned_char", "float", "complex"];
    let qualifiers = [Qualifier::Const, Qualifier::Volatile, Qualifier::Restrict, Qualifier::Atomic];
    let count = 1 + rng.below(10);
    for index in 0..count {
        // Contained types come before, pointers lead anywhere.
        let before = TypeId::from_index(rng.below(index.max(1)));
        let any = TypeId::from_index(rng.below(count));
        let ty = match if index == 0 { rng.below(3) } else { rng.below(9) } {
            0 => CType::Void,
            1 => CType::Base {
                name: rng.name(),
                size: rng.next(),
                encoding: Encoding::named(rng.pick(&encodings)).expect("a known encoding"),
            },
            2 => CType::Pointer { to: any },
            3 => CType::Array { of: before, count: if rng.flip() { Some(rng.next()) } else { None } },
            4 => CType::Record(Record {
                kind: if rng.flip() { RecordKind::Struct } else { RecordKind::Union },
                name: if rng.flip() { Some(rng.name()) } else { None },
                size: rng.next(),
                fields: (0..rng.below(4))
                    .map(|_| Field {
                        name: if rng.flip() { Some(rng.name()) } else { None },
                        offset_bits: rng.next(),
                        size_bits: rng.next(),
                        bit_field: rng.flip(),
                        ty: before,
                    })
                    .collect(),
            }),
            5 => CType::Enum {
                name: if rng.flip() { Some(rng.name()) } else { None },
                size: rng.next(),
                constants: (0..rng.below(3)).map(|_| (rng.name(), rng.wide() as i128)).collect(),
            },
            6 => CType::Typedef { name: rng.name(), of: before },
            7 => CType::Function { ret: any, params: vec![any; rng.below(3)], variadic: rng.flip() },
            _ => CType::Qualified { qualifier: rng.pick(&qualifiers), of: before },
        };
        module.types.push(ty);
    }
}

fn c_type(rng: &mut Rng, module: &Module) -> Option<TypeId> {
    if rng.flip() { Some(TypeId::from_index(rng.below(module.types.len()))) } else { None }
}

fn place(rng: &mut Rng, module: &mut Module) -> LocId {
    if rng.below(4) == 0 {
        return Places::nowhere();
    }
    let file = FileId::from_index(rng.below(module.places.files.len()));
    module.places.intern(Loc { file, line: rng.below(50) as u32, column: rng.next() as u32 })
}

fn ty(rng: &mut Rng) -> Type {
    let widths = [1, 2, 7, 8, 16, 32, 33, 64, 127, 128];
    match rng.below(4) {
        0 => Type::Ptr,
        1 => Type::Float(rng.pick(&FloatKind::ALL)),
        _ => Type::Int(rng.pick(&widths)),
    }
}

fn int(rng: &mut Rng) -> Type {
    Type::Int(rng.pick(&[1, 2, 8, 16, 32, 48, 64, 128]))
}

fn random_header(rng: &mut Rng, module: &mut Module, index: usize) -> Function {
    let body = match rng.below(6) {
        0 => FuncBody::Builtin(rng.pick(&Builtin::ALL)),
        1 => FuncBody::External,
        _ => FuncBody::Defined,
    };
    let mut func = Function {
        name: format!("{}{index}", rng.name()),
        signature: Signature {
            params: (0..rng.below(4)).map(|_| ty(rng)).collect(),
            rets: (0..rng.below(3)).map(|_| ty(rng)).collect(),
            variadic: rng.flip(),
        },
        params: Vec::new(),
        body,
        regs: IdVec::new(),
        vars: IdVec::new(),
        blocks: IdVec::new(),
        ty: c_type(rng, module),
        loc: place(rng, module),
        model: rng.flip(),
        assumed: [None, Some(Assumed::Pure), Some(Assumed::Havoc), Some(Assumed::Summary)][rng.below(4)],
        struct_return: rng.flip().then(|| rng.below(1000) as u64),
    };
    if func.is_defined() {
        for param in func.signature.params.clone() {
            let reg = func.new_reg(param);
            func.params.push(reg);
        }
        for _ in 0..rng.below(3) {
            let loc = place(rng, module);
            func.vars.push(Var { name: rng.name(), ty: c_type(rng, module), loc });
        }
        let exits = || Block {
            params: Vec::new(),
            insts: Vec::new(),
            term: Terminator { loc: Places::nowhere(), kind: TermKind::Unreachable },
        };
        func.blocks = (0..1 + rng.below(6)).map(|_| exits()).collect();
    }
    func
}

fn address(rng: &mut Rng, module: &Module) -> Const {
    let func = FuncId::from_index(rng.below(module.funcs.len()));
    match rng.below(4) {
        0 => Const::Null,
        1 => Const::Func(func),
        2 if module.funcs[func].is_defined() => {
            Const::Block { func, block: BlockId::from_index(rng.below(module.funcs[func].blocks.len())) }
        }
        _ if !module.globals.is_empty() => {
            let id = GlobalId::from_index(rng.below(module.globals.len()));
            Const::Global { id, offset: rng.pick(&[0, 8, -8, i64::MIN, i64::MAX]) }
        }
        _ => Const::Null,
    }
}

fn random_init(rng: &mut Rng, module: &mut Module, id: GlobalId) {
    let mut pieces = Vec::new();
    for _ in 0..rng.below(5) {
        let size = rng.below(100) as u64;
        pieces.push(match rng.below(6) {
            0 => InitPiece::Zero(size),
            1 => InitPiece::Bytes((0..size).map(|_| rng.next() as u8).collect()),
            2 => InitPiece::Address { value: address(rng, module), size },
            3 => {
                let (plus, minus) = (address(rng, module), address(rng, module));
                InitPiece::Difference { plus, minus, addend: rng.next() as i64, size }
            }
            4 => InitPiece::Undef(size),
            _ => InitPiece::Unsupported { size, what: rng.name() },
        });
    }
    let global = &mut module.globals[id];
    global.align = 1 << rng.below(32);
    global.size = pieces.iter().map(InitPiece::size).sum();
    global.init = if rng.below(4) == 0 { None } else { Some(pieces) };
}

struct Body<'a> {
    rng: &'a mut Rng,
    module: &'a mut Module,
    id: FuncId,
    /// Registers that every instruction of the current block may read.
    scope: Vec<RegId>,
}

impl Body<'_> {
    fn fill(&mut self) {
        let params = self.func().params.clone();
        params.iter().for_each(|reg| self.decorate(*reg));
        let count = self.func().blocks.len();
        for block in (1..count).map(BlockId::from_index) {
            for _ in 0..self.rng.below(3) {
                let param = ty(self.rng);
                let reg = self.new_reg(param);
                self.func().blocks[block].params.push(reg);
            }
        }
        let mut entry_scope = params.clone();
        for block in (0..count).map(BlockId::from_index) {
            // The first block dominates all the others.
            self.scope = entry_scope.clone();
            let params = self.func().blocks[block].params.clone();
            self.scope.extend(params);
            for _ in 0..self.rng.below(12) {
                let inst = self.inst();
                inst.for_each_def(|reg| self.scope.push(reg));
                self.func().blocks[block].insts.push(inst);
            }
            if block.index() == 0 {
                entry_scope = self.scope.clone();
            }
            let loc = place(self.rng, self.module);
            let kind = self.term(count);
            self.func().blocks[block].term = Terminator { loc, kind };
        }
        if self.rng.flip() {
            let unused = ty(self.rng);
            self.new_reg(unused);
        }
    }

    fn func(&mut self) -> &mut Function {
        &mut self.module.funcs[self.id]
    }

    fn new_reg(&mut self, ty: Type) -> RegId {
        let reg = self.func().new_reg(ty);
        self.decorate(reg);
        reg
    }

    fn decorate(&mut self, reg: RegId) {
        let of = c_type(self.rng, self.module);
        let name = if self.rng.flip() { Some(self.rng.name().into_boxed_str()) } else { None };
        let info = &mut self.func().regs[reg];
        info.of = of;
        info.name = name;
    }

    /// An operand of the type: a register, or else a constant.
    fn operand(&mut self, ty: Type) -> Operand {
        let func = &self.module.funcs[self.id];
        let fitting: Vec<RegId> = self.scope.iter().copied().filter(|reg| func.regs[*reg].ty == ty).collect();
        if !fitting.is_empty() && self.rng.below(3) > 0 {
            return Operand::Reg(self.rng.pick(&fitting));
        }
        let constant = match ty {
            Type::Int(width) => {
                let value = if self.rng.flip() { self.rng.wide() } else { self.rng.below(3) as u128 };
                Const::Int { width, value: truncate(value, width) }
            }
            Type::Ptr => address(self.rng, self.module),
            Type::Float(kind) => {
                let common = [0, 0x3ff8_0000_0000_0000, 0x3fc0_0000, u128::MAX, 0x7ff0_0000_0000_0000];
                let bits = if self.rng.flip() { self.rng.wide() } else { self.rng.pick(&common) };
                Const::Float { kind, bits: truncate(bits, kind.bits() as u16) }
            }
        };
        Operand::Const(self.module.consts.intern(constant))
    }

    fn any(&mut self) -> Operand {
        let ty = ty(self.rng);
        self.operand(ty)
    }

    fn inst(&mut self) -> Inst {
        let mut kind = self.kind();
        let mut dst = None;
        match &mut kind {
            InstKind::Call(call) => call.rets = call.signature.rets.iter().map(|ty| self.new_reg(*ty)).collect(),
            InstKind::Unsupported(unsupported) => {
                for _ in 0..self.rng.below(3) {
                    let ty = ty(self.rng);
                    unsupported.rets.push(self.new_reg(ty));
                }
            }
            kind => dst = kind.result_type(self.module.data_model).map(|ty| self.new_reg(ty)),
        }
        Inst { dst, loc: place(self.rng, self.module), kind }
    }

    fn kind(&mut self) -> InstKind {
        let word = self.module.data_model.pointer_int();
        let align = 1 << self.rng.below(5);
        match self.rng.below(27) {
            0..=2 => {
                let names = ["add", "sub", "mul", "shl", "sdiv", "xor", "lshr"];
                let name = self.rng.below(names.len());
                let ty = int(self.rng);
                let op = BinOp::named(names[name]).expect("a known operation");
                InstKind::Binary { op, ty, a: self.operand(ty), b: self.operand(ty), nsw: name < 4 && self.rng.flip() }
            }
            3 => {
                let op = self.rng.pick(&[OverflowOp::Add, OverflowOp::Sub, OverflowOp::Mul]);
                let ty = int(self.rng);
                InstKind::Overflows { op, signed: self.rng.flip(), ty, a: self.operand(ty), b: self.operand(ty) }
            }
            4 => {
                let op = self.rng.pick(&[BitOp::PopCount, BitOp::LeadingZeros, BitOp::Bswap, BitOp::Reverse]);
                let ty = Type::Int(self.rng.pick(&[16, 32, 64, 128]));
                let nonzero = op == BitOp::LeadingZeros && self.rng.flip();
                InstKind::Bits { op, ty, a: self.operand(ty), nonzero }
            }
            5 => {
                let ty = if self.rng.flip() { Type::Ptr } else { int(self.rng) };
                let pred = self.rng.pick(&[Predicate::Eq, Predicate::Slt, Predicate::Uge]);
                InstKind::Compare { pred, ty, a: self.operand(ty), b: self.operand(ty) }
            }
            6 => {
                let ty = Type::Float(self.rng.pick(&FloatKind::ALL));
                let op = self.rng.pick(&[FloatBinOp::Add, FloatBinOp::CopySign]);
                InstKind::FloatBinary { op, ty, a: self.operand(ty), b: self.operand(ty) }
            }
            7 => {
                let ty = Type::Float(self.rng.pick(&FloatKind::ALL));
                match self.rng.below(3) {
                    0 => InstKind::FloatUnary { op: FloatUnOp::Neg, ty, a: self.operand(ty) },
                    1 => InstKind::FloatClass { mask: self.rng.below(1024) as u16, ty, a: self.operand(ty) },
                    _ => InstKind::FloatCompare {
                        pred: self.rng.pick(&[FloatPredicate::Uno, FloatPredicate::True]),
                        ty,
                        a: self.operand(ty),
                        b: self.operand(ty),
                    },
                }
            }
            8 => {
                let (op, from, to) = self.rng.pick(&[
                    (CastOp::Trunc, Type::Int(64), Type::Int(8)),
                    (CastOp::SExt, Type::Int(8), Type::Int(128)),
                    (CastOp::Bitcast, Type::Int(64), Type::Float(FloatKind::F64)),
                    (CastOp::PtrToInt, Type::Ptr, Type::Int(32)),
                    (CastOp::IntToPtr, Type::Int(64), Type::Ptr),
                    (CastOp::FloatToFloat, Type::Float(FloatKind::F80), Type::Float(FloatKind::F32)),
                ]);
                InstKind::Cast { op, from, to, a: self.operand(from) }
            }
            9 => {
                let ty = ty(self.rng);
                InstKind::Select { ty, cond: self.operand(Type::BOOL), a: self.operand(ty), b: self.operand(ty) }
            }
            10 | 11 => InstKind::Offset {
                base: self.operand(Type::Ptr),
                terms: (0..self.rng.below(3))
                    .map(|_| OffsetTerm { value: self.operand(word), scale: self.rng.pick(&[1, 4, -8, i64::MIN]) })
                    .collect(),
                constant: self.rng.pick(&[0, 8, -8, i64::MIN, i64::MAX]),
                of: c_type(self.rng, self.module),
            },
            12 => InstKind::Alloca {
                size: self.operand(word),
                align,
                dynamic: self.rng.flip(),
                name: if self.rng.flip() { Some(self.rng.name().into_boxed_str()) } else { None },
                of: c_type(self.rng, self.module),
            },
            13 => InstKind::StackSave,
            14 => InstKind::StackRestore { mark: self.operand(word) },
            15 if self.rng.flip() => InstKind::LifetimeStart { ptr: self.operand(Type::Ptr) },
            15 => InstKind::LifetimeEnd { ptr: self.operand(Type::Ptr) },
            16 => {
                let ty = ty(self.rng);
                InstKind::Load { ty, ptr: self.operand(Type::Ptr), align, of: c_type(self.rng, self.module) }
            }
            17 => {
                let ty = ty(self.rng);
                let (ptr, value) = (self.operand(Type::Ptr), self.operand(ty));
                InstKind::Store { ty, ptr, value, align, of: c_type(self.rng, self.module) }
            }
            18 => {
                let kind = self.rng.pick(&[CopyKind::Copy, CopyKind::Move]);
                let (dst, src) = (self.operand(Type::Ptr), self.operand(Type::Ptr));
                InstKind::MemCopy { kind, dst, src, len: self.operand(word) }
            }
            19 => {
                let (dst, byte) = (self.operand(Type::Ptr), self.operand(Type::Int(8)));
                InstKind::MemSet { dst, byte, len: self.operand(word) }
            }
            20 | 21 => self.call(),
            22 => {
                let (kind, ty) = self.rng.pick(&[
                    (NondetKind::Bool, Type::Int(8)),
                    (NondetKind::Pointer, Type::Ptr),
                    (NondetKind::Float, Type::Float(FloatKind::F64)),
                    (NondetKind::StdinByte, Type::Int(32)),
                ]);
                InstKind::Nondet { ty, kind }
            }
            23 => InstKind::Undef { ty: ty(self.rng) },
            24 if self.rng.flip() => InstKind::Assume { cond: self.operand(Type::BOOL) },
            24 => {
                let what = self.rng.pick(&[Requirement::Assumption, Requirement::ArraySize, Requirement::Result]);
                InstKind::Require { cond: self.operand(Type::BOOL), what }
            }
            25 if !self.func().vars.is_empty() => {
                let var = self.func().vars.len();
                let var = VarId::from_index(self.rng.below(var));
                if self.rng.flip() { InstKind::Unbind { var } } else { InstKind::Bind { var, value: self.any() } }
            }
            26 if self.func().signature.variadic => InstKind::VaStart { list: self.operand(Type::Ptr) },
            _ => InstKind::Unsupported(Box::new(Unsupported {
                what: self.rng.name(),
                args: (0..self.rng.below(3)).map(|_| self.any()).collect(),
                rets: Vec::new(),
            })),
        }
    }

    fn call(&mut self) -> InstKind {
        let signature = Signature {
            params: (0..self.rng.below(3)).map(|_| ty(self.rng)).collect(),
            rets: (0..self.rng.below(3)).map(|_| ty(self.rng)).collect(),
            variadic: self.rng.flip(),
        };
        let mut types = signature.params.clone();
        if signature.variadic {
            types.extend((0..self.rng.below(3)).map(|_| ty(self.rng)));
        }
        let args = types
            .into_iter()
            .map(|ty| {
                let by_value = ByValue { size: self.rng.next(), align: 1 << self.rng.below(8) };
                let by_value = if ty == Type::Ptr && self.rng.flip() { Some(by_value) } else { None };
                Arg { value: self.operand(ty), by_value }
            })
            .collect();
        let callee = if self.rng.flip() {
            Callee::Direct(FuncId::from_index(self.rng.below(self.module.funcs.len())))
        } else {
            Callee::Indirect(self.operand(Type::Ptr))
        };
        InstKind::Call(Box::new(Call { rets: Vec::new(), callee, args, signature }))
    }

    fn term(&mut self, blocks: usize) -> TermKind {
        match if blocks == 1 { 4 + self.rng.below(4) } else { self.rng.below(8) } {
            0 => TermKind::Jump(self.target(blocks)),
            1 => TermKind::Branch {
                cond: self.operand(Type::BOOL),
                then: self.target(blocks),
                otherwise: self.target(blocks),
            },
            2 => {
                let width = self.rng.pick(&[1, 8, 32, 128]);
                let mut values: Vec<u128> =
                    (0..self.rng.below(4)).map(|_| self.rng.wide()).map(|value| truncate(value, width)).collect();
                values.sort_unstable();
                values.dedup();
                TermKind::Switch {
                    ty: Type::Int(width),
                    value: self.operand(Type::Int(width)),
                    cases: values.into_iter().map(|value| (value, self.target(blocks))).collect(),
                    default: self.target(blocks),
                }
            }
            3 => TermKind::IndirectJump {
                addr: self.operand(Type::Ptr),
                targets: (0..self.rng.below(3)).map(|_| self.target(blocks)).collect(),
            },
            4 => {
                let rets = self.func().signature.rets.clone();
                TermKind::Return(rets.into_iter().map(|ty| self.operand(ty)).collect())
            }
            5 => TermKind::Unreachable,
            6 => {
                let kind = self.rng.pick(&[ExitKind::Exit, ExitKind::Abort]);
                TermKind::Exit { kind, status: self.operand(Type::Int(32)) }
            }
            _ => TermKind::Unsupported { what: self.rng.name() },
        }
    }

    fn target(&mut self, blocks: usize) -> Target {
        let block = BlockId::from_index(1 + self.rng.below(blocks - 1));
        let func = &self.module.funcs[self.id];
        let types: Vec<Type> = func.blocks[block].params.iter().map(|reg| func.regs[*reg].ty).collect();
        Target { block, args: types.into_iter().map(|ty| self.operand(ty)).collect() }
    }
}
