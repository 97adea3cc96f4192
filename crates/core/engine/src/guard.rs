//! Panics of engines and checks become values.
//!
//! A panic is our own bug: it must neither take the other answers with it nor show a stack trace to a user. While
//! [`catch`] runs, this thread's panics are noted instead of printed; other threads keep the hook that was there.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static NOTED: RefCell<Option<String>> = const { RefCell::new(None) };
}

const SPEECHLESS: &str = "panic without a message";

/// Runs `work`; a panic in it is given back as its message and place.
///
/// `work` may leave what it was changing half-changed: callers drop everything that it could touch.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    install_hook();
    let outer = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    result.map_err(|_| NOTED.take().unwrap_or_else(|| SPEECHLESS.to_string()))
}

fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                return previous(info);
            }
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let message = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or(SPEECHLESS);
            let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
            NOTED.set(Some(format!("{message}{place}")));
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        let caught = catch(|| panic!("no such {}", "edge"));
        let message = caught.expect_err("it panics");
        assert!(message.starts_with("no such edge ("), "{message}");
        assert!(message.contains("guard.rs:"), "{message}");
    }

    #[test]
    fn nested_guards_report_to_the_inner_one() {
        let outer = catch(|| {
            let inner: Result<(), String> = catch(|| panic!("inner"));
            assert!(inner.is_err());
            7
        });
        assert_eq!(outer, Ok(7));
    }
}
