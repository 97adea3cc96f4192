//! The program without side effects: every function takes the contents of the regions that it touches and gives back those
//! that it changes.
//!
//! Paper: [SAS17] section 1, Fig. 1(d): each region is a logical array; a store makes a new version of it; a call passes the
//!        caller's versions of the callee's regions and gets the modified ones back.
//! Input:      a context-sensitive analysis; one graph for all functions works, too, with one version of everything.
//! Guarantees: what a function reads in a region is what its version of it holds, since by condition CC no call brings two
//!             regions of the callee together of which one is modified (`check::calls`); versions are in SSA form.
//! DIVERGENCE: a region of one cell is a value instead of an array (`scalars`).
//! DIVERGENCE: whenever code outside of the program may run, the regions that it knows become anything, even those of which
//!             the graphs say that the function only reads them: condition CC is not about these.
//! DIVERGENCE: regions that code outside of the program knows may be one another, which no array says. They are apart here;
//!             whoever relies on it has to ask [`Pure::is_known_outside`].
//!
//! The rooms, each of which knows only those before it: `touches` (one instruction), `effects` (functions with all that they
//! call), `scalars`, `versions` (one function in SSA form).

mod effects;
mod scalars;
mod touches;
mod versions;

use ir::{FuncId, Type};
use outside::Summaries;

use crate::graph::NodeId;
use crate::result::PointsTo;
use effects::Effects;
use scalars::Scalars;

pub use effects::Interface;
pub use versions::{Touched, Version, Versions};

/// What all functions do to regions.
#[derive(Debug)]
pub struct Pure<'a, 'm> {
    points_to: &'a PointsTo<'m>,
    summaries: &'a Summaries,
    effects: Effects,
    scalars: Scalars,
}

impl<'a, 'm> Pure<'a, 'm> {
    /// `summaries` are those that the analysis had.
    pub fn new(points_to: &'a PointsTo<'m>, summaries: &'a Summaries) -> Pure<'a, 'm> {
        let effects = Effects::new(points_to, summaries);
        let scalars = Scalars::new(points_to, summaries, &effects);
        Pure { points_to, summaries, effects, scalars }
    }

    pub fn points_to(&self) -> &'a PointsTo<'m> {
        self.points_to
    }

    /// What a function takes and gives back.
    pub fn interface(&self, func: FuncId) -> &Interface {
        self.effects.of(func)
    }

    /// The type of the region's only cell; `None` for an array.
    pub fn scalar(&self, region: NodeId) -> Option<Type> {
        self.scalars.of(region)
    }

    /// May code outside of the program know the region in some context? Two such regions may be one.
    pub fn is_known_outside(&self, region: NodeId) -> bool {
        self.effects.is_known_outside(region)
    }

    /// May code outside of the program run before the function returns? Its callers' regions that are known outside are
    /// then anything.
    pub fn calls_outside(&self, func: FuncId) -> bool {
        self.effects.calls_outside(func)
    }

    /// The versions of a defined function's regions.
    pub fn versions(&self, func: FuncId) -> Versions {
        Versions::new(self, func)
    }
}
