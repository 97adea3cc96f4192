//! How to analyse.

/// How to analyse.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// One graph for all functions, as a baseline.
    pub context_insensitive: bool,
    /// Trust C's rule that an object is accessed with its own type or as characters (6.5, paragraph 7): contents of
    /// different types are then kept apart even where their bytes are one. Unsound for programs that break the rule.
    pub type_aware: bool,
    /// What functions without a body do.
    pub summaries: outside::Summaries,
}
