//! A path under way: its state, and what the hunter has to remember besides.

use ir::{BlockId, FuncId};

use super::history;
use smg::graph::{State, SymId, TrailEvent};

/// Conditions that a solver has to judge are judged at once up to this number, then every so many.
const CHECK_ALL: u32 = 12;
const CHECK_EVERY: u32 = 16;

#[derive(Clone, Debug)]
pub struct Path {
    /// Its frames are the whole call stack; its unknowns are never renumbered.
    pub state: State,
    /// Where every frame but the innermost waits: at the call of this instruction.
    pub callers: Vec<(BlockId, usize)>,
    /// What comes next: an instruction of a block of the innermost frame's function.
    pub block: BlockId,
    pub from: usize,
    /// Instructions and terminators so far, as `interp` counts them.
    pub steps: u64,
    /// Some heap object is not in the state any more, because nothing led to it.
    pub lost: bool,
    /// How often each frame came to a loop head: (depth of the frame, block, times).
    heads: Vec<(usize, BlockId, u32)>,
    /// Events that were looked at.
    seen: usize,
    /// Unknowns of the state that are results of operations; sorted.
    defined: Vec<SymId>,
    /// Conditions so far that say more than ranges can.
    hard: u32,
}

impl Path {
    pub fn new(state: State, block: BlockId) -> Self {
        Path {
            state,
            callers: Vec::new(),
            block,
            from: 0,
            steps: 0,
            lost: false,
            heads: Vec::new(),
            seen: 0,
            defined: Vec::new(),
            hard: 0,
        }
    }

    /// The same path in another state; its own was taken out.
    pub fn with(&self, state: State) -> Path {
        Path { state, ..self.clone() }
    }

    pub fn func(&self) -> FuncId {
        self.state.frame().func
    }

    pub fn go(&mut self, block: BlockId, is_loop_head: bool) {
        (self.block, self.from) = (block, 0);
        if is_loop_head {
            let depth = self.callers.len();
            match self.heads.iter_mut().find(|(of, head, _)| (*of, *head) == (depth, block)) {
                Some((_, _, times)) => *times += 1,
                None => self.heads.push((depth, block, 1)),
            }
        }
    }

    /// Enters a function; its frame is on the state already.
    pub fn enter(&mut self, caller: (BlockId, usize), entry: BlockId) {
        self.callers.push(caller);
        (self.block, self.from) = (entry, 0);
    }

    /// Returns to the caller; the frame is gone already.
    pub fn resume(&mut self) -> Option<(BlockId, usize)> {
        let (block, index) = self.callers.pop()?;
        let depth = self.callers.len();
        self.heads.retain(|(of, _, _)| *of <= depth);
        (self.block, self.from) = (block, index + 1);
        Some((block, index))
    }

    /// The most rounds that any loop under way has taken, or a recursion.
    pub fn rounds(&self) -> u32 {
        let loops = self.heads.iter().map(|(_, _, times)| *times).max().unwrap_or(0);
        let func = self.func();
        let activations = self.state.frames.iter().filter(|frame| frame.func == func).count() as u32;
        loops.max(activations)
    }

    /// Looks at the new events: the unknowns of those that say more than the state's ranges.
    pub fn learn(&mut self) -> Vec<SymId> {
        let trail = &self.state.trail;
        if trail.count() == self.seen {
            return Vec::new();
        }
        let mut news = Vec::new();
        for event in trail.events_after(self.seen) {
            if let Some(sym) = history::defines(&event) {
                self.defined.push(sym);
            }
            if history::is_hard(&event, &self.defined) {
                self.hard += 1;
                news.extend(history::symbols(&event));
            }
        }
        self.seen = trail.count();
        let graph = &self.state.graph;
        self.defined.retain(|sym| graph.has_sym(*sym));
        news
    }

    pub fn is_worth_a_check(&self) -> bool {
        self.hard <= CHECK_ALL || self.hard.is_multiple_of(CHECK_EVERY)
    }

    /// What the trail says about the state's unknowns and the state does not.
    pub fn unsaid(&self) -> u64 {
        if self.hard == 0 || self.state.graph.syms().is_empty() {
            return 0;
        }
        let events: Vec<TrailEvent> = self.state.trail.events();
        history::unsaid(&events, &self.state.graph)
    }

    /// About the bytes that it keeps for itself.
    pub fn weight(&self) -> usize {
        let frames: usize =
            self.state.frames.iter().map(|frame| 160 + 48 * (frame.regs.len() + frame.locals.len())).sum();
        let graph = &self.state.graph;
        400 + frames + 48 * graph.object_count() + 48 * graph.syms().len() + 64 * graph.differ().len()
    }
}
