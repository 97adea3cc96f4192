//! One running Z3, shared by the solvers and Horn systems over one store of terms.
//!
//! Starting Z3 costs some seven milliseconds the first time in a process and two later, and translated terms are kept: an
//! engine starts one session, when it has its first question, and asks everything through it.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use z3_sys::{Z3_ast, Z3_context, Z3_func_decl, Z3_interrupt};

use crate::Error;
use crate::pool::Terms;
use crate::term::{Func, Term};
use crate::z3::{Context, Encoder};

/// How often is it asked whether to stop?
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// For the thread that may interrupt.
#[derive(Clone, Copy)]
struct Handle(Z3_context);

// SAFETY: it is used for `Z3_interrupt` alone.
unsafe impl Send for Handle {}

impl Handle {
    fn raw(self) -> Z3_context {
        self.0
    }
}

/// A handle, cheap to clone; it stays on its thread.
#[derive(Clone)]
pub struct Session(Rc<Shared>);

struct Shared {
    terms: Terms,
    encoder: RefCell<Encoder>,
    ctx: Context,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Session").field(&self.0.terms).finish()
    }
}

impl Session {
    /// Starts Z3 for terms of that store. Fails when the loaded library is not the one this crate was written for.
    pub fn new(terms: &Terms) -> Result<Session, Error> {
        let shared = Shared { terms: terms.clone(), encoder: RefCell::default(), ctx: Context::new()? };
        Ok(Session(Rc::new(shared)))
    }

    pub fn terms(&self) -> &Terms {
        &self.0.terms
    }

    /// Does the work, and ends what Z3 is at soon after `stop` says so: its answer is then "unknown".
    pub fn stoppable<T>(&self, stop: &(dyn Fn() -> bool + Sync), work: impl FnOnce() -> T) -> T {
        let handle = Handle(self.0.ctx.raw());
        let (done, is_done) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let handle = handle;
                while is_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                    if stop() {
                        // SAFETY: the context lives while the scope does, and this is what may be called from other threads.
                        unsafe { Z3_interrupt(handle.raw()) }
                    }
                }
            });
            let result = work();
            drop(done);
            result
        })
    }

    /// Does the work, and says how many units Z3 spent on it: those of [`Limits::work`](crate::Limits::work).
    pub fn counted<T>(&self, work: impl FnOnce() -> T) -> (T, u32) {
        let before = self.0.ctx.work();
        let result = work();
        (result, self.0.ctx.work().wrapping_sub(before))
    }

    pub(crate) fn ctx(&self) -> &Context {
        &self.0.ctx
    }

    /// The Z3 term; it lives as long as the session.
    pub(crate) fn term(&self, term: Term) -> Z3_ast {
        self.0.encoder.borrow_mut().term(&self.0.ctx, &self.0.terms, term)
    }

    pub(crate) fn func(&self, func: Func) -> Z3_func_decl {
        self.0.encoder.borrow_mut().func(&self.0.ctx, &self.0.terms, func)
    }
}
