//! Which properties are settled, and the best that is known of the others.

use std::cmp::Ordering;

use certify::{Conclusion, Verdict};
use engine::{Property, Unknown};
use ir::Places;

use certify::Settled;

use crate::stages::Rank;

/// One place per property of the task, in the task's order.
#[derive(Debug)]
pub(crate) struct Board {
    places: Vec<Place>,
}

#[derive(Debug)]
struct Place {
    property: Property,
    known: Option<Settled>,
    /// Of the answer that is known.
    rank: Option<Rank>,
    /// Two engines contradict each other about it: nothing settles it any more.
    contradicted: bool,
}

impl Board {
    pub(crate) fn new(properties: &[Property]) -> Self {
        let place = |property: &Property| Place { property: *property, known: None, rank: None, contradicted: false };
        Board { places: properties.iter().map(place).collect() }
    }

    /// Among answers that agree and settle the property the one with the lowest rank stays, whoever came first, and among
    /// those that do not settle it the one that says most; of those that say as much, that of the first engine of the list. Answers that contradict each other leave nothing settled: one of them is wrong, and which one is not
    /// decided by who came first.
    pub(crate) fn post(&mut self, settled: Settled, rank: Rank) {
        let mut contradicted = None;
        for place in &mut self.places {
            if let Some(known) = &mut place.known
                && known.verdict.contradicts(&settled.verdict)
            {
                let whose = |of: &Settled| of.engine.unwrap_or("nobody");
                let names = [whose(known), whose(&settled)];
                let swapped = [names[1], names[0]];
                contradicted = Some(settled.verdict.clone().contradicted(&known.verdict, swapped));
                known.verdict = known.verdict.clone().contradicted(&settled.verdict, names);
                place.contradicted = true;
            }
        }
        let property = settled.verdict.property();
        let Some(place) = self.places.iter_mut().find(|place| place.property == property) else { return };
        if let Some(verdict) = contradicted {
            // Where the same property was settled before, it is marked already.
            if !std::mem::replace(&mut place.contradicted, true) {
                place.known = Some(Settled { verdict, ..settled });
            }
            return;
        }
        let better = match &place.known {
            Some(_) if place.contradicted => false,
            Some(known) if known.verdict.is_settled() && settled.verdict.is_settled() => Some(rank) < place.rank,
            Some(known) => match weight(&known.verdict).cmp(&weight(&settled.verdict)) {
                Ordering::Less => true,
                Ordering::Equal => place.rank.is_some_and(|known| rank.engine < known.engine),
                Ordering::Greater => false,
            },
            None => true,
        };
        if better {
            place.rank = Some(rank);
            place.known = Some(settled);
        }
    }

    /// Of the answer that settles the property.
    pub(crate) fn rank(&self, property: Property) -> Option<Rank> {
        let place = self.places.iter().find(|place| place.property == property)?;
        place.known.as_ref().filter(|known| known.verdict.is_settled())?;
        place.rank
    }

    pub(crate) fn is_open(&self, property: Property) -> bool {
        self.places.iter().any(|place| {
            let settled = place.known.as_ref().is_some_and(|known| known.verdict.is_settled());
            place.property == property && !settled && !place.contradicted
        })
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.places.iter().all(|place| place.known.as_ref().is_some_and(|known| known.verdict.is_settled()))
    }

    /// What is known; properties without any answer are unknown for `reason`.
    pub(crate) fn results(&self, reason: Option<Unknown>, missing: impl Fn(Verdict) -> Settled) -> Vec<Settled> {
        let nobody =
            || Unknown::Unsupported { what: "no engine asked checks this property".into(), at: Places::nowhere() };
        let result = |place: &Place| match &place.known {
            Some(settled) => Settled { verdict: self.in_view_of_all(&settled.verdict), ..settled.clone() },
            None => missing(Verdict::unknown(place.property, reason.clone().unwrap_or_else(nobody))),
        };
        self.places.iter().map(result).collect()
    }

    fn in_view_of_all(&self, verdict: &Verdict) -> Verdict {
        let others = self.places.iter().filter_map(|place| place.known.as_ref());
        others.fold(verdict.clone(), |verdict, other| verdict.in_view_of(&other.verdict))
    }
}

/// What to show of several unknowns: a suspicion before our own bug before what is missing before what was lost before a
/// limit.
fn weight(verdict: &Verdict) -> u8 {
    match verdict.conclusion() {
        Conclusion::True(_) | Conclusion::False(_) => 6,
        Conclusion::Unknown(doubt) if doubt.suspicion.is_some() => 5,
        Conclusion::Unknown(doubt) => match doubt.reason {
            Unknown::Internal(_) => 4,
            Unknown::Unsupported { .. } => 3,
            Unknown::Imprecise { .. } => 2,
            Unknown::Limit(_) => 1,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certify::judge;
    use engine::{Answer, Budget, BugKind, FiniteTrace, OnlyRun, Outcome, Stage, Task, Violation};

    /// Judged about a program whose entry has this body.
    fn judged(body: &str, property: Property, outcome: Outcome) -> Verdict {
        let text = format!("module lp64\n\nfunc @main() -> i32 {{\nbb0:\n{body}\n}}\n");
        let module = ir::parse(&text).expect("the test program parses");
        let entry = module.func_named("main").expect("the test program has a main");
        let task = Task::new(&module, entry, vec![property]);
        judge(&task, Answer::new(property, outcome), &Budget::new())
    }

    fn proof(property: Property) -> Settled {
        by("prover", judged("  return i32 0", property, Outcome::Proved(Box::new(OnlyRun { steps: 10 }))))
    }

    fn run(property: Property) -> Settled {
        let violation = Violation {
            kind: BugKind::NullDeref,
            loc: Places::nowhere(),
            message: String::new(),
            related: vec![],
            stack: vec![],
        };
        let outcome = Outcome::Refuted(FiniteTrace { inputs: vec![], violation }.into());
        by("hunter", judged("  %0 = load i32 null align 4\n  return %0", property, outcome))
    }

    fn by(engine: &'static str, verdict: Verdict) -> Settled {
        Settled { verdict, engine: Some(engine), time: Default::default(), peak_mib: 0, states: 0, limit: None }
    }

    fn posted(settled: &[Settled]) -> Vec<Settled> {
        let mut board = Board::new(&[Property::ValidMemsafety, Property::ValidDeref, Property::Termination]);
        settled.iter().for_each(|settled| board.post(settled.clone(), Rank::new(Stage::FIRST, 10, 0)));
        assert!(board.is_open(Property::Termination));
        board.results(None, |verdict| by("nobody", verdict))
    }

    #[test]
    fn a_contradiction_settles_nothing_whoever_comes_first() {
        let (whole, part) = (Property::ValidMemsafety, Property::ValidDeref);
        let orders = [
            vec![proof(whole), run(whole)],
            vec![run(whole), proof(whole)],
            vec![proof(whole), run(part)],
            vec![run(part), proof(whole)],
            vec![run(whole), proof(part), proof(whole)],
            vec![proof(whole), run(whole), proof(whole), run(whole)],
        ];
        for order in &orders {
            let results = posted(order);
            for settled in results.iter().filter(|settled| settled.engine != Some("nobody")) {
                let Conclusion::Unknown(doubt) = settled.verdict.conclusion() else { panic!("{settled:?}") };
                let Unknown::Internal(why) = &doubt.reason else { panic!("{settled:?}") };
                assert!(why.contains("prover proves") && why.contains("hunter refutes"), "{why}");
                assert!(doubt.seen.is_some());
            }
        }
    }

    #[test]
    fn the_rank_decides_whoever_comes_first() {
        let early = |rank| (Settled { engine: Some("early"), ..proof(Property::ValidDeref) }, rank);
        let late = |rank| (Settled { engine: Some("late"), ..proof(Property::ValidDeref) }, rank);
        let unknown = by("unknown", Verdict::unknown(Property::ValidDeref, Unknown::Internal(String::new())));
        let rank = |(steps, engine)| Rank::new(Stage::FIRST, steps, engine);
        for (first, second, preferred) in [
            (early((5, 1)), late((4, 1)), "late"),
            (early((4, 1)), late((5, 0)), "early"),
            (early((5, 1)), late((5, 0)), "late"),
            (early((5, 0)), late((5, 1)), "early"),
        ] {
            let mut board = Board::new(&[Property::ValidDeref]);
            board.post(first.0, rank(first.1));
            board.post(unknown.clone(), rank((0, 0)));
            board.post(second.0, rank(second.1));
            let results = board.results(None, |verdict| by("nobody", verdict));
            assert_eq!(results[0].engine, Some(preferred));
        }
    }

    #[test]
    fn what_settles_comes_before_what_does_not() {
        let later = Settled { engine: Some("later"), ..proof(Property::ValidDeref) };
        let results = posted(&[
            by("early", Verdict::unknown(Property::ValidDeref, Unknown::Internal(String::new()))),
            proof(Property::ValidDeref),
            later,
        ]);
        assert_eq!(results[1].engine, Some("prover"));
    }
}
