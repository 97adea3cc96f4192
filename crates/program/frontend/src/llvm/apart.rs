//! LLVM's work on input that may make it crash, in a process of its own.

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` says, or nothing if it did not survive.
pub fn apart(work: impl FnOnce() -> String) -> io::Result<Option<String>> {
    // The child must not wait for a thread that it has not.
    super::module::set_up();
    let (mut reader, mut writer) = io::pipe()?;
    // SAFETY: the child has this thread alone. It calls LLVM and the C library, whose heap `fork` leaves usable, waits for
    // no other thread, and ends without running what the parent registered for its own end.
    let child = unsafe { libc::fork() };
    match child {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            die_quietly();
            let said = catch_unwind(AssertUnwindSafe(work)).ok();
            let is_sent = said.is_some_and(|said| writer.write_all(said.as_bytes()).is_ok());
            // SAFETY: ends the child.
            unsafe { libc::_exit(if is_sent { 0 } else { 1 }) }
        }
        _ => {
            drop(writer);
            let mut said = String::new();
            let read = reader.read_to_string(&mut said);
            let survived = wait(child)?;
            read?;
            Ok(survived.then_some(said))
        }
    }
}

/// A crash leaves no file behind and is reported by the parent; and the child does not go on when the parent is gone.
fn die_quietly() {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: settings of this process; the limit is read while the call runs.
    unsafe {
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        #[cfg(target_os = "linux")]
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL, libc::SIGFPE] {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// Did the child end by itself, and well?
fn wait(child: libc::pid_t) -> io::Result<bool> {
    let mut status = 0;
    loop {
        // SAFETY: `status` outlives the call.
        if unsafe { libc::waitpid(child, &mut status, 0) } == child {
            return Ok(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0);
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn whoever_survives_is_heard() {
        assert_eq!(apart(|| "well".to_string()).unwrap().as_deref(), Some("well"));
        assert_eq!(apart(|| panic!("as it was asked to")).unwrap(), None);
        assert_eq!(apart(|| std::process::abort()).unwrap(), None);
    }
}
