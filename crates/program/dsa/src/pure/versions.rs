//! The versions of one function's regions, in SSA form.
//!
//! A region that reaches a block in different versions is a parameter of the block, like a register. Parameters are placed
//! on the iterated dominance frontier of the blocks that modify the region, and only where somebody still asks for it.

use engine::CodePlace;
use ir::{BlockId, Cfg, Dominators, FuncId, IdVec, InstKind, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::Touching;
use super::{Interface, Pure};
use crate::graph::{Flags, NodeId};

/// The number of a version: 0 is what the function begins with.
pub type Version = u32;

/// A region at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touched {
    pub region: NodeId,
    pub before: Version,
    /// What the instruction makes of it; `None` where it only reads.
    pub after: Option<Version>,
}

/// Of one function; blocks that no path leads to have none.
#[derive(Debug)]
pub struct Versions {
    cfg: Cfg,
    params: IdVec<BlockId, Vec<(NodeId, Version)>>,
    insts: IdVec<BlockId, Vec<Vec<Touched>>>,
    ends: IdVec<BlockId, FxHashMap<NodeId, Version>>,
}

impl Versions {
    pub(super) fn new(pure: &Pure<'_, '_>, func: FuncId) -> Versions {
        let code = Code::new(pure, func);
        let params = code.parameters();
        code.numbered(&params)
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.cfg.is_reachable(block)
    }

    /// Regions that come in different versions.
    pub fn params(&self, block: BlockId) -> &[(NodeId, Version)] {
        &self.params[block]
    }

    pub fn touched(&self, block: BlockId, inst: usize) -> &[Touched] {
        &self.insts[block][inst]
    }

    /// The version of a region where a block ends.
    pub fn at_end(&self, block: BlockId, region: NodeId) -> Version {
        self.ends[block].get(&region).copied().unwrap_or(0)
    }
}

/// What the blocks of a function do to its regions.
struct Code {
    cfg: Cfg,
    dominators: Dominators,
    /// In the order of the interface.
    regions: Vec<NodeId>,
    touching: IdVec<BlockId, Vec<Touching>>,
    /// Regions whose version at the beginning of the block somebody asks for.
    wanted: IdVec<BlockId, FxHashSet<NodeId>>,
}

impl Code {
    fn new(pure: &Pure<'_, '_>, func: FuncId) -> Code {
        let function = &pure.points_to.module().funcs[func];
        let Interface { inputs, outputs, local } = pure.interface(func);
        let cfg = Cfg::of(function);
        let dominators = Dominators::of(&cfg);
        let mut touching: IdVec<BlockId, Vec<Touching>> = IdVec::with_capacity(function.blocks.len());
        let mut wanted: IdVec<BlockId, FxHashSet<NodeId>> =
            function.blocks.iter().map(|_| FxHashSet::default()).collect();
        for (block, code) in function.blocks.iter_enumerated() {
            let of = |(index, inst)| {
                let site = CodePlace { func, block, inst: index as u32 };
                pure.effects.of_inst(pure.points_to, pure.summaries, site, inst)
            };
            touching.push(code.insts.iter().enumerate().map(of).collect());
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in cfg.rpo().iter().rev() {
                let code = &function.blocks[*block];
                let mut here: FxHashSet<NodeId> =
                    cfg.succs(*block).iter().flat_map(|next| wanted[*next].iter().copied()).collect();
                if let TermKind::Return(_) = code.term.kind {
                    here.extend(outputs);
                }
                for (inst, touching) in code.insts.iter().zip(&touching[*block]).rev() {
                    // A new array has all cells of the old one but those that are written; a new value has nothing of it.
                    let replaces = matches!(inst.kind, InstKind::Store { .. } | InstKind::LifetimeStart { .. });
                    for region in touching.keys() {
                        if replaces && pure.scalar(*region).is_some() {
                            here.remove(region);
                        } else {
                            here.insert(*region);
                        }
                    }
                }
                changed |= here.len() != wanted[*block].len();
                wanted[*block] = here;
            }
        }
        Code { cfg, dominators, regions: inputs.iter().chain(local).copied().collect(), touching, wanted }
    }

    /// Blocks of each dominance frontier: where paths around the block come together with paths through it.
    fn frontiers(&self) -> IdVec<BlockId, Vec<BlockId>> {
        let mut frontiers: IdVec<BlockId, Vec<BlockId>> = self.touching.ids().map(|_| Vec::new()).collect();
        for block in self.cfg.rpo() {
            let idom = self.dominators.idom(*block);
            for pred in self.cfg.preds(*block).iter().filter(|pred| self.cfg.is_reachable(**pred)) {
                for passed in self.dominators.dominators(*pred).take_while(|passed| Some(*passed) != idom) {
                    if frontiers[passed].last() != Some(block) {
                        frontiers[passed].push(*block);
                    }
                }
            }
        }
        frontiers
    }

    fn parameters(&self) -> IdVec<BlockId, Vec<NodeId>> {
        let frontiers = self.frontiers();
        let mut params: IdVec<BlockId, Vec<NodeId>> = self.touching.ids().map(|_| Vec::new()).collect();
        for region in &self.regions {
            let modifies = |block: &BlockId| self.touching[*block].iter().any(|touching| modified(touching, *region));
            let mut work: Vec<BlockId> = self.cfg.rpo().iter().copied().filter(modifies).collect();
            while let Some(block) = work.pop() {
                for join in &frontiers[block] {
                    if self.wanted[*join].contains(region) && params[*join].last() != Some(region) {
                        params[*join].push(*region);
                        work.push(*join);
                    }
                }
            }
        }
        params
    }

    /// Versions are numbered as the text of the function goes.
    fn numbered(self, params: &IdVec<BlockId, Vec<NodeId>>) -> Versions {
        let mut newest: FxHashMap<NodeId, Version> = FxHashMap::default();
        let mut new = |region: NodeId| {
            let newest = newest.entry(region).or_default();
            *newest += 1;
            *newest
        };
        let mut of_params: IdVec<BlockId, Vec<(NodeId, Version)>> = IdVec::with_capacity(params.len());
        let mut made: IdVec<BlockId, Vec<Vec<(NodeId, Version)>>> = IdVec::with_capacity(params.len());
        for (block, touching) in self.touching.iter_enumerated() {
            let here = params[block].iter().map(|region| (*region, new(*region))).collect();
            of_params.push(here);
            let is_reachable = self.cfg.is_reachable(block);
            let mut of_inst = |touching: &Touching| {
                let modified = self.regions.iter().filter(|region| is_reachable && modified(touching, **region));
                modified.map(|region| (*region, new(*region))).collect()
            };
            made.push(touching.iter().map(&mut of_inst).collect());
        }
        let mut insts: IdVec<BlockId, Vec<Vec<Touched>>> = params.ids().map(|_| Vec::new()).collect();
        let mut ends: IdVec<BlockId, FxHashMap<NodeId, Version>> = params.ids().map(|_| FxHashMap::default()).collect();
        for block in self.cfg.rpo() {
            // Without a parameter there is one version on all ways, that of the block which they all come from.
            let mut now = self.dominators.idom(*block).map(|idom| ends[idom].clone()).unwrap_or_default();
            now.extend(of_params[*block].iter().copied());
            for (touching, made) in self.touching[*block].iter().zip(&made[*block]) {
                let mut here = Vec::with_capacity(touching.len());
                for region in self.regions.iter().filter(|region| touching.contains_key(region)) {
                    let before = now.get(region).copied().unwrap_or(0);
                    let after = made.iter().find(|(made, _)| made == region).map(|(_, version)| *version);
                    now.extend(after.map(|version| (*region, version)));
                    here.push(Touched { region: *region, before, after });
                }
                insts[*block].push(here);
            }
            ends[*block] = now;
        }
        Versions { cfg: self.cfg, params: of_params, insts, ends }
    }
}

fn modified(touching: &Touching, region: NodeId) -> bool {
    touching.get(&region).is_some_and(|flags| flags.contains(Flags::MODIFIED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::result::{PointsTo, analyze};
    use ir::{Id, Module};

    /// A loop in a loop, of which one modifies `@a` and the other `@b`, a switch, a block that nothing leads to, and a
    /// region that is different at a join where nobody asks for it.
    const LOOPS: &str = "module lp64

global @a: 4 align 4 = { zero 4 }
global @b: 400 align 4 = { zero 400 }

func @touch(%p.0: ptr) {
bb0:
  store i32 1 to %p.0 align 4
  return
}

func @main(%n.0: i64) -> i32 {
bb0:
  jump bb1
bb1:
  %1 = load i32 @a align 4
  branch true, bb2, bb5
bb2:
  store i32 2 to @a align 4
  jump bb3
bb3:
  %2 = offset @b + %n.0*4
  switch i64 %n.0 {
    1 -> bb4
    2 -> bb1
    default -> bb1
  }
bb4:
  call void @touch(ptr %2)
  jump bb3
bb5:
  %3 = alloca 4 align 4
  branch true, bb6, bb7
bb6:
  store i32 3 to %3 align 4
  jump bb7
bb7:
  return i32 0
bb8:
  store i32 4 to @a align 4
  jump bb7
}
";

    fn checked(program: &str, look: impl Fn(&Pure<'_, '_>, &Module)) {
        let module = ir::parse(program).expect("the program parses");
        ir::verify(&module).expect("the program verifies");
        let options = Options::default();
        let points_to = analyze(&module, &options);
        look(&Pure::new(&points_to, &options.summaries), &module);
    }

    /// Along a path, every instruction sees the version that was made last.
    fn follow(pure: &Pure<'_, '_>, module: &Module, func: FuncId, mut seed: u64) {
        let versions = pure.versions(func);
        let function = &module.funcs[func];
        let mut now: FxHashMap<NodeId, Version> = FxHashMap::default();
        let mut block = BlockId::from_index(0);
        for _ in 0..50 {
            for index in 0..function.blocks[block].insts.len() {
                for touched in versions.touched(block, index) {
                    assert_eq!(touched.before, now.get(&touched.region).copied().unwrap_or(0), "in {block:?}");
                    now.extend(touched.after.map(|after| (touched.region, after)));
                }
            }
            let mut next = Vec::new();
            function.blocks[block].term.for_each_target(|target| next.push(target.block));
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let Some(to) = next.get((seed >> 33) as usize % next.len().max(1)) else {
                for region in &pure.interface(func).outputs {
                    assert_eq!(versions.at_end(block, *region), now.get(region).copied().unwrap_or(0));
                }
                return;
            };
            for (region, version) in versions.params(*to) {
                assert_eq!(versions.at_end(block, *region), now.get(region).copied().unwrap_or(0), "to {to:?}");
                now.insert(*region, *version);
            }
            block = *to;
        }
    }

    #[test]
    fn on_every_path_the_last_version_counts() {
        for program in [LOOPS, include_str!("../../tests/fixtures/cons.cir")] {
            checked(program, |pure, module| {
                for (func, _) in module.funcs.iter_enumerated().filter(|(_, function)| function.is_defined()) {
                    (0..100).for_each(|seed| follow(pure, module, func, seed));
                }
            });
        }
    }

    #[test]
    fn parameters_are_where_versions_differ_and_somebody_asks() {
        checked(LOOPS, |pure, module| {
            let main = module.func_named("main").expect("it is there");
            let versions = pure.versions(main);
            let params: Vec<usize> =
                module.funcs[main].blocks.ids().map(|block| versions.params(block).len()).collect();
            // Both globals at the outer loop, `@b` alone at the inner one.
            assert_eq!(params, [0, 2, 0, 1, 0, 0, 0, 0, 0]);
            assert!(!versions.is_reachable(BlockId::from_index(8)));
        });
    }

    /// Condition CC is about what the analysis knows to be modified: nothing else may come back from a call.
    #[test]
    fn functions_give_back_what_the_graphs_say_they_modify() {
        let modifies =
            |points_to: &PointsTo<'_>, func, region| points_to.effect(func, region).contains(Flags::MODIFIED);
        for program in [LOOPS, include_str!("../../tests/fixtures/cons.cir")] {
            checked(program, |pure, module| {
                for func in module.funcs.ids() {
                    let outputs = &pure.interface(func).outputs;
                    assert!(outputs.iter().all(|region| modifies(pure.points_to(), func, *region)));
                }
            });
        }
    }
}
