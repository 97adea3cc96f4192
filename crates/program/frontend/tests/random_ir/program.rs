//! Random modules in LLVM's text form that its verifier accepts: every instruction on every type that it may have.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::rng::Rng;
use super::types::Ty;

const BINARY: [&str; 13] =
    ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"];
const FLOAT_BINARY: [&str; 5] = ["fadd", "fsub", "fmul", "fdiv", "frem"];
const INT_PREDICATES: [&str; 10] = ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];
const FLOAT_PREDICATES: [&str; 6] = ["false", "oeq", "ugt", "ord", "uno", "true"];
/// Names that mean something to the front end, here with whatever types.
const NAMES: [&str; 24] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "memcpy",
    "memmove",
    "memset",
    "exit",
    "abort",
    "reach_error",
    "strlen",
    "__VERIFIER_nondet_int",
    "__VERIFIER_nondet_pointer",
    "__VERIFIER_nondet_bool",
    "__VERIFIER_assume",
    "sqrt",
    "fmin",
    "__cairn_math1",
    "__cairn_stdin_byte",
    "__cairn_unsupported",
    "__cxa_throw",
    "__assert_fail",
    "printf",
    "unknown",
];

/// One random module.
pub fn module(rng: &mut Rng) -> String {
    let mut program = Program { rng, declarations: BTreeMap::new(), text: String::new() };
    program.globals();
    for number in 0..4 {
        program.function(number);
    }
    let mut text =
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
                    target triple = \"x86_64-pc-linux-gnu\"\n"
            .to_string();
    text.push_str(&program.text);
    for declaration in program.declarations.values() {
        text.push_str(declaration);
        text.push('\n');
    }
    text
}

struct Program<'a> {
    rng: &'a mut Rng,
    /// By name.
    declarations: BTreeMap<String, String>,
    text: String,
}

/// What a function under construction has.
struct Function {
    variadic: bool,
    values: Vec<(Ty, String)>,
    blocks: usize,
    next: usize,
    body: String,
}

impl Function {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn line(&mut self, line: String) {
        self.body.push_str("  ");
        self.body.push_str(&line);
        self.body.push('\n');
    }

    /// An instruction with a result.
    fn result(&mut self, ty: Ty, text: String) -> String {
        let name = self.name();
        self.line(format!("{name} = {text}"));
        self.values.push((ty, name.clone()));
        name
    }
}

impl Program<'_> {
    fn globals(&mut self) {
        for number in 0..6 {
            let ty = Ty::any(self.rng, 2);
            let value = self.constant(&ty);
            let kind = self.rng.pick(&["global", "constant", "internal global", "thread_local global"]);
            let _ = writeln!(self.text, "@g{number} = {kind} {ty} {value}");
        }
        let difference = "sub (i64 ptrtoint (ptr @g0 to i64), i64 ptrtoint (ptr @g1 to i64))";
        let cut = "trunc (i64 ptrtoint (ptr @g0 to i64) to i16)";
        let _ = writeln!(self.text, "@d0 = global i64 {difference}\n@d1 = global i16 {cut}");
        let _ = writeln!(self.text, "@d2 = global [2 x ptr] [ptr @f0, ptr getelementptr (i8, ptr @g2, i64 3)]");
        let _ = writeln!(self.text, "%opaque = type opaque\n@open = external global %opaque");
        let _ = writeln!(self.text, "@weak = extern_weak global i32\n@absent = external global [0 x i32]");
        let _ = writeln!(self.text, "@other = alias i8, ptr @g3\n@call = alias void (), ptr @f1");
        let _ = writeln!(self.text, "@chosen = ifunc void (), ptr @f2");
    }

    fn constant(&mut self, ty: &Ty) -> String {
        if self.rng.one_in(12) {
            return self.rng.pick(&["undef", "poison", "zeroinitializer"]).to_string();
        }
        match ty {
            Ty::Int(64) if self.rng.one_in(6) => "ptrtoint (ptr @g0 to i64)".to_string(),
            Ty::Int(1) => self.rng.pick(&["true", "false"]).to_string(),
            Ty::Int(width) => {
                let bits = (*width - 1).min(62);
                format!("{}", self.rng.next() as i64 % (1i64 << bits).max(1))
            }
            Ty::Float("half") => "0xH3C00".to_string(),
            Ty::Float("bfloat") => "0xR3F80".to_string(),
            Ty::Float("x86_fp80") => "0xK3FFF8000000000000000".to_string(),
            Ty::Float("fp128") => "0xL00000000000000003FFF000000000000".to_string(),
            Ty::Float(_) => self.rng.pick(&["0.0", "1.5", "-2.0"]).to_string(),
            Ty::Ptr(0) => self
                .rng
                .pick(&[
                    "null",
                    "@g0",
                    "@f0",
                    "@open",
                    "@weak",
                    "@absent",
                    "@other",
                    "@call",
                    "@chosen",
                    "getelementptr (i8, ptr @g1, i64 -3)",
                    "getelementptr ({ i8, i64 }, ptr @absent, i64 1, i32 1)",
                    "inttoptr (i64 64 to ptr)",
                    "blockaddress(@f0, %b1)",
                ])
                .to_string(),
            Ty::Ptr(_) => "null".to_string(),
            Ty::Vector(count, element) => {
                let values: Vec<String> =
                    (0..*count).map(|_| format!("{element} {}", self.constant(element))).collect();
                format!("<{}>", values.join(", "))
            }
            Ty::Array(_, element) => {
                let members = ty.members();
                let values: Vec<String> =
                    members.iter().map(|_| format!("{element} {}", self.constant(element))).collect();
                format!("[{}]", values.join(", "))
            }
            Ty::Struct(fields) => {
                let values: Vec<String> =
                    fields.iter().map(|field| format!("{field} {}", self.constant(field))).collect();
                format!("{{ {} }}", values.join(", "))
            }
        }
    }

    fn function(&mut self, number: usize) {
        let variadic = self.rng.one_in(3);
        // The second and the third are what an alias and an `ifunc` name.
        let (params, ret) = match number {
            0 | 3 => {
                let count = self.rng.below(4);
                let params: Vec<Ty> = (0..count).map(|_| Ty::any(self.rng, 1)).collect();
                (params, Some(Ty::any(self.rng, 1)).filter(|_| !self.rng.one_in(4)))
            }
            1 => (Vec::new(), None),
            _ => (Vec::new(), Some(Ty::PTR)),
        };
        let mut function =
            Function { variadic, values: Vec::new(), blocks: 2 + self.rng.below(5), next: 0, body: String::new() };
        let mut head: Vec<String> = Vec::new();
        for ty in params {
            let name = function.name();
            let by_value = ty == Ty::PTR && self.rng.one_in(2);
            let attribute = if by_value { "byval({ i64, i8 }) align 64 " } else { "" };
            head.push(format!("{ty} {attribute}{name}"));
            function.values.push((ty, name));
        }
        if variadic {
            head.push("...".to_string());
        }
        self.body(&mut function, ret.as_ref());
        let ret = ret.map_or("void".to_string(), |ty| ty.to_string());
        let _ = writeln!(self.text, "define {ret} @f{number}({}) {{\n{}}}", head.join(", "), function.body);
    }

    /// A first block that dominates the others, and blocks that jump to each other.
    fn body(&mut self, function: &mut Function, ret: Option<&Ty>) {
        function.body.push_str("b0:\n");
        for _ in 0..3 {
            let ty = Ty::any(self.rng, 1);
            function.result(Ty::PTR, format!("alloca {ty}"));
        }
        for _ in 0..12 {
            self.instruction(function);
        }
        let shared = function.values.len();
        // Ends of blocks come first: phi nodes need to know who jumps where.
        let mut ends: Vec<(String, Vec<usize>)> = Vec::new();
        for _ in 0..function.blocks {
            ends.push(self.end(function, ret, shared));
        }
        for block in 0..function.blocks {
            if block > 0 {
                let _ = writeln!(function.body, "b{block}:");
                let edges: Vec<usize> = (0..ends.len())
                    .flat_map(|from| ends[from].1.iter().filter(|&&to| to == block).map(move |_| from))
                    .collect();
                for _ in 0..self.rng.below(3) {
                    self.phi(function, &edges, shared);
                }
                for _ in 0..self.rng.below(10) {
                    self.instruction(function);
                }
            }
            function.body.push_str(&ends[block].0);
            function.values.truncate(shared);
        }
    }

    fn phi(&mut self, function: &mut Function, edges: &[usize], shared: usize) {
        if edges.is_empty() {
            return;
        }
        let ty = Ty::any(self.rng, 1);
        let mut incoming: BTreeMap<usize, String> = BTreeMap::new();
        for &from in edges {
            let value = self.value_of_first(function, &ty, shared);
            incoming.entry(from).or_insert(value);
        }
        let pairs: Vec<String> = edges.iter().map(|from| format!("[ {}, %b{from} ]", incoming[from])).collect();
        function.result(ty.clone(), format!("phi {ty} {}", pairs.join(", ")));
    }

    /// The text of a block's end, and where it goes, once per edge.
    fn end(&mut self, function: &mut Function, ret: Option<&Ty>, shared: usize) -> (String, Vec<usize>) {
        let target = |rng: &mut Rng| 1 + rng.below(function.blocks - 1);
        let (a, b) = (target(self.rng), target(self.rng));
        match self.rng.below(9) {
            0 | 1 => (format!("  br label %b{a}\n"), vec![a]),
            2 | 3 => {
                let cond = self.value_of_first(function, &Ty::BOOL, shared);
                (format!("  br i1 {cond}, label %b{a}, label %b{b}\n"), vec![a, b])
            }
            4 => {
                let ty = Ty::Int(self.rng.pick(&[8, 32, 64, 128, 300]));
                let value = self.value_of_first(function, &ty, shared);
                let cases = format!("{ty} 1, label %b{b} {ty} -7, label %b{a}");
                (format!("  switch {ty} {value}, label %b{a} [ {cases} ]\n"), vec![a, b, a])
            }
            5 => {
                let value = self.value_of_first(function, &Ty::PTR, shared);
                (format!("  indirectbr ptr {value}, [label %b{a}, label %b{b}]\n"), vec![a, b])
            }
            6 => ("  unreachable\n".to_string(), Vec::new()),
            _ => {
                let text = match ret {
                    Some(ty) => format!("  ret {ty} {}\n", self.value_of_first(function, ty, shared)),
                    None => "  ret void\n".to_string(),
                };
                (text, Vec::new())
            }
        }
    }

    /// A value of a type, if possible one that the first block or a parameter made.
    fn value_of_first(&mut self, function: &Function, ty: &Ty, shared: usize) -> String {
        let found: Vec<&String> =
            function.values[..shared].iter().filter(|(other, _)| other == ty).map(|(_, name)| name).collect();
        if found.is_empty() || self.rng.one_in(4) {
            return self.constant(ty);
        }
        found[self.rng.below(found.len())].clone()
    }

    fn value(&mut self, function: &Function, ty: &Ty) -> String {
        self.value_of_first(function, ty, function.values.len())
    }

    fn typed(&mut self, function: &Function, ty: &Ty) -> String {
        format!("{ty} {}", self.value(function, ty))
    }

    fn instruction(&mut self, function: &mut Function) {
        match self.rng.below(22) {
            0 | 1 => self.binary(function),
            2 => self.compare(function),
            3 | 4 => self.cast(function),
            5 => self.select(function),
            6 | 7 => self.load_or_store(function),
            8 => self.address(function),
            9 | 10 => self.aggregate(function),
            11 | 12 => self.vector(function),
            13 => self.atomic(function),
            14 | 15 => self.call(function),
            16..=18 => self.intrinsic(function),
            19 => self.assembly(function),
            _ => self.other(function),
        }
    }

    fn binary(&mut self, function: &mut Function) {
        let is_int = !self.rng.one_in(3);
        let scalar = if is_int { Ty::int(self.rng) } else { Ty::float(self.rng) };
        let ty = Ty::maybe_vector(self.rng, scalar);
        let (a, b) = (self.value(function, &ty), self.value(function, &ty));
        if !is_int && self.rng.one_in(5) {
            function.result(ty.clone(), format!("fneg {ty} {a}"));
            return;
        }
        let op = if is_int { self.rng.pick(&BINARY) } else { self.rng.pick(&FLOAT_BINARY) };
        let flags = match op {
            "add" | "sub" | "mul" | "shl" => self.rng.pick(&["", "nsw", "nuw"]),
            _ => "",
        };
        function.result(ty.clone(), format!("{op} {flags} {ty} {a}, {b}"));
    }

    fn compare(&mut self, function: &mut Function) {
        let scalar = Ty::scalar(self.rng);
        let is_float = matches!(scalar, Ty::Float(_));
        let ty = Ty::maybe_vector(self.rng, scalar);
        let (a, b) = (self.value(function, &ty), self.value(function, &ty));
        let result = ty.with_lane(Ty::BOOL);
        let text = match is_float {
            true => format!("fcmp {} {ty} {a}, {b}", self.rng.pick(&FLOAT_PREDICATES)),
            false => format!("icmp {} {ty} {a}, {b}", self.rng.pick(&INT_PREDICATES)),
        };
        function.result(result, text);
    }

    fn cast(&mut self, function: &mut Function) {
        let (one, two) = (Ty::int(self.rng), Ty::int(self.rng));
        let (Ty::Int(a), Ty::Int(b)) = (&one, &two) else { return };
        let (small, large) = if a < b { (one.clone(), two.clone()) } else { (two.clone(), one.clone()) };
        let float = Ty::float(self.rng);
        let (op, from, to) = match self.rng.below(10) {
            0 | 1 if small == large => ("bitcast", small, large),
            0 => ("trunc", large, small),
            1 => (self.rng.pick(&["zext", "sext"]), small, large),
            2 if small == large => return,
            2 => ("trunc", large, small),
            3 => (self.rng.pick(&["fptosi", "fptoui"]), float, one),
            4 => (self.rng.pick(&["sitofp", "uitofp"]), one, float),
            5 => ("fpext", Ty::Float("float"), Ty::Float(self.rng.pick(&["double", "x86_fp80", "fp128"]))),
            6 => ("fptrunc", Ty::Float(self.rng.pick(&["double", "x86_fp80"])), Ty::Float("half")),
            7 => ("ptrtoint", Ty::Ptr(self.rng.below(2) as u32), one),
            8 => ("inttoptr", one, Ty::Ptr(self.rng.below(2) as u32)),
            _ => ("addrspacecast", Ty::PTR, Ty::Ptr(1)),
        };
        if self.rng.one_in(6) {
            return self.bits_cast(function);
        }
        let shape = Ty::maybe_vector(self.rng, Ty::BOOL);
        let (from, to) = (shape.with_lane(from), shape.with_lane(to));
        let value = self.typed(function, &from);
        function.result(to.clone(), format!("{op} {value} to {to}"));
    }

    /// Between types of 128, 64 or 16 bits.
    fn bits_cast(&mut self, function: &mut Function) {
        let vector = |count, lane| Ty::Vector(count, Box::new(lane));
        let types = match self.rng.below(3) {
            0 => vec![Ty::Int(128), Ty::Float("fp128"), vector(4, Ty::Int(32)), vector(2, Ty::Float("double"))],
            1 => vec![Ty::Int(64), Ty::Float("double"), vector(64, Ty::BOOL), vector(1, Ty::Int(64))],
            _ => vec![Ty::Int(16), Ty::Float("half"), Ty::Float("bfloat"), vector(2, Ty::Int(8)), vector(16, Ty::BOOL)],
        };
        let (from, to) = (types[self.rng.below(types.len())].clone(), types[self.rng.below(types.len())].clone());
        let value = self.typed(function, &from);
        function.result(to.clone(), format!("bitcast {value} to {to}"));
    }

    fn select(&mut self, function: &mut Function) {
        let ty = Ty::any(self.rng, 1);
        let cond = match ty {
            Ty::Vector(..) if self.rng.one_in(2) => ty.with_lane(Ty::BOOL),
            _ => Ty::BOOL,
        };
        let text = format!(
            "select {}, {}, {}",
            self.typed(function, &cond),
            self.typed(function, &ty),
            self.typed(function, &ty)
        );
        function.result(ty, text);
    }

    fn load_or_store(&mut self, function: &mut Function) {
        let ty = Ty::any(self.rng, 2);
        let address = self.typed(function, &Ty::PTR);
        let volatile = self.rng.pick(&["", "", "volatile "]);
        let align = self.rng.pick(&["", ", align 1", ", align 64"]);
        if self.rng.one_in(2) {
            function.result(ty.clone(), format!("load {volatile}{ty}, {address}{align}"));
        } else {
            let value = self.typed(function, &ty);
            function.line(format!("store {volatile}{value}, {address}{align}"));
        }
    }

    fn address(&mut self, function: &mut Function) {
        let source = Ty::any(self.rng, 2);
        let index = Ty::int(self.rng);
        let index = self.typed(function, &index);
        let mut path = String::new();
        let mut ty = source.clone();
        while !matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Ptr(_)) && !self.rng.one_in(4) {
            match &ty {
                Ty::Struct(fields) if fields.is_empty() => break,
                Ty::Struct(fields) => {
                    let field = self.rng.below(fields.len());
                    let _ = write!(path, ", i32 {field}");
                    ty = fields[field].clone();
                }
                Ty::Array(_, element) | Ty::Vector(_, element) => {
                    let inner = self.typed(function, &Ty::Int(64));
                    let _ = write!(path, ", {inner}");
                    ty = element.as_ref().clone();
                }
                Ty::Int(_) | Ty::Float(_) | Ty::Ptr(_) => break,
            }
        }
        let base = Ty::maybe_vector(self.rng, Ty::PTR);
        let inbounds = self.rng.pick(&["", "inbounds "]);
        let text = format!("getelementptr {inbounds}{source}, {}, {index}{path}", self.typed(function, &base));
        function.result(base, text);
    }

    fn aggregate(&mut self, function: &mut Function) {
        let whole = Ty::aggregate(self.rng, 2);
        let (mut ty, mut path) = (whole.clone(), String::new());
        loop {
            let members = ty.members();
            if members.is_empty() || (!path.is_empty() && self.rng.one_in(2)) {
                break;
            }
            let index = self.rng.below(members.len());
            let _ = write!(path, ", {index}");
            ty = members[index].clone();
        }
        if path.is_empty() {
            return;
        }
        let from = self.typed(function, &whole);
        if self.rng.one_in(2) {
            function.result(ty, format!("extractvalue {from}{path}"));
        } else {
            let part = self.typed(function, &ty);
            function.result(whole, format!("insertvalue {from}, {part}{path}"));
        }
    }

    fn vector(&mut self, function: &mut Function) {
        let ty = Ty::vector(self.rng);
        let from = self.typed(function, &ty);
        let index_type = Ty::int(self.rng);
        let index = match self.rng.below(2) {
            0 => self.typed(function, &index_type),
            _ => format!("i32 {}", self.rng.below(5)),
        };
        let lane = ty.lane().clone();
        match self.rng.below(3) {
            0 => {
                function.result(lane, format!("extractelement {from}, {index}"));
            }
            1 => {
                let value = self.typed(function, &lane);
                function.result(ty, format!("insertelement {from}, {value}, {index}"));
            }
            _ => {
                let other = self.typed(function, &ty);
                let Ty::Vector(count, _) = ty else { return };
                let lanes = 1 + self.rng.below(6);
                let mask: Vec<String> = (0..lanes)
                    .map(|_| match self.rng.below(4) {
                        0 => "i32 undef".to_string(),
                        _ => format!("i32 {}", self.rng.below(2 * count as usize)),
                    })
                    .collect();
                let text = format!("shufflevector {from}, {other}, <{lanes} x i32> <{}>", mask.join(", "));
                function.result(Ty::Vector(lanes as u32, Box::new(lane)), text);
            }
        }
    }

    fn atomic(&mut self, function: &mut Function) {
        let ty = Ty::Int(self.rng.pick(&[8, 16, 32, 64, 128]));
        let address = self.typed(function, &Ty::PTR);
        match self.rng.below(5) {
            0 => function.line("fence seq_cst".to_string()),
            1 => {
                let ty = if self.rng.one_in(3) { Ty::PTR } else { ty };
                let (old, new) = (self.typed(function, &ty), self.typed(function, &ty));
                let text = format!("cmpxchg {address}, {old}, {new} seq_cst seq_cst");
                function.result(Ty::Struct(vec![ty, Ty::BOOL]), text);
            }
            2 => {
                let ty = self.rng.pick(&["float", "double", "half"]);
                let ty = Ty::Float(ty);
                let op = self.rng.pick(&["fadd", "fsub", "fmax", "fmin", "xchg"]);
                let value = self.typed(function, &ty);
                function.result(ty, format!("atomicrmw {op} {address}, {value} seq_cst"));
            }
            3 => {
                let value = self.typed(function, &Ty::PTR);
                function.result(Ty::PTR, format!("atomicrmw xchg {address}, {value} seq_cst"));
            }
            _ => {
                let op = self.rng.pick(&[
                    "xchg",
                    "add",
                    "sub",
                    "and",
                    "nand",
                    "or",
                    "xor",
                    "max",
                    "min",
                    "umax",
                    "umin",
                    "uinc_wrap",
                    "udec_wrap",
                ]);
                let value = self.typed(function, &ty);
                function.result(ty, format!("atomicrmw {op} {address}, {value} seq_cst"));
            }
        }
    }

    /// A call with types of its own, of what may be declared with others.
    fn call(&mut self, function: &mut Function) {
        let callee = match self.rng.below(4) {
            0 => self.value(function, &Ty::PTR),
            1 => format!("@f{}", self.rng.below(4)),
            _ => {
                let name = self.rng.pick(&NAMES);
                if !self.declarations.contains_key(name) {
                    let ret = if self.rng.one_in(3) { "void".to_string() } else { Ty::any(self.rng, 1).to_string() };
                    let params: Vec<String> =
                        (0..self.rng.below(3)).map(|_| Ty::any(self.rng, 1).to_string()).collect();
                    self.declarations.insert(name.to_string(), format!("declare {ret} @{name}({})", params.join(", ")));
                }
                format!("@{name}")
            }
        };
        // Constants that are no functions cannot be called by their name.
        let callee = if callee == "poison" || callee == "undef" || callee == "zeroinitializer" {
            "null".to_string()
        } else {
            callee
        };
        let mut args = Vec::new();
        for _ in 0..self.rng.below(4) {
            let ty = Ty::any(self.rng, 1);
            let value = self.value(function, &ty);
            let attribute = match ty {
                Ty::Ptr(0) if self.rng.one_in(3) => "byval({ i64, [40 x i8] }) align 32 ",
                _ => "",
            };
            args.push(format!("{ty} {attribute}{value}"));
        }
        let variadic = self.rng.pick(&["", "", " (...)"]);
        let args = args.join(", ");
        if self.rng.one_in(3) {
            function.line(format!("call void{variadic} {callee}({args})"));
        } else {
            let ret = Ty::any(self.rng, 1);
            function.result(ret.clone(), format!("call {ret}{variadic} {callee}({args})"));
        }
    }

    fn intrinsic(&mut self, function: &mut Function) {
        let int = Ty::int(self.rng);
        let ints = Ty::maybe_vector(self.rng, int.clone());
        let float = Ty::float(self.rng);
        let floats = Ty::maybe_vector(self.rng, float);
        let (t, f) = (ints.mangled(), floats.mangled());
        match self.rng.below(16) {
            0 => {
                let name = self.rng.pick(&["sadd", "ssub", "smul", "uadd", "usub", "umul"]);
                let ret = Ty::Struct(vec![ints.clone(), ints.with_lane(Ty::BOOL)]);
                self.invoke(function, format!("llvm.{name}.with.overflow.{t}"), Some(ret), &[ints.clone(), ints], "");
            }
            1 => {
                let name =
                    self.rng.pick(&["sadd.sat", "ssub.sat", "uadd.sat", "usub.sat", "smax", "smin", "umax", "umin"]);
                self.invoke(function, format!("llvm.{name}.{t}"), Some(ints.clone()), &[ints.clone(), ints], "");
            }
            2 => {
                let name = self.rng.pick(&["ctpop", "bitreverse"]);
                self.invoke(function, format!("llvm.{name}.{t}"), Some(ints.clone()), &[ints], "");
            }
            3 => {
                let name = self.rng.pick(&["ctlz", "cttz", "abs"]);
                let last = self.rng.pick(&[", i1 true", ", i1 false"]);
                self.invoke(function, format!("llvm.{name}.{t}"), Some(ints.clone()), &[ints], last);
            }
            4 => {
                let ty = Ty::Int(self.rng.pick(&[16, 32, 48, 64, 128, 256]));
                let ty = Ty::maybe_vector(self.rng, ty);
                self.invoke(function, format!("llvm.bswap.{}", ty.mangled()), Some(ty.clone()), &[ty], "");
            }
            5 => {
                let name = self.rng.pick(&["fshl", "fshr"]);
                let args = [ints.clone(), ints.clone(), ints.clone()];
                self.invoke(function, format!("llvm.{name}.{t}"), Some(ints), &args, "");
            }
            6 => {
                let name =
                    self.rng.pick(&["fabs", "sqrt", "floor", "ceil", "trunc", "round", "rint", "roundeven", "sin"]);
                self.invoke(function, format!("llvm.{name}.{f}"), Some(floats.clone()), &[floats], "");
            }
            7 => {
                let name = self.rng.pick(&["copysign", "minnum", "maxnum", "pow"]);
                self.invoke(function, format!("llvm.{name}.{f}"), Some(floats.clone()), &[floats.clone(), floats], "");
            }
            8 => {
                let name = self.rng.pick(&["fma", "fmuladd"]);
                let args = [floats.clone(), floats.clone(), floats.clone()];
                self.invoke(function, format!("llvm.{name}.{f}"), Some(floats), &args, "");
            }
            9 => {
                let ret = floats.with_lane(Ty::BOOL);
                self.invoke(function, format!("llvm.is.fpclass.{f}"), Some(ret), &[floats], ", i32 516");
            }
            10 => {
                let size = self.rng.pick(&[32, 64]);
                let name = self.rng.pick(&["memcpy", "memmove"]);
                let args = [Ty::PTR, Ty::PTR, Ty::Int(size)];
                self.invoke(function, format!("llvm.{name}.p0.p0.i{size}"), None, &args, ", i1 false");
                let args = [Ty::PTR, Ty::Int(8), Ty::Int(size)];
                self.invoke(function, format!("llvm.memset.p0.i{size}"), None, &args, ", i1 false");
            }
            11 => {
                self.invoke(function, "llvm.assume".to_string(), None, &[Ty::BOOL], "");
                let code = self.rng.pick(&["i8 0", "i8 3", "i8 20", "i8 24", "i8 77"]);
                self.invoke(function, "llvm.ubsantrap".to_string(), None, &[], code);
            }
            12 => {
                let bytes = self.rng.pick(&["i64 -1", "i64 4"]);
                let mark = self.rng.pick(&["start", "end"]);
                let slot = function.values.iter().find(|(ty, name)| *ty == Ty::PTR && name.starts_with("%v"));
                let Some((_, slot)) = slot.cloned() else { return };
                let name = format!("llvm.lifetime.{mark}.p0");
                self.declarations.insert(name.clone(), format!("declare void @{name}(i64 immarg, ptr)"));
                function.line(format!("call void @{name}({bytes}, ptr {slot})"));
            }
            13 => {
                let ty = Ty::any(self.rng, 0);
                let name = format!("llvm.is.constant.{}", ty.mangled());
                self.invoke(function, name, Some(Ty::BOOL), &[ty], "");
                let last = ", i1 false, i1 true, i1 false";
                self.invoke(function, "llvm.objectsize.i64.p0".to_string(), Some(Ty::Int(64)), &[Ty::PTR], last);
                let args = [Ty::PTR, Ty::Int(64)];
                self.invoke(function, "llvm.ptrmask.p0.i64".to_string(), Some(Ty::PTR), &args, "");
            }
            14 => {
                let name = self.rng.pick(&["add", "mul", "and", "smax"]);
                let vector = Ty::vector_of(self.rng, int.clone());
                let name = format!("llvm.vector.reduce.{name}.{}", vector.mangled());
                self.invoke(function, name, Some(int.clone()), &[vector], "");
                let expected = format!("llvm.expect.{}", int.mangled());
                self.invoke(function, expected, Some(int.clone()), &[int.clone(), int], "");
            }
            _ => {
                if function.variadic {
                    self.invoke(function, "llvm.va_start.p0".to_string(), None, &[Ty::PTR], "");
                }
                self.invoke(function, "llvm.va_copy.p0".to_string(), None, &[Ty::PTR, Ty::PTR], "");
                self.invoke(function, "llvm.va_end.p0".to_string(), None, &[Ty::PTR], "");
                self.invoke(function, "llvm.stacksave.p0".to_string(), Some(Ty::PTR), &[], "");
                self.invoke(function, "llvm.stackrestore.p0".to_string(), None, &[Ty::PTR], "");
            }
        }
    }

    /// Declares an intrinsic and calls it; `last` are arguments that must be constants.
    fn invoke(&mut self, function: &mut Function, name: String, ret: Option<Ty>, args: &[Ty], last: &str) {
        let constants = last.split(", ").filter(|constant| !constant.is_empty());
        let fixed = constants.map(|constant| constant.split(' ').next().unwrap_or_default());
        let immediate = if name.contains("fpclass") || name.contains("ubsantrap") { " immarg" } else { "" };
        let params: Vec<String> =
            args.iter().map(Ty::to_string).chain(fixed.map(|ty| format!("{ty}{immediate}"))).collect();
        let result = ret.as_ref().map_or("void".to_string(), Ty::to_string);
        self.declarations.insert(name.clone(), format!("declare {result} @{name}({})", params.join(", ")));
        let values: Vec<String> = args.iter().map(|ty| self.typed(function, ty)).collect();
        let text = format!("call {result} @{name}({}{last})", values.join(", "));
        match ret {
            Some(ty) => {
                function.result(ty, text);
            }
            None => function.line(text),
        }
    }

    fn assembly(&mut self, function: &mut Function) {
        let text = self.rng.pick(&["", " ", "nop"]);
        let (one, two) = (Ty::any(self.rng, 0), Ty::any(self.rng, 0));
        let (a, b) = (self.typed(function, &one), self.typed(function, &two));
        let ret = Ty::any(self.rng, 0);
        match self.rng.below(4) {
            0 => function.line(format!("call void asm sideeffect \"{text}\", \"r,r,~{{memory}}\"({a}, {b})")),
            1 => {
                function.result(ret.clone(), format!("call {ret} asm \"{text}\", \"=r,0\"({a})"));
            }
            2 => {
                let ret = Ty::Struct(vec![ret, two]);
                function.result(ret.clone(), format!("call {ret} asm \"{text}\", \"=r,=&r,0,1\"({a}, {b})"));
            }
            _ => {
                let address = self.value(function, &Ty::PTR);
                let first = format!("ptr elementtype({one}) {address}");
                function.result(ret.clone(), format!("call {ret} asm \"{text}\", \"=*m,=r,1\"({first}, {b})"));
            }
        }
    }

    fn other(&mut self, function: &mut Function) {
        let ty = Ty::any(self.rng, 1);
        match self.rng.below(5) {
            3 => {
                let bundle = self.rng.pick(&["\"align\"(ptr @g0, i64 8)", "\"nonnull\"(ptr @g1)", "\"cold\"()"]);
                let cond = self.value(function, &Ty::BOOL);
                self.declarations.insert("llvm.assume".to_string(), "declare void @llvm.assume(i1)".to_string());
                function.line(format!("call void @llvm.assume(i1 {cond}) [{bundle}]"));
            }
            4 => {
                let slot = function.name();
                function.line(format!("{slot} = alloca <vscale x 4 x i32>"));
                let value = function.name();
                function.line(format!("{value} = load <vscale x 4 x i32>, ptr {slot}"));
                function.line(format!("store <vscale x 4 x i32> {value}, ptr {slot}"));
            }
            0 => {
                let value = self.typed(function, &ty);
                function.result(ty, format!("freeze {value}"));
            }
            1 => {
                let count_type = Ty::int(self.rng);
                let count = self.typed(function, &count_type);
                function.result(Ty::PTR, format!("alloca {ty}, {count}, align 16"));
            }
            _ => {
                let list = self.typed(function, &Ty::PTR);
                let ty = Ty::scalar(self.rng);
                function.result(ty.clone(), format!("va_arg {list}, {ty}"));
            }
        }
    }
}
