//! Abstraction: lists become segments.
//!
//! Paper: [SAS13] section 3.3 and App. D (candidate entries, longest mergeable sequences, costs and length thresholds).
//! Input:      a consistent state without garbage.
//! Guarantees: γ(state) ⊆ γ(abstract_state(state)).                          (tested by `abstraction_covers`)
//! Not trusted: whoever proves something with the result checks it with `covers`.
//! DIVERGENCE: the paper takes for every entry its longest sequence, whatever it costs; we take for every entry and
//! every cost the longest sequence that costs no more, so that a cheap part of a sequence is merged without the rest.
//! There is one more cost: small numbers that would be forgotten.
//! Loses precision when: neighbours differ; that is what the thresholds are for. Lengths above [`LONGEST_MIN`] are not
//! told apart.

mod lengths;
mod merge;
mod sequence;
mod stale;
mod survey;

use ir::Module;

use crate::join::JoinOptions;
use smg::graph::State;
use smg::operations::reach::collect_garbage;

pub use lengths::forget_useless_lengths;
use merge::merge;
use sequence::{Sequence, best_sequence};
use stale::forget_stale;

#[derive(Clone, Debug)]
pub struct AbstractionOptions {
    /// How many neighbours it takes to merge them when they are equal, when one covers the other, when they are
    /// incomparable, and when small numbers are lost.
    pub len_thresholds: [usize; 4],
    pub join: JoinOptions,
}

impl Default for AbstractionOptions {
    fn default() -> Self {
        AbstractionOptions { len_thresholds: [2, 2, 3, 5], join: JoinOptions::default() }
    }
}

/// Segments are known to have up to this many nodes: two suffice to tell both ends apart.
const LONGEST_MIN: u8 = 2;

/// Merges sequences of neighbours until nothing is left to merge. Has anything been merged?
pub fn abstract_state(module: &Module, state: &mut State, options: &AbstractionOptions) -> bool {
    let mut changed = false;
    loop {
        while let Some(sequence) = best_sequence(module, state, options) {
            merge_sequence(module, state, options, sequence);
            changed = true;
        }
        match forget_stale(module, state, options) {
            Some(general) => *state = general,
            None => {
                forget_useless_lengths(state);
                return changed;
            }
        }
    }
}

/// One after the other; what has been merged so far is the first of the rest.
fn merge_sequence(module: &Module, state: &mut State, options: &AbstractionOptions, sequence: Sequence) {
    let Sequence { nodes, binding, first_two } = sequence;
    let mut next = Some(first_two);
    for after in nodes[2..].iter().copied().map(Some).chain([None]) {
        let Some(merged) = next else { return };
        let first = merged.commit(module, state);
        let lost = collect_garbage(state);
        debug_assert!(lost.is_empty(), "merging loses nothing, but {lost:?}");
        next = after.and_then(|after| merge(module, &options.join, state, [first, after], binding));
    }
}
