//! Who computes the facts that engines may ask for.

use std::sync::{Arc, OnceLock};

use dsa::result::PointsTo;
use engine::{FactSource, Flows, Ranges, Regions};
use ir::{FuncId, Module};
use ranges::ProgramRanges;

/// Facts about a program, each computed when the first engine asks.
#[derive(Debug)]
pub struct ProgramFacts<'m> {
    module: &'m Module,
    entry: FuncId,
    flows: Arc<Flows<'m>>,
    regions: OnceLock<PointsTo<'m>>,
    ranges: OnceLock<ProgramRanges<'m>>,
}

impl<'m> ProgramFacts<'m> {
    /// For runs that begin in `entry`.
    pub fn new(module: &'m Module, entry: FuncId) -> Self {
        let flows = Arc::new(Flows::of(module));
        ProgramFacts { module, entry, flows, regions: OnceLock::new(), ranges: OnceLock::new() }
    }
}

impl FactSource for ProgramFacts<'_> {
    fn flows(&self) -> &Arc<Flows<'_>> {
        &self.flows
    }

    fn regions(&self) -> &dyn Regions {
        self.regions.get_or_init(|| dsa::analyze(self.module, &dsa::Options::default()))
    }

    fn ranges(&self) -> &dyn Ranges {
        self.ranges.get_or_init(|| ranges::analyze(&self.flows, self.entry))
    }
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use engine::{Facts, Property, Task};
    use ir::{FuncId, Id};

    use super::*;

    fn task<'m>(module: &'m Module, facts: Facts<'m>) -> Task<'m> {
        Task { facts, ..Task::new(module, FuncId::from_index(0), vec![Property::ValidMemsafety]) }
    }

    #[test]
    fn control_flow_is_computed_once_for_all_who_have_the_facts() {
        let text = "module lp64\n\nfunc @main() -> i32 {\nbb0:\n  return i32 0\n}\n";
        let module = ir::parse(text).expect("the test program parses");
        let facts = ProgramFacts::new(&module, FuncId::from_index(0));
        let main = FuncId::from_index(0);
        let one = task(&module, Facts::of(&facts)).flows();
        let other = task(&module, Facts::of(&facts)).flows();
        assert!(ptr::eq(one.func(main).loops(), other.func(main).loops()));
        assert!(ptr::eq(one.func(main).liveness(), facts.flows().func(main).liveness()));
        // Without facts, there is the same to know.
        let own = task(&module, Facts::none()).flows();
        assert!(!ptr::eq(own.func(main), one.func(main)));
        assert_eq!(own.func(main).liveness(), one.func(main).liveness());
    }
}
