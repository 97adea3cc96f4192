//! What the steps of a certificate do, whether they may be done or not.
//!
//! Bookkeeping that the check and whoever looks for a certificate share: the simplified system of a log, the refined system of
//! a proof's splits, the encoded system of an encoding. There is no solver here, and nothing says that a step is right.

mod apply;
mod chained;
mod determined;
mod encoded;
mod equal;
mod guard;
mod order;
mod origin;
mod refined;
mod simplified;
mod sliced;
mod strengthened;
mod technique;

pub use apply::{apply, replay};
pub(crate) use determined::replaced;
pub use encoded::encoded;
pub(crate) use equal::equations;
pub use guard::tidy;
pub use origin::OriginalPath;
pub use refined::Refined;
pub use simplified::Simplified;
pub(crate) use strengthened::by_location;
pub use technique::strongest_technique;
