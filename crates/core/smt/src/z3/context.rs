//! One Z3 context: owns every Z3 object made in it, and knows how to report Z3's errors.

use std::cell::{OnceCell, RefCell};
use std::ffi::{CStr, CString, c_char};
use std::time::Duration;

use z3_sys::*;

use crate::Error;
use crate::term::Sort;
use crate::z3::heap;

/// How much a query may cost; whatever it exceeds, the answer is "unknown".
///
/// `work` counts the solver's own steps and gives the same answer on every machine; `time` does not, and is the net
/// below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub time: Option<Duration>,
    pub work: Option<u32>,
}

impl Limits {
    pub fn time(limit: Duration) -> Limits {
        Limits { time: Some(limit), work: None }
    }

    pub fn work(limit: u32) -> Limits {
        Limits { time: None, work: Some(limit) }
    }
}

/// Not `Send`: the handle stays where it was made. Objects made in it are reference-counted by hand: a term that is to
/// outlive the call that made it goes through `keep`, and is released with the context.
#[derive(Debug)]
pub(crate) struct Context {
    raw: Z3_context,
    kept: RefCell<Vec<Z3_ast>>,
    /// A solver that is never asked: its statistics say what the context has spent.
    meter: OnceCell<Z3_solver>,
    /// Few, so searched from front to back.
    sorts: RefCell<Vec<(Sort, Z3_sort)>>,
}

impl Drop for Context {
    fn drop(&mut self) {
        // Deleting a context that still has terms takes Z3 milliseconds: they are released first, results before
        // arguments.
        // SAFETY: one reference was taken for each; the context was made in `new`, and the solvers that hold its
        // objects are dropped before it.
        unsafe {
            if let Some(meter) = self.meter.get() {
                Z3_solver_dec_ref(self.raw, *meter);
            }
            for &ast in self.kept.borrow().iter().rev() {
                Z3_dec_ref(self.raw, ast);
            }
            Z3_del_context(self.raw);
        }
    }
}

/// The version of the library that was loaded.
pub(crate) fn loaded_version() -> &'static str {
    // SAFETY: returns a static, zero-terminated string and needs no context.
    unsafe { CStr::from_ptr(Z3_get_full_version()) }.to_str().unwrap_or("(not text)")
}

impl Context {
    /// Fails when the loaded library is not the one this crate was written for.
    pub(crate) fn new() -> Result<Context, Error> {
        crate::check_version()?;
        heap::make_room();
        // SAFETY: the configuration is used and deleted here; a null handler makes errors codes instead of an exit.
        let raw = unsafe {
            let config = Z3_mk_config().ok_or(Error::OutOfMemory)?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw.ok_or(Error::OutOfMemory)?;
            Z3_set_error_handler(raw, None);
            raw
        };
        Ok(Context { raw, kept: RefCell::default(), meter: OnceCell::new(), sorts: RefCell::default() })
    }

    pub(crate) fn raw(&self) -> Z3_context {
        self.raw
    }

    /// The units of work that Z3 has spent so far, modulo 2³²; it counts them alike on every machine.
    pub(crate) fn work(&self) -> u32 {
        let raw = self.raw;
        // SAFETY: the statistics are released here, the solver with the context; indices are below the size, and the key says which
        // has a number.
        unsafe {
            let solver = *self.meter.get_or_init(|| {
                let solver = self.made(Z3_mk_simple_solver(raw));
                Z3_solver_inc_ref(raw, solver);
                solver
            });
            let statistics = self.made(Z3_solver_get_statistics(raw, solver));
            Z3_stats_inc_ref(raw, statistics);
            let spent = (0..Z3_stats_size(raw, statistics))
                .find(|index| {
                    Z3_stats_is_uint(raw, statistics, *index)
                        && self.text(Z3_stats_get_key(raw, statistics, *index)) == "rlimit count"
                })
                .map_or(0, |index| Z3_stats_get_uint_value(raw, statistics, index));
            Z3_stats_dec_ref(raw, statistics);
            spent
        }
    }

    /// The result of a constructor of Z3, which is null only when it was called wrongly or memory ran out.
    #[track_caller]
    pub(crate) fn made<T>(&self, object: Option<T>) -> T {
        object.unwrap_or_else(|| panic!("Z3 refused a request: {}", self.error()))
    }

    /// Z3's description of the last error.
    pub(crate) fn error(&self) -> String {
        // SAFETY: both take a valid context; the message is copied at once.
        unsafe { self.text(Z3_get_error_msg(self.raw, Z3_get_error_code(self.raw))) }
    }

    /// Copies a string out of Z3's buffer, which the next call may overwrite.
    ///
    /// # Safety
    /// `text` is null or zero-terminated.
    pub(crate) unsafe fn text(&self, text: *const c_char) -> String {
        if text.is_null() {
            return String::new();
        }
        // SAFETY: not null, and zero-terminated by the caller's promise.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    pub(crate) fn symbol(&self, name: &str) -> Z3_symbol {
        // Zero bytes cannot be passed on, and no name of ours has any.
        let name = CString::new(name.replace('\0', "?")).expect("zero bytes were replaced");
        // SAFETY: Z3 copies the string; symbols live as long as the context.
        self.made(unsafe { Z3_mk_string_symbol(self.raw, name.as_ptr()) })
    }

    pub(crate) fn sort(&self, sort: Sort) -> Z3_sort {
        let known = self.sorts.borrow().iter().find(|(known, _)| *known == sort).map(|&(_, made)| made);
        if let Some(made) = known {
            return made;
        }
        // SAFETY: widths are positive, the array's sorts are sorts of this context, and the result is kept.
        let made = unsafe {
            let made = self.made(match sort {
                Sort::Bool => Z3_mk_bool_sort(self.raw),
                Sort::Int => Z3_mk_int_sort(self.raw),
                Sort::BitVec(width) => Z3_mk_bv_sort(self.raw, width),
                Sort::Array { index, element } => {
                    Z3_mk_array_sort(self.raw, self.sort(index.into()), self.sort(element.into()))
                }
            });
            self.keep(self.made(Z3_sort_to_ast(self.raw, made)));
            made
        };
        self.sorts.borrow_mut().push((sort, made));
        made
    }

    /// Keeps a term alive until the context is gone.
    pub(crate) fn keep(&self, ast: Z3_ast) -> Z3_ast {
        // SAFETY: `ast` was just made in this context.
        unsafe { Z3_inc_ref(self.raw, ast) };
        self.kept.borrow_mut().push(ast);
        ast
    }

    /// Parameters for a solver or a Horn engine. The caller's `apply` hands them over before they are released.
    pub(crate) fn with_params(&self, params: &[(&str, Param)], apply: impl FnOnce(Z3_params)) {
        // SAFETY: the set is held by a reference of ours until `apply` has copied it.
        unsafe {
            let set = self.made(Z3_mk_params(self.raw));
            Z3_params_inc_ref(self.raw, set);
            for &(name, value) in params {
                let name = self.symbol(name);
                match value {
                    Param::Bool(value) => Z3_params_set_bool(self.raw, set, name, value),
                    Param::Number(value) => Z3_params_set_uint(self.raw, set, name, value),
                    Param::Symbol(value) => Z3_params_set_symbol(self.raw, set, name, self.symbol(value)),
                }
            }
            apply(set);
            Z3_params_dec_ref(self.raw, set);
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Param {
    Bool(bool),
    Number(u32),
    Symbol(&'static str),
}

impl Limits {
    /// How long it may take.
    ///
    /// Some of Z3's procedures for products do not count their work. So that these end, too, there is a net of time below a limit
    /// of work: several times of what that much work takes otherwise.
    pub(crate) fn longest(&self) -> Option<Duration> {
        let net = || self.work.map(|work| Duration::from_secs(1) + Duration::from_micros(2 * u64::from(work)));
        self.time.or_else(net)
    }

    /// As parameters of Z3, where the largest number means "no limit" for time and zero does for work.
    pub(crate) fn params(&self) -> [(&'static str, Param); 2] {
        let time = self.longest().map_or(u32::MAX, |limit| {
            // Zero would mean no limit at all.
            u32::try_from(limit.as_millis()).unwrap_or(u32::MAX).max(1)
        });
        [("timeout", Param::Number(time)), ("rlimit", Param::Number(self.work.map_or(0, |work| work.max(1))))]
    }
}
