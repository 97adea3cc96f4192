//! Texts of integer transition systems.
//!
//! Three formats are read and written: `.ari`, `.koat` and `.smt2`; each module says what it accepts. All become rules
//! (`rules`), and rules become a [`System`] whose updates are as explicit as its guards allow (`explicit`). What is read
//! back after writing has the same steps, though perhaps other names.
//!
//! Invariants: no text makes a reader panic or recurse without bound; what is not understood is an error with its place.

mod ari;
mod error;
mod explicit;
mod formula;
mod infix;
mod koat;
mod names;
mod rules;
mod sexp;
mod smt2;
mod terms;
mod tokens;
mod write;

#[cfg(test)]
mod samples;

use std::path::Path;

pub use error::FormatError;

use crate::system::System;

/// The format of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Logically constrained rewriting over integers.
    Ari,
    /// Rules with infix arithmetic.
    Koat,
    /// An SMT-LIB script with one relation.
    Smt2,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Ari, Kind::Koat, Kind::Smt2];

    /// By the ending of a file's name.
    pub fn of_path(path: &Path) -> Option<Kind> {
        let extension = path.extension()?.to_str()?;
        Kind::ALL.into_iter().find(|kind| kind.extension() == extension)
    }

    /// Without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Ari => "ari",
            Kind::Koat => "koat",
            Kind::Smt2 => "smt2",
        }
    }
}

pub fn read(text: &str, kind: Kind) -> Result<System, FormatError> {
    let system = match kind {
        Kind::Ari => ari::read(text),
        Kind::Koat => koat::read(text),
        Kind::Smt2 => smt2::read(text),
    };
    system.map_err(|fault| fault.place(text))
}

/// The system must satisfy [`System::check`].
pub fn write(system: &System, kind: Kind) -> String {
    match kind {
        Kind::Ari => ari::write(system),
        Kind::Koat => koat::write(system),
        Kind::Smt2 => smt2::write(system),
    }
}

pub fn to_ari(system: &System) -> String {
    write(system, Kind::Ari)
}

pub fn to_koat(system: &System) -> String {
    write(system, Kind::Koat)
}

pub fn to_smt2(system: &System) -> String {
    write(system, Kind::Smt2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rustc_hash::FxHashMap;

    use super::samples::{self, CHOSEN, VARIABLES};
    use super::*;
    use crate::system::{Atom, IntVar, Location, Poly, Transition};

    /// What the step does with chosen values by name.
    fn outcome(system: &System, step: &Transition, before: &[i128], chosen: &FxHashMap<&str, i128>) -> Outcome {
        let values: Vec<i128> = step.chosen.iter().map(|name| chosen[name.as_str()]).collect();
        let names = [step.from, step.to].map(|id| system.location_name(id).to_string());
        (names, step.step(before, &values))
    }

    /// What may be put anywhere into a text.
    const EDIT: &str = "[-()\\[\\]|:#;a-z0-9<=>!&^*+ ]{0,3}";

    type Outcome = ([String; 2], Option<Vec<i128>>);

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            system in samples::system(),
            before in prop::collection::vec(-9_i128..9, VARIABLES),
            chosen in prop::collection::vec(-9_i128..9, CHOSEN),
        ) {
            // Explicit already, so that reading chooses the same.
            let steps = system.transitions.into_iter().filter_map(|step| explicit::explicit(step, VARIABLES));
            let system = System { transitions: steps.collect(), ..system };
            let chosen = samples::CHOSEN_NAMES.into_iter().zip(chosen).collect();
            let outcomes = |system: &System| -> Vec<Outcome> {
                system.transitions.iter().map(|step| outcome(system, step, &before, &chosen)).collect()
            };
            for kind in Kind::ALL {
                let text = write(&system, kind);
                let back = read(&text, kind).expect("a written text is well formed");
                prop_assert_eq!(back.check(), Ok(()));
                prop_assert_eq!(back.location_name(back.start), system.location_name(system.start));
                if !system.transitions.is_empty() {
                    prop_assert_eq!(&back.vars, &system.vars);
                    prop_assert_eq!(outcomes(&back), outcomes(&system), "{}", text);
                }
            }
        }

        #[test]
        fn broken_texts_are_errors_at_worst(
            system in samples::system(),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..6, EDIT), 0..4),
        ) {
            for kind in Kind::ALL {
                let mut text: Vec<char> = write(&system, kind).chars().collect();
                for (at, length, insert) in &edits {
                    let start = at.index(text.len());
                    let end = (start + length).min(text.len());
                    text.splice(start..end, insert.chars());
                }
                let text: String = text.into_iter().collect();
                for kind in Kind::ALL {
                    if let Ok(system) = read(&text, kind) {
                        prop_assert_eq!(system.check(), Ok(()));
                    }
                }
            }
        }

        #[test]
        fn any_text_is_an_error_at_worst(text in "\\PC{0,60}") {
            for kind in Kind::ALL {
                let _ = read(&text, kind);
            }
        }
    }

    #[test]
    fn names_that_a_format_cannot_spell_are_changed() {
        let numbers =
            [Poly::constant(i128::MIN), Poly::var(IntVar(0)).scale(i128::MIN).expect("fits"), Poly::var(IntVar(3))];
        let step = Transition {
            from: Location(0),
            to: Location(1),
            chosen: vec!["x".to_string()],
            guard: vec![Atom::at_least_zero(Poly::var(IntVar(3)).add(&Poly::var(IntVar(1))).expect("small"))],
            update: numbers.to_vec(),
        };
        let system = System {
            vars: ["x", "a b|c", "5"].map(str::to_string).to_vec(),
            locations: ["Com_2", "x"].map(str::to_string).to_vec(),
            start: Location(0),
            transitions: vec![step],
        };
        for kind in Kind::ALL {
            let back = read(&write(&system, kind), kind).expect("well formed");
            let [step] = back.transitions.as_slice() else { panic!("one transition") };
            let expected = system.transitions[0].step(&[1, 2, 3], &[-2]);
            assert_eq!((step.step(&[1, 2, 3], &[-2]), step.chosen.len()), (expected, 1), "{kind:?}");
            assert_eq!(step.step(&[1, 2, 3], &[-3]), None);
        }
    }

    #[test]
    fn systems_without_variables_or_steps_are_fine() {
        let none = Transition { from: Location(0), to: Location(0), chosen: vec![], guard: vec![], update: vec![] };
        for transitions in [Vec::new(), vec![none]] {
            let system = System { vars: vec![], locations: vec!["l".to_string()], start: Location(0), transitions };
            for kind in Kind::ALL {
                assert_eq!(read(&write(&system, kind), kind), Ok(system.clone()), "{kind:?}");
            }
        }
    }

    #[test]
    fn short_texts_do_not_become_huge_systems() {
        let head = "(format LCTRS) (theory Ints) (entrypoint f) (fun g Int)";
        let with = |arity: usize, rules: usize| {
            let text = format!("{head} (fun f (->{} Int)) {}", " Int".repeat(arity), "(rule g g)".repeat(rules));
            read(&text, Kind::Ari).expect_err("too large").what
        };
        assert_eq!(with(5_000, 1), "more than 4096 variables are not supported");
        let of_arity = |arity: usize| read(&format!("{head} (fun f (->{} Int))", " Int".repeat(arity)), Kind::Ari);
        assert_eq!(of_arity(4_096).map(|system| system.vars.len()), Ok(4_096));
        let place = of_arity(4_097).map_err(|error| (error.line, error.column));
        assert_eq!(place, Err((1, 1)), "it is the whole text that asks for too much");
        assert_eq!(with(4_000, 300), "the system has more than 1000000 updates");
    }

    #[test]
    fn every_kind_is_written_by_its_name() {
        let text = "(STARTTERM (FUNCTIONSYMBOLS f)) (RULES f(x) -> f(x))";
        let system = read(text, Kind::Koat).expect("well formed");
        let texts = [to_ari(&system), to_koat(&system), to_smt2(&system)];
        for (text, kind) in texts.iter().zip(Kind::ALL) {
            assert_eq!((text, read(text, kind).as_ref()), (&write(&system, kind), Ok(&system)));
        }
    }

    #[test]
    fn kinds_go_by_the_ending() {
        assert_eq!(Kind::of_path(Path::new("a/b.c.ari")), Some(Kind::Ari));
        assert_eq!(Kind::of_path(Path::new("b.koat")), Some(Kind::Koat));
        assert_eq!(Kind::of_path(Path::new("b.smt2")), Some(Kind::Smt2));
        assert_eq!(Kind::of_path(Path::new("ari")), None);
    }
}
