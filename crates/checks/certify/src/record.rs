//! The path of a replayed run, kept within bounds: a run of a billion steps must not need memory for all of them.

use std::collections::VecDeque;

use engine::Step;
use interp::Observer;

/// The first and the last steps of a run, and how many between them were not kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Path {
    pub head: Vec<Step>,
    pub omitted: u64,
    pub tail: Vec<Step>,
}

impl Path {
    /// Steps kept at either end.
    const KEPT: usize = 5_000;

    /// All steps that were kept, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.head.iter().chain(&self.tail)
    }
}

/// Observes a run and keeps its [`Path`].
#[derive(Debug, Default)]
pub struct Recorder {
    head: Vec<Step>,
    omitted: u64,
    tail: VecDeque<Step>,
}

impl Recorder {
    pub fn into_path(self) -> Path {
        Path { head: self.head, omitted: self.omitted, tail: self.tail.into() }
    }
}

impl Observer for Recorder {
    fn step(&mut self, step: Step) {
        if self.head.len() < Path::KEPT {
            self.head.push(step);
            return;
        }
        if self.tail.len() == Path::KEPT {
            self.tail.pop_front();
            self.omitted += 1;
        }
        self.tail.push_back(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Event;
    use ir::{FuncId, Id, Places};

    #[test]
    fn long_paths_keep_both_ends() {
        let mut recorder = Recorder::default();
        let total = 2 * Path::KEPT as u32 + 7;
        for depth in 0..total {
            recorder.step(Step {
                loc: Places::nowhere(),
                func: FuncId::from_index(0),
                depth,
                event: Event::Branch { taken: true },
            });
        }
        let path = recorder.into_path();
        assert_eq!(path.omitted, 7);
        assert_eq!(path.steps().count(), 2 * Path::KEPT);
        assert_eq!(path.head.last().map(|step| step.depth), Some(Path::KEPT as u32 - 1));
        assert_eq!(path.tail.last().map(|step| step.depth), Some(total - 1));
    }
}
