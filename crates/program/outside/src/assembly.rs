//! Inline assembly as calls of functions without a body: what it does is not known, what it names is.

use ir::{
    ASSEMBLY, Arg, Call, Callee, FuncBody, FuncId, Function, IdVec, Inst, InstKind, Module, Places, Signature,
    Unsupported,
};

/// No function of C has such a name.
const NAME: &str = "inline_assembly";

/// Makes calls of all inline assembly of the module. Gives the functions, one for each list of operands' types.
pub fn call_assembly(module: &mut Module) -> Vec<FuncId> {
    let mut made: Vec<FuncId> = Vec::new();
    for id in module.funcs.ids().collect::<Vec<_>>() {
        for block in module.funcs[id].blocks.ids().collect::<Vec<_>>() {
            for at in 0..module.funcs[id].blocks[block].insts.len() {
                let Some(node) = assembly(&module.funcs[id].blocks[block].insts[at]).cloned() else { continue };
                let params = node.args.iter().map(|arg| module.operand_type(&module.funcs[id], *arg)).collect();
                let rets = node.rets.iter().map(|ret| module.funcs[id].regs[*ret].ty).collect();
                let signature = Signature { params, rets, variadic: false };
                let callee = Callee::Direct(function(module, &mut made, &signature));
                let args = node.args.into_iter().map(|value| Arg { value, by_value: None }).collect();
                let call = Call { rets: node.rets, callee, args, signature };
                module.funcs[id].blocks[block].insts[at].kind = InstKind::Call(Box::new(call));
            }
        }
    }
    made
}

fn assembly(inst: &Inst) -> Option<&Unsupported> {
    match &inst.kind {
        InstKind::Unsupported(node) if node.what == ASSEMBLY => Some(node),
        // Any other instruction has a meaning, or none at all.
        _ => None,
    }
}

fn function(module: &mut Module, made: &mut Vec<FuncId>, signature: &Signature) -> FuncId {
    if let Some(known) = made.iter().find(|id| module.funcs[**id].signature == *signature) {
        return *known;
    }
    let mut number = made.len() + 1;
    while module.func_named(&format!("{NAME}.{number}")).is_some() {
        number += 1;
    }
    let id = module.funcs.push(Function {
        name: format!("{NAME}.{number}"),
        signature: signature.clone(),
        params: Vec::new(),
        body: FuncBody::External,
        regs: IdVec::new(),
        vars: IdVec::new(),
        blocks: IdVec::new(),
        ty: None,
        loc: Places::nowhere(),
        model: false,
        assumed: None,
        struct_return: None,
    });
    made.push(id);
    id
}
