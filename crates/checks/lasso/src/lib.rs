//! Runs that never end: a stem that is run, a lap that leads back to a state like the one before, and a proof that it can be
//! gone round for ever.
//!
//! Soundness condition: when [`check`] accepts a lasso, the program has a run that begins with its stem and never ends.
//!
//! The interpreter runs the stem, names the numbers in the lasso's cells x, and runs one lap, in which everything that
//! depends on x is noted: the condition C(x) under which the lap goes this way without undefined behaviour, and the numbers
//! x' = f(x) at its end. All else is the same as before, or has to be (P(x)). The recurrent set is where C holds. It contains
//! the state after the stem, because the interpreter went round; a solver shows that nothing leaves it: C(x) implies P(x)
//! and C(f(x)).

mod conditions;
mod recurrent;

pub use recurrent::{Checked, Refusal, check};
