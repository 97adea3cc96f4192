//! Who is asked when, and whose answer counts.
//!
//! An engine's level is its stage at first, and rises as it works: by time for whose turn it is (`permits`), by steps for
//! whose answer counts. Steps are the same on every machine and under every load, so answers do not depend on whose turn
//! it was.

use std::time::Duration;

use engine::Stage;

use crate::limits::Limits;

/// Steps that an engine's answer may take to count for its stage; about a tenth of a second's work.
const STEPS: u64 = 2_000_000;
/// What an engine has before others without a limit of time.
const LONGEST_SHARE: Duration = Duration::from_secs(10);

/// Of two answers the one with the lower rank is reported: the level, the steps that led to it, and the engine's place in
/// the list. Engines of a later stage have begun or not, as cores were free, so their answers do not count before those of
/// an earlier one, until that has worked for long.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Rank {
    level: u64,
    steps: u64,
    pub(crate) engine: usize,
}

impl Rank {
    pub(crate) fn new(stage: Stage, steps: u64, engine: usize) -> Rank {
        Rank { level: u64::from(stage.0).max(steps / STEPS), steps, engine }
    }

    /// Might an answer after at least so many steps have a lower rank? When both took as many, the list decides later.
    pub(crate) fn may_be_preceded(self, stage: Stage, least_steps: u64) -> bool {
        let least = Rank::new(stage, least_steps, 0);
        (least.level, least.steps) <= (self.level, self.steps)
    }
}

/// What an engine works before engines of later stages are its equals: half of the time is shared out so, and the other
/// half goes where work is least.
pub(crate) fn share(limits: &Limits, engines: usize) -> Duration {
    let whole = limits.timeout.map(|timeout| timeout * limits.threads.max(1) as u32 / (2 * engines.max(1) as u32));
    whole.map_or(LONGEST_SHARE, |share| share.min(LONGEST_SHARE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn stages_count_before_steps_until_an_engine_has_worked_for_long() {
        let (early, late) = (Stage::FIRST, Stage(1));
        assert!(Rank::new(early, 100, 1) < Rank::new(early, 200, 0));
        assert!(Rank::new(early, 100, 0) < Rank::new(early, 100, 1));
        assert!(Rank::new(early, STEPS - 1, 0) < Rank::new(late, 5, 1));
        assert!(Rank::new(late, 5, 1) < Rank::new(early, STEPS, 0));
    }

    #[test]
    fn an_answer_waits_only_for_those_that_can_precede_it() {
        let (early, late) = (Stage::FIRST, Stage(1));
        let answer = Rank::new(early, 100, 0);
        assert!(answer.may_be_preceded(early, 100) && !answer.may_be_preceded(early, 101));
        assert!(!answer.may_be_preceded(late, 0), "who has not been asked yet is not waited for");
        let answer = Rank::new(late, 100, 0);
        assert!(answer.may_be_preceded(early, STEPS - 1) && !answer.may_be_preceded(early, STEPS));
    }

    #[test]
    fn eight_engines_get_their_share() {
        let limits = |seconds, threads| Limits {
            started: Instant::now(),
            timeout: Some(Duration::from_secs(seconds)),
            memory_mib: None,
            threads,
        };
        assert_eq!(share(&limits(60, 2), 8), Duration::from_millis(7500));
        assert_eq!(share(&limits(60, 8), 8), LONGEST_SHARE);
        assert_eq!(share(&Limits { timeout: None, ..limits(60, 1) }, 8), LONGEST_SHARE);
    }
}
