//! Inputs of one run: a plan, and what follows where the plan ends.

use engine::InputKind;
use interp::{InputSource, Request, SeededInputs};

/// What to answer where no plan says anything.
#[derive(Clone, Debug)]
pub enum Rest {
    /// Always this number; uninitialised values too.
    Always(u128),
    /// 0, 1, 2, …
    Counting(u128),
    Random(SeededInputs),
}

#[derive(Clone, Debug)]
pub struct Planned {
    values: Vec<u128>,
    next: usize,
    rest: Rest,
}

impl Planned {
    pub fn new(values: Vec<u128>, rest: Rest) -> Self {
        Planned { values, next: 0, rest }
    }
}

impl InputSource for Planned {
    fn next(&mut self, request: &Request) -> u128 {
        let planned = self.values.get(self.next).copied();
        self.next += 1;
        if let Some(value) = request.only.or(planned) {
            return value;
        }
        match &mut self.rest {
            // Failing every allocation leads nowhere interesting.
            Rest::Always(_) | Rest::Counting(_) if request.kind == InputKind::AllocationFails => 0,
            Rest::Always(value) => *value,
            Rest::Counting(value) => {
                let current = *value;
                *value += 1;
                current
            }
            Rest::Random(seeded) => seeded.next(request),
        }
    }
}
