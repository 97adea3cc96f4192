//! How control goes through the functions of a program: graphs, dominators, loops, live registers.
//!
//! Each is computed when it is first asked for and then kept, so that all who hold the same [`Flows`] share it. They can be
//! made in no other way than from the program, and need not be believed: there is nothing in them but what `ir` computes.

use std::sync::OnceLock;

use ir::{BitSet, BlockId, Cfg, Dominators, FuncId, Function, IdVec, Liveness, Loops, Module, RegId};

/// The control flow of every function of a program.
#[derive(Debug)]
pub struct Flows<'m> {
    module: &'m Module,
    funcs: IdVec<FuncId, Flow<'m>>,
}

/// The control flow of one function.
#[derive(Debug)]
pub struct Flow<'m> {
    func: &'m Function,
    // Boxes, since most functions of most programs are asked about nothing.
    cfg: OnceLock<Box<Cfg>>,
    dominators: OnceLock<Box<Dominators>>,
    loops: OnceLock<Box<Loops>>,
    liveness: OnceLock<Box<Liveness>>,
}

impl<'m> Flows<'m> {
    pub fn of(module: &'m Module) -> Self {
        Flows { module, funcs: module.funcs.iter().map(Flow::of).collect() }
    }

    pub fn module(&self) -> &'m Module {
        self.module
    }

    #[inline]
    pub fn func(&self, func: FuncId) -> &Flow<'m> {
        &self.funcs[func]
    }
}

impl<'m> Flow<'m> {
    /// For one function by itself; to share it, ask [`Flows`].
    pub fn of(func: &'m Function) -> Self {
        Flow {
            func,
            cfg: OnceLock::new(),
            dominators: OnceLock::new(),
            loops: OnceLock::new(),
            liveness: OnceLock::new(),
        }
    }

    pub fn func(&self) -> &'m Function {
        self.func
    }

    pub fn cfg(&self) -> &Cfg {
        self.cfg.get_or_init(|| Box::new(Cfg::of(self.func)))
    }

    pub fn dominators(&self) -> &Dominators {
        self.dominators.get_or_init(|| Box::new(Dominators::of(self.cfg())))
    }

    pub fn loops(&self) -> &Loops {
        self.loops.get_or_init(|| Box::new(Loops::of(self.cfg(), self.dominators())))
    }

    pub fn liveness(&self) -> &Liveness {
        self.liveness.get_or_init(|| Box::new(Liveness::of(self.func, self.cfg())))
    }

    /// Registers that may still be read after the instruction `index` of the block, by its terminator too.
    pub fn live_after(&self, block: BlockId, index: usize) -> BitSet<RegId> {
        self.liveness().live_after(self.func, block, index)
    }

    /// Registers that may still be read after the block's parameters got their values.
    pub fn live_at_start(&self, block: BlockId) -> BitSet<RegId> {
        self.liveness().live_at_start(self.func, block)
    }
}

#[cfg(test)]
mod tests {
    use std::ptr;
    use std::thread;

    use ir::Id;

    use super::*;

    const TWO_LOOPS: &str = "module lp64

func @main(%0: i32) -> i32 {
bb0:
  jump bb1(i32 0)
bb1(%1: i32):
  %2 = cmp slt i32 %1, %0
  branch %2, bb2(%1), bb4
bb2(%3: i32):
  %4 = add nsw i32 %3, 1
  %5 = cmp slt i32 %4, 10
  branch %5, bb2(%4), bb3
bb3:
  jump bb1(%4)
bb4:
  return %1
bb5:
  jump bb5
}

func @other() {
bb0:
  return
}
";

    #[test]
    fn the_same_as_computed_directly() {
        let module = ir::parse(TWO_LOOPS).expect("the test program parses");
        let flows = Flows::of(&module);
        assert!(ptr::eq(flows.module(), &module));
        for (id, func) in module.funcs.iter_enumerated() {
            let flow = flows.func(id);
            let cfg = Cfg::of(func);
            let dominators = Dominators::of(&cfg);
            let liveness = Liveness::of(func, &cfg);
            assert!(ptr::eq(flow.func(), func));
            // Whichever is asked for first.
            assert_eq!(*flow.loops(), Loops::of(&cfg, &dominators));
            assert_eq!(*flow.liveness(), liveness);
            assert_eq!(*flow.dominators(), dominators);
            assert_eq!(*flow.cfg(), cfg);
            for (block, code) in func.blocks.iter_enumerated() {
                assert_eq!(flow.live_at_start(block), liveness.live_at_start(func, block));
                for index in 0..code.insts.len() {
                    assert_eq!(flow.live_after(block, index), liveness.live_after(func, block, index));
                }
            }
        }
        assert_eq!(flows.func(FuncId::from_index(0)).loops().len(), 2);
    }

    #[test]
    fn computed_once_whoever_asks() {
        let module = ir::parse(TWO_LOOPS).expect("the test program parses");
        let flows = Flows::of(&module);
        let addresses = || {
            let flow = flows.func(FuncId::from_index(0));
            let loops = ptr::from_ref(flow.loops()).addr();
            let liveness = ptr::from_ref(flow.liveness()).addr();
            [loops, liveness, ptr::from_ref(flow.dominators()).addr(), ptr::from_ref(flow.cfg()).addr()]
        };
        let asked: Vec<[usize; 4]> = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(addresses)).collect();
            threads.into_iter().map(|thread| thread.join().expect("the thread does not panic")).collect()
        });
        assert!(asked.iter().all(|each| *each == addresses()));
    }

    #[test]
    fn nothing_is_computed_before_it_is_asked_for() {
        let module = ir::parse(TWO_LOOPS).expect("the test program parses");
        let flows = Flows::of(&module);
        let flow = flows.func(FuncId::from_index(0));
        flow.liveness();
        assert!(flow.cfg.get().is_some() && flow.dominators.get().is_none() && flow.loops.get().is_none());
        let other = flows.func(FuncId::from_index(1));
        assert!(other.cfg.get().is_none() && other.liveness.get().is_none());
    }
}
