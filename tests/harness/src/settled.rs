//! What engines settle of the annotated programs: `//@ verdict[ENGINE]: true(P, …) false(P, …)` in the program itself.
//!
//! The headers record what each engine came to within [`STEPS`]. Less is a failing test; more is recorded by
//! `cargo xtask bless`. An engine that settles nothing has no header.

use std::fmt;

use engine::Property;

use crate::ask::Claim;
use crate::case::Verdict;

/// How far each engine may go with each program.
pub const STEPS: u64 = 300_000;

/// Properties that an engine settles, as they were asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settled {
    pub holds: Vec<Property>,
    pub violated: Vec<Property>,
}

impl Settled {
    pub fn is_empty(&self) -> bool {
        self.holds.is_empty() && self.violated.is_empty()
    }

    /// `true(P, …)`, `false(P, …)`, or both.
    pub fn parse(text: &str) -> Result<Settled, String> {
        let mut settled = Settled::default();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let wrong = || format!("`{text}` should be `true(P, …)`, `false(P, …)`, or both");
            let (word, more) = rest.split_once('(').ok_or_else(wrong)?;
            let (names, more) = more.split_once(')').ok_or_else(wrong)?;
            let list = match word.trim() {
                "true" => &mut settled.holds,
                "false" => &mut settled.violated,
                _ => return Err(wrong()),
            };
            for name in names.split(',').map(str::trim) {
                list.push(Property::named(name).ok_or_else(|| format!("no property `{name}`"))?);
            }
            rest = more.trim();
        }
        if settled.is_empty() { Err("an engine that settles nothing has no header".to_string()) } else { Ok(settled) }
    }

    /// What one engine claims, in the order of the claims.
    pub fn of(engine: &str, claims: &[Claim]) -> Settled {
        let mut settled = Settled::default();
        for claim in claims.iter().filter(|claim| claim.engine == engine) {
            match claim.verdict {
                Verdict::True => settled.holds.push(claim.property),
                Verdict::False(_) => settled.violated.push(claim.property),
                Verdict::Unknown => {}
            }
        }
        settled
    }

    /// Is everything in `other` settled here too, and in the same way?
    pub fn includes(&self, other: &Settled) -> bool {
        other.holds.iter().all(|property| self.holds.contains(property))
            && other.violated.iter().all(|property| self.violated.contains(property))
    }
}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (word, list) in [("true", &self.holds), ("false", &self.violated)] {
            if !list.is_empty() {
                let names: Vec<String> = list.iter().map(Property::to_string).collect();
                write!(f, "{}{word}({})", if first { "" } else { " " }, names.join(", "))?;
                first = false;
            }
        }
        Ok(())
    }
}

/// What is recorded of one program, sorted by engine.
pub type Record = Vec<(String, Settled)>;

/// The line of the header.
pub fn header(engine: &str, settled: &Settled) -> String {
    format!("//@ verdict[{engine}]: {settled}")
}

/// Where engines settle less than is recorded: a message with what was and what is.
pub fn losses(recorded: &Record, claims: &[Claim]) -> Vec<String> {
    let mut messages = Vec::new();
    for (engine, before) in recorded {
        let now = Settled::of(engine, claims);
        if !now.includes(before) {
            let now = if now.is_empty() { "(nothing)".to_string() } else { header(engine, &now) };
            messages.push(format!("{engine} settles less than before\n  - {}\n  + {now}", header(engine, before)));
        }
    }
    messages
}

/// What engines settle now.
pub fn record(engines: &[&str], claims: &[Claim]) -> Record {
    let all = engines.iter().map(|engine| (engine.to_string(), Settled::of(engine, claims)));
    let mut record: Record = all.filter(|(_, settled)| !settled.is_empty()).collect();
    record.sort_by(|(a, _), (b, _)| a.cmp(b));
    record
}

/// Does an engine settle something that is not recorded?
pub fn has_gains(recorded: &Record, now: &Record) -> bool {
    now.iter()
        .any(|(engine, settled)| !recorded.iter().any(|(other, before)| other == engine && before.includes(settled)))
}

/// The program's text with these headers in the place of those it has: behind its verdict.
pub fn with_record(text: &str, record: &Record) -> String {
    let mut new = String::new();
    for line in text.split_inclusive('\n').filter(|line| !line.starts_with("//@ verdict[")) {
        new.push_str(line);
        if line.starts_with("//@ verdict:") {
            if !line.ends_with('\n') {
                new.push('\n');
            }
            record.iter().for_each(|(engine, settled)| new.push_str(&format!("{}\n", header(engine, settled))));
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(property: Property, verdict: Verdict) -> Claim {
        Claim { engine: "smg", property, verdict, violation: None, fault: None }
    }

    fn settled(text: &str) -> Settled {
        Settled::parse(text).expect("well formed")
    }

    #[test]
    fn headers_read_as_they_are_written() {
        for text in
            ["true(valid-memsafety, unreach-call)", "false(valid-memsafety)", "true(termination) false(no-overflow)"]
        {
            assert_eq!(settled(text).to_string(), text);
        }
        for text in ["", "true", "unknown", "true(nonsense)", "true(termination"] {
            assert!(Settled::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_lost_is_a_loss_and_what_is_won_is_not() {
        let recorded = vec![("smg".to_string(), settled("true(valid-memsafety)"))];
        let (safe, reach) = (Property::ValidMemsafety, Property::UnreachCall);
        let same = [claim(safe, Verdict::True)];
        let more = [claim(safe, Verdict::True), claim(reach, Verdict::True)];
        let less = [claim(safe, Verdict::Unknown), claim(reach, Verdict::True)];
        let other = [claim(safe, Verdict::False(Property::ValidDeref))];
        assert!(losses(&recorded, &same).is_empty() && !has_gains(&recorded, &record(&["smg"], &same)));
        assert!(losses(&recorded, &more).is_empty() && has_gains(&recorded, &record(&["smg"], &more)));
        let lost = losses(&recorded, &less);
        assert_eq!(
            lost,
            [
                "smg settles less than before\n  - //@ verdict[smg]: true(valid-memsafety)\n  + //@ verdict[smg]: true(unreach-call)"
            ]
        );
        assert_eq!(losses(&recorded, &other).len(), 1);
        assert_eq!(losses(&recorded, &[]).len(), 1, "an engine that says nothing loses all");
    }

    #[test]
    fn headers_stand_behind_the_verdict() {
        let text = "// A list.\n//@ verdict: true\n//@ verdict[old]: true(termination)\n//@ inputs: 1\nint x;\n";
        let now = vec![("smg".to_string(), settled("true(unreach-call)"))];
        let new = with_record(text, &now);
        assert_eq!(new, "// A list.\n//@ verdict: true\n//@ verdict[smg]: true(unreach-call)\n//@ inputs: 1\nint x;\n");
        assert_eq!(with_record(&new, &now), new);
    }
}
