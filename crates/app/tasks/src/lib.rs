//! The files that say what is asked of a program: property files and task definitions of the software-verification
//! competition.
//!
//! Absent from here: files themselves. Readers take text and give what it says, or what is wrong with it; no text makes
//! one panic.

mod property_file;
mod task_file;

pub use property_file::{BadProperty, EXAMPLE, PropertyFile};
pub use task_file::{BadTask, TaskFile, TaskProperty, is_task_file};
