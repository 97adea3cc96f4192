//! Memory is shared out: an engine that takes too much stops alone, and the others go on.
//!
//! An engine's account says what it has allocated. While others work it may have half of what the process may, so that one
//! of them cannot take everything from the rest; when it is the only one left, all is its own. The accounts do not know
//! everything (see `account`), so the process-wide limit is the last resort: when it is reached, the engine with the largest
//! account stops first, and everybody stops only if that does not help. It has helped when the process does not grow any more:
//! what is freed stays with the allocator for a while, which gives it to the others.

use std::time::Instant;

use engine::Limit;

use crate::asked::Asked;
use crate::limits::CHECKS;

/// What is to be done about the memory in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Measure {
    Nothing,
    /// This engine stops.
    Stop(usize),
    StopAll,
}

#[derive(Debug)]
pub(crate) struct Shares {
    most_mib: Option<u64>,
    /// The engine that was stopped because the process had too much and has not ended yet, and since when.
    letting_go: Option<(usize, Instant)>,
    /// What the process had when the last such engine had ended.
    had_mib: u64,
}

/// What the decision needs to know of an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holder {
    pub(crate) working: bool,
    pub(crate) stopped: bool,
    pub(crate) bytes: u64,
}

impl Holder {
    pub(crate) fn of(asked: &Asked<'_, '_>, working: bool, stopped: Option<Limit>) -> Holder {
        Holder { working, stopped: stopped.is_some(), bytes: asked.account.bytes() }
    }

    fn goes_on(self) -> bool {
        self.working && !self.stopped
    }
}

impl Shares {
    pub(crate) fn new(most_mib: Option<u64>) -> Shares {
        Shares { most_mib, letting_go: None, had_mib: 0 }
    }

    /// `used_mib`: by the process.
    pub(crate) fn keep(&mut self, used_mib: u64, holders: &[Holder], now: Instant) -> Measure {
        let Some(most_mib) = self.most_mib else { return Measure::Nothing };
        let others = |engine: usize| holders.iter().enumerate().any(|(other, one)| other != engine && one.goes_on());
        let going_on = || holders.iter().enumerate().filter(|(_, one)| one.goes_on());
        if used_mib > most_mib {
            if self.may_still_help(used_mib, holders, now) || used_mib <= self.had_mib {
                return Measure::Nothing;
            }
            // Of equal accounts the engine that comes later in the list stops.
            return match going_on().max_by_key(|(_, one)| one.bytes) {
                Some((engine, _)) if others(engine) => {
                    self.letting_go = Some((engine, now));
                    Measure::Stop(engine)
                }
                Some(_) | None => Measure::StopAll,
            };
        }
        let too_much = |(engine, one): &(usize, &Holder)| one.bytes >> 20 > most_mib / 2 && others(*engine);
        going_on().find(too_much).map_or(Measure::Nothing, |(engine, _)| Measure::Stop(engine))
    }

    /// Somebody has been stopped, and is coming to an end.
    fn may_still_help(&mut self, used_mib: u64, holders: &[Holder], now: Instant) -> bool {
        let Some((engine, since)) = self.letting_go else { return false };
        if holders[engine].working {
            return now.duration_since(since) < CHECKS;
        }
        self.letting_go = None;
        self.had_mib = self.had_mib.max(used_mib);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(mib: u64) -> Holder {
        Holder { working: true, stopped: false, bytes: mib << 20 }
    }

    fn stopped(mib: u64) -> Holder {
        Holder { stopped: true, ..holder(mib) }
    }

    #[test]
    fn half_is_enough_while_others_work() {
        let mut shares = Shares::new(Some(1000));
        let now = Instant::now();
        assert_eq!(shares.keep(900, &[holder(400), holder(500)], now), Measure::Nothing);
        assert_eq!(shares.keep(900, &[holder(400), holder(501)], now), Measure::Stop(1));
        assert_eq!(shares.keep(900, &[holder(400), stopped(501)], now), Measure::Nothing);
        assert_eq!(shares.keep(900, &[holder(900), Holder { working: false, ..holder(1) }], now), Measure::Nothing);
        assert_eq!(Shares::new(None).keep(9000, &[holder(9000), holder(1)], now), Measure::Nothing);
    }

    #[test]
    fn the_largest_stops_first_and_everybody_only_if_that_does_not_help() {
        let mut shares = Shares::new(Some(1000));
        let now = Instant::now();
        let engines = [holder(200), holder(300), holder(100)];
        assert_eq!(shares.keep(1001, &engines, now), Measure::Stop(1));
        let engines = [holder(200), stopped(300), holder(100)];
        assert_eq!(shares.keep(1200, &engines, now + CHECKS / 2), Measure::Nothing, "it is coming to its end");
        let engines = [holder(200), Holder { working: false, ..stopped(0) }, holder(100)];
        let ended = now + CHECKS / 2;
        assert_eq!(shares.keep(1100, &engines, ended), Measure::Nothing);
        assert_eq!(shares.keep(1100, &engines, ended + CHECKS), Measure::Nothing, "others use what it had");
        assert_eq!(shares.keep(1101, &engines, ended + CHECKS), Measure::Stop(0));
        let engines = [stopped(200), Holder { working: false, ..stopped(0) }, holder(100)];
        assert_eq!(shares.keep(1101, &engines, ended + CHECKS * 3), Measure::StopAll, "it does not end");
    }
}
