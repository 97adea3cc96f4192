//! A module made by hand, as people read it.

use expect_test::expect;
use ir::*;

fn main_with(module: &mut Module, insts: Vec<Inst>, kind: TermKind) -> FuncId {
    let term = Terminator { loc: Places::nowhere(), kind };
    module.funcs.push(Function {
        name: "main".to_string(),
        signature: Signature { params: vec![], rets: vec![Type::Int(32)], variadic: false },
        params: vec![],
        body: FuncBody::Defined,
        regs: IdVec::new(),
        vars: IdVec::new(),
        blocks: vec![Block { params: vec![], insts, term }].into(),
        ty: None,
        loc: Places::nowhere(),
        model: false,
        assumed: None,
        struct_return: None,
    })
}

#[test]
fn sample() {
    let mut module = Module::new(DataModel::Lp64);
    let file = module.places.files.push(SourceFile { path: "box.c".to_string(), model: false });
    let mut at = |line, column| module.places.intern(Loc { file, line, column });
    let (start, declared, stored, returned) = (at(1, 5), at(2, 7), at(3, 5), at(4, 3));
    let int = module.types.push(CType::Base { name: "int".to_string(), size: 4, encoding: Encoding::Signed });
    let size = Operand::Const(module.consts.int(64, 4));
    let value = Operand::Const(module.consts.int(32, u128::MAX));
    let main = main_with(&mut module, vec![], TermKind::Unreachable);
    let func = &mut module.funcs[main];
    func.loc = start;
    let object = func.new_reg(Type::Ptr);
    func.regs[object].name = Some("x".into());
    let loaded = func.regs.push(RegInfo { ty: Type::Int(32), name: None, of: Some(int) });
    let ptr = Operand::Reg(object);
    let (ty, align, of) = (Type::Int(32), 4, Some(int));
    let alloca = InstKind::Alloca { size, align, dynamic: false, name: Some("x".into()), of };
    let entry = func.entry();
    func.blocks[entry] = Block {
        params: vec![],
        insts: vec![
            Inst { dst: Some(object), loc: declared, kind: alloca },
            Inst { dst: None, loc: stored, kind: InstKind::Store { ty, ptr, value, align, of } },
            Inst { dst: Some(loaded), loc: returned, kind: InstKind::Load { ty, ptr, align, of } },
        ],
        term: Terminator { loc: returned, kind: TermKind::Return(vec![Operand::Reg(loaded)]) },
    };
    verify(&module).expect("the module is right");
    expect![[r#"
        module lp64

        func @main() -> i32 !f0:1:5 {
        bb0:
          %x.0 = alloca 4 align 4 "x" of #0 !2:7
          store i32 -1 to %x.0 align 4 of #0 !3:5
          %1 #0 = load i32 %x.0 align 4 of #0 !4:3
          return %1 !4:3
        }

        file f0 "box.c"

        type #0 = base "int" 4 signed   // int
    "#]]
    .assert_eq(&module.to_string());
}

/// What no text can say, the verifier must still reject, and the printer survive.
#[test]
fn wrong_numbers_are_rejected() {
    let far = 1000;
    let reg = RegId::from_index(far);
    let unknown = Operand::Const(ConstId::from_index(far));
    let nowhere = Places::nowhere();
    let inst = |kind| Inst { dst: None, loc: nowhere, kind };
    let direct = Callee::Direct(FuncId::from_index(far));
    let call = Call { rets: vec![], callee: direct, args: vec![], signature: Signature::default() };
    let undef = InstKind::Undef { ty: Type::Ptr };
    let cases: Vec<(Inst, &str)> = vec![
        (inst(InstKind::Assume { cond: Operand::Reg(reg) }), "there is no register %1000"),
        (inst(InstKind::Assume { cond: unknown }), "there is no constant 1000"),
        (inst(InstKind::Unbind { var: VarId::from_index(far) }), "there is no variable $1000"),
        (inst(InstKind::Call(Box::new(call))), "there is no such function"),
        (Inst { dst: Some(reg), loc: nowhere, kind: undef.clone() }, "there is no register %1000"),
        (inst(InstKind::Undef { ty: Type::Ptr }), "the result has no register"),
        (
            Inst {
                dst: Some(RegId::from_index(0)),
                loc: nowhere,
                kind: InstKind::Unbind { var: VarId::from_index(0) },
            },
            "an instruction without a result has a register for it",
        ),
        (
            Inst { dst: Some(RegId::from_index(0)), loc: LocId::from_index(far), kind: undef.clone() },
            "there is no such place",
        ),
        (
            Inst {
                dst: Some(RegId::from_index(0)),
                loc: nowhere,
                kind: InstKind::Load {
                    ty: Type::Ptr,
                    ptr: Operand::Const(ConstId::from_index(0)),
                    align: 8,
                    of: Some(TypeId::from_index(far)),
                },
            },
            "there is no such C type",
        ),
    ];
    for (inst, expected) in cases {
        let mut module = Module::new(DataModel::Lp64);
        module.consts.intern(Const::Null);
        let main = main_with(&mut module, vec![inst], TermKind::Unreachable);
        module.funcs[main].new_reg(Type::Ptr);
        module.funcs[main].vars.push(Var { name: "x".to_string(), ty: None, loc: nowhere });
        let errors = verify(&module).expect_err(expected);
        assert!(errors[0].to_string().starts_with("@main: bb0: `"), "{}", errors[0]);
        assert_eq!(errors[0].message, expected);
        assert!(module.to_string().contains("func @main"));
    }
}

#[test]
fn every_register_has_one_definition_and_every_function_one_name() {
    let mut module = Module::new(DataModel::Lp64);
    let undef = |dst| Inst { dst: Some(dst), loc: Places::nowhere(), kind: InstKind::Undef { ty: Type::Ptr } };
    let reg = RegId::from_index(0);
    let main = main_with(&mut module, vec![undef(reg), undef(reg)], TermKind::Unreachable);
    module.funcs[main].new_reg(Type::Ptr);
    main_with(&mut module, vec![], TermKind::Unreachable);
    let messages: Vec<String> =
        verify(&module).expect_err("two errors").iter().map(|error| error.message.clone()).collect();
    assert_eq!(messages, ["the register %0 is defined twice", "another function has the same name"]);
}

#[test]
fn errors_do_not_pile_up() {
    let mut module = Module::new(DataModel::Lp64);
    let assume = InstKind::Assume { cond: Operand::Reg(RegId::from_index(9)) };
    let insts = vec![Inst { dst: None, loc: Places::nowhere(), kind: assume }; 100_000];
    main_with(&mut module, insts, TermKind::Unreachable);
    assert_eq!(verify(&module).expect_err("many errors").len(), 50);
}
