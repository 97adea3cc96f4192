//! Runs that never end: a stem that is run, a lap that leads back to a state like the one before, and a proof that it can be
//! gone round for ever.
//!
//! Soundness condition: when [`check`] accepts a lasso, the program has a run that begins with its stem and never ends.
//!
//! The interpreter runs the stem, names the numbers in the lasso's cells x, and runs one lap, in which everything that
//! depends on x is noted: the condition C(x) under which the lap goes this way without undefined behaviour, and the numbers
//! x' = f(x) at its end. All else is the same as before, or has to be (P(x)). The recurrent set is where C holds and S, the
//! comparisons that the lasso names besides (often none). The state after the stem is in it: the interpreter went round from
//! there, and S is evaluated on its numbers. A solver shows that nothing leaves it: S(x) and C(x) imply P(x), C(f(x)) and
//! S(f(x)). Widths, signs and wrapping are those of the machine in all three.

mod conditions;
mod recurrent;
mod round;

pub use recurrent::{Checked, Refusal, check};
pub use round::{Claims, Round, go_round};
