//! Random modules: the text form loses nothing, the parser survives noise, liveness is what it says.

mod common;

use common::random_module;
use ir::*;
use proptest::prelude::*;

/// Everything in a module, with constants and places by value instead of by number.
fn content(module: &Module) -> String {
    let text = format!(
        "{:?} {:?} {:?} {:#?} {:#?}",
        module.data_model, module.places.files, module.types, module.globals, module.funcs
    );
    let mut result = String::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find("ConstId(").into_iter().chain(rest.find("LocId(")).min() {
        result.push_str(&rest[..start]);
        let (kind, after) = rest[start..].split_once('(').expect("found with it");
        let (number, after) = after.split_once(')').expect("Debug closes it");
        let number: usize = number.trim().trim_end_matches(',').parse().expect("a number");
        result.push_str(&match kind {
            "ConstId" => format!("{:?}", module.consts.get(Id::from_index(number))),
            _ => format!("{:?}", module.places.get(Id::from_index(number))),
        });
        rest = after;
    }
    result + rest
}

fn verified(module: &Module) -> Result<(), TestCaseError> {
    verify(module).map_err(|errors| TestCaseError::fail(format!("{}\n{module}", errors[0])))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn text_loses_nothing(seed: u64) {
        let module = random_module(seed);
        verified(&module)?;
        let text = module.to_string();
        let again = parse(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        verified(&again)?;
        prop_assert_eq!(content(&module), content(&again));
        prop_assert_eq!(&again.to_string(), &text);
    }

    #[test]
    fn noise_never_panics(seed: u64, edits in prop::collection::vec((any::<prop::sample::Index>(), 0..6_u8, any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = random_module(seed).to_string().into_bytes();
        for (at, what, other, byte) in edits {
            let at = at.index(bytes.len());
            let other = other.index(bytes.len());
            match what {
                0 => bytes[at] = byte & 0x7f,
                1 => bytes.insert(at, byte & 0x7f),
                2 => drop(bytes.drain(at.min(other)..(at.max(other)).min(at.min(other) + 20))),
                3 => bytes[at] = bytes[other],
                4 => {
                    let piece = bytes[at..(at + 30).min(bytes.len())].to_vec();
                    bytes.splice(other..other, piece);
                }
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(module) = parse(&text) {
            // What parses prints and parses again, verified or not; what verifies can be analysed.
            let printed = module.to_string();
            if verify(&module).is_ok() {
                let again = parse(&printed).map_err(|error| TestCaseError::fail(format!("{error}\n{printed}")))?;
                prop_assert_eq!(again.to_string(), printed);
                CallGraph::of(&module);
                for func in module.funcs.iter().filter(|func| func.is_defined()) {
                    let cfg = Cfg::of(func);
                    Loops::of(&cfg, &Dominators::of(&cfg));
                    let describer = describe::Describer::new(&module, func);
                    for reg in func.regs.ids() {
                        describer.operand(Operand::Reg(reg));
                        describer.pointed_to(Operand::Reg(reg), 4);
                    }
                }
            }
        }
    }

    #[test]
    fn liveness_is_what_it_says(seed: u64) {
        let module = random_module(seed);
        for func in module.funcs.iter().filter(|func| func.is_defined()) {
            let liveness = Liveness::of(func, &Cfg::of(func));
            for (id, block) in func.blocks.iter_enumerated() {
                for reg in func.regs.ids() {
                    prop_assert_eq!(liveness.live_at_start(func, id).contains(reg), read_later(func, id, 0, reg));
                    let live_out = liveness.live_out(id).contains(reg);
                    let expected = successors(func, id).into_iter().any(|next| {
                        !func.blocks[next].params.contains(&reg) && read_later(func, next, 0, reg)
                    });
                    prop_assert_eq!(live_out, expected);
                    let defined_here = block.params.contains(&reg) || id == func.entry() && func.params.contains(&reg);
                    let live_in = !defined_here && read_later(func, id, 0, reg);
                    prop_assert_eq!(liveness.live_in(id).contains(reg), live_in);
                    for index in 0..block.insts.len() {
                        prop_assert_eq!(
                            liveness.live_after(func, id, index).contains(reg),
                            read_later(func, id, index + 1, reg)
                        );
                    }
                }
                let mut steps = Vec::new();
                liveness.for_each_live_after(func, id, |index, live| steps.push((index, live.clone())));
                for (index, live) in steps {
                    prop_assert_eq!(&live, &liveness.live_after(func, id, index));
                }
            }
        }
    }
}

fn successors(func: &Function, block: BlockId) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    func.blocks[block].term.for_each_target(|target| blocks.push(target.block));
    blocks
}

/// Liveness by its definition: is there a way from the instruction to a read that meets no definition?
fn read_later(func: &Function, block: BlockId, index: usize, reg: RegId) -> bool {
    let mut seen = vec![false; func.blocks.len()];
    let mut work = vec![(block, index)];
    while let Some((id, index)) = work.pop() {
        let block = &func.blocks[id];
        let mut stopped = false;
        for inst in &block.insts[index..] {
            let mut reads = false;
            inst.for_each_operand(|operand| reads |= operand == Operand::Reg(reg));
            if reads && !matches!(inst.kind, InstKind::Bind { .. }) {
                return true;
            }
            inst.for_each_def(|def| stopped |= def == reg);
            if stopped {
                break;
            }
        }
        if stopped {
            continue;
        }
        let mut reads = false;
        block.term.for_each_operand(|operand| reads |= operand == Operand::Reg(reg));
        if reads {
            return true;
        }
        for next in successors(func, id) {
            if !func.blocks[next].params.contains(&reg) && !std::mem::replace(&mut seen[next.index()], true) {
                work.push((next, 0));
            }
        }
    }
    false
}
