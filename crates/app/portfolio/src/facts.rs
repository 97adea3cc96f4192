//! Who computes the facts that engines may ask for.

use std::sync::OnceLock;

use dsa::result::PointsTo;
use engine::{FactSource, Regions};
use ir::Module;

/// Facts about a program, each computed when the first engine asks.
#[derive(Debug)]
pub struct ProgramFacts<'m> {
    module: &'m Module,
    regions: OnceLock<PointsTo<'m>>,
}

impl<'m> ProgramFacts<'m> {
    pub fn new(module: &'m Module) -> Self {
        ProgramFacts { module, regions: OnceLock::new() }
    }
}

impl FactSource for ProgramFacts<'_> {
    fn regions(&self) -> &dyn Regions {
        self.regions.get_or_init(|| dsa::analyze(self.module, &dsa::Options::default()))
    }
}
