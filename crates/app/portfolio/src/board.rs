//! Which properties are settled, and the best that is known of the others.

use certify::{Conclusion, Verdict};
use engine::{Property, Unknown};
use ir::Places;

use certify::Settled;

/// One place per property of the task, in the task's order.
#[derive(Debug)]
pub(crate) struct Board {
    places: Vec<(Property, Option<Settled>)>,
}

impl Board {
    pub(crate) fn new(properties: &[Property]) -> Self {
        Board { places: properties.iter().map(|property| (*property, None)).collect() }
    }

    /// The first settled answer stays; among the others the one that says most.
    pub(crate) fn post(&mut self, settled: Settled) {
        let property = settled.verdict.property();
        let Some((_, place)) = self.places.iter_mut().find(|(other, _)| *other == property) else { return };
        match place {
            Some(known) if weight(&known.verdict) >= weight(&settled.verdict) => {}
            Some(_) | None => *place = Some(settled),
        }
    }

    pub(crate) fn is_open(&self, property: Property) -> bool {
        self.places.iter().any(|(other, known)| {
            *other == property && !known.as_ref().is_some_and(|settled| settled.verdict.is_settled())
        })
    }

    /// What is known; properties without any answer are unknown for `reason`.
    pub(crate) fn results(&self, reason: Option<Unknown>, missing: impl Fn(Verdict) -> Settled) -> Vec<Settled> {
        let nobody =
            || Unknown::Unsupported { what: "no engine asked checks this property".into(), at: Places::nowhere() };
        self.places
            .iter()
            .map(|(property, known)| match known {
                Some(settled) => settled.clone(),
                None => missing(Verdict::unknown(*property, reason.clone().unwrap_or_else(nobody))),
            })
            .collect()
    }
}

/// What to show of several unknowns: a suspicion before our own bug before what is missing before a limit.
fn weight(verdict: &Verdict) -> u8 {
    match verdict.conclusion() {
        Conclusion::True | Conclusion::False(_) => 5,
        Conclusion::Unknown(doubt) if doubt.suspicion.is_some() => 4,
        Conclusion::Unknown(doubt) => match doubt.reason {
            Unknown::Internal(_) => 3,
            Unknown::Unsupported { .. } | Unknown::Imprecise { .. } => 2,
            Unknown::Limit(_) => 1,
        },
    }
}
