//! Integer transition systems: do all their runs end? What is said about that, and whether it is right.
//!
//! Knows nothing of programs. A [`System`](system::System) has locations, and transitions with a guard and an update over
//! mathematical integers. A certificate says why all its runs end, or which one does not; [`check`] decides with a solver of its
//! own whether that is so. Who looks for certificates is not here.
//!
//! The rooms, each of which knows only those before it: [`system`] and, beside the others, the texts of systems ([`mod@format`]);
//! certificates as data ([`certificate`]); what their steps do ([`replay`]); and when they may be done ([`check`]).
//!
//! Invariants: no I/O, no clock; arithmetic is exact where something rests on it; nothing wraps.

pub mod certificate;
pub mod check;
pub mod format;
pub mod replay;
pub mod system;
