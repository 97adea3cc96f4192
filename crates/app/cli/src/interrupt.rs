//! Ctrl-C: the first one asks for what is known so far, the second one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Without the right to handle signals, Ctrl-C ends the process as always.
    pub fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        let second = flag::register_conditional_default(SIGINT, interrupt.0.clone());
        let first = flag::register(SIGINT, interrupt.0.clone());
        if let Err(error) = second.and(first) {
            tracing::debug!("Ctrl-C is not handled: {error}");
        }
        interrupt
    }

    pub fn happened(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
