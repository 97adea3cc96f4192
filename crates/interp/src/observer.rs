//! Events of a run, for people: `cairn run --trace`, the path of a counterexample.

use engine::Step;

pub trait Observer {
    /// `false` makes the run skip the work of building steps.
    const ACTIVE: bool = true;

    /// Called in the order of the run. With [`crate::Options::check_leaks`], the steps end where the leak happens,
    /// even though it is found later.
    fn step(&mut self, step: Step);
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    const ACTIVE: bool = false;

    fn step(&mut self, _step: Step) {}
}

/// Collects all steps.
impl Observer for Vec<Step> {
    fn step(&mut self, step: Step) {
        self.push(step);
    }
}
