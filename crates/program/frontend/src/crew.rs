//! Threads that read and lower parts of a large program beside the main one.
//!
//! They are there before the bitcode is, and prepare their heaps while clang runs. What they make does not depend on when
//! they run: the parts are fixed, and their results are added in order.

use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use ir::DataModel;

use crate::lower::{self, Share};
use crate::{bodies, llvm, models};

/// Below this size of bitcode, threads cost more than they bring.
const WORTHWHILE: usize = 256 * 1024;

/// Every thread reads what is outside of bodies; more of them bring little.
const MAX_THREADS: usize = 4;

/// As large as main threads have it: constants and types nest as deep as programs like.
const STACK: usize = 8 * 1024 * 1024;

/// One file of bitcode.
#[derive(Clone)]
pub struct Source {
    pub bitcode: Arc<Vec<u8>>,
    pub path: PathBuf,
    pub data_model: DataModel,
}

impl Source {
    /// What LLVM calls it.
    pub fn name(&self) -> Cow<'_, str> {
        self.path.to_string_lossy()
    }
}

/// Threads that wait for a program.
pub struct Crew {
    members: Vec<Member>,
}

struct Member {
    job: Sender<(Source, Range<usize>)>,
    share: Receiver<Option<Share>>,
    thread: JoinHandle<()>,
}

/// A program that threads are at work on.
pub struct Work {
    parts: Vec<Range<usize>>,
    members: Vec<Member>,
}

/// How many threads a program of one file deserves, if its bitcode has this size.
pub fn deserved(bitcode: usize) -> usize {
    if bitcode < WORTHWHILE {
        return 1;
    }
    std::thread::available_parallelism().map_or(1, |count| count.get()).min(MAX_THREADS)
}

impl Crew {
    /// This many threads, the calling one included, for bitcode of about this size.
    pub fn of(threads: usize, bitcode: usize) -> Crew {
        // Where the system has no more threads to give, fewer do.
        let members = (1..threads).map_while(|_| Member::hire(bitcode / threads)).collect();
        Crew { members }
    }

    /// Divides a program among the threads, at most this many of them.
    pub fn start(mut self, source: &Source, threads: usize) -> Work {
        self.members.truncate(threads - 1);
        let sizes = if self.members.is_empty() { None } else { bodies::sizes(&source.bitcode) };
        let Some(sizes) = sizes else { return Work::alone() };
        let parts = bodies::parts(&sizes, self.members.len() + 1);
        for (member, part) in self.members.iter().zip(&parts[1..]) {
            // Where the thread is gone, its share will be missing.
            let _ = member.job.send((source.clone(), part.clone()));
        }
        Work { parts, members: self.members }
    }
}

impl Member {
    fn hire(bitcode: usize) -> Option<Member> {
        let (job, jobs) = channel();
        let (shares, share) = channel();
        let run = move || {
            llvm::prepare_heap(bitcode);
            if let Ok((source, part)) = jobs.recv() {
                lower_part(&source, part, &shares);
            }
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(run).ok()?;
        Some(Member { job, share, thread })
    }
}

/// Sends the share before LLVM's memory is given back.
fn lower_part(source: &Source, part: Range<usize>, shares: &Sender<Option<Share>>) {
    let module = llvm::Module::read(&source.bitcode, &source.name()).and_then(|mut module| {
        models::add(&mut module, source.data_model)?;
        module.use_debug_intrinsics();
        Ok(module)
    });
    // What cannot be read here cannot be read by the main thread either, which says so.
    let share = module.as_ref().ok().and_then(|module| lower::lower_share(module, source.data_model, part));
    // Nobody waits for it when the main thread has failed.
    let _ = shares.send(share);
}

impl Work {
    /// Nobody else is at work: the calling thread does everything.
    pub fn alone() -> Work {
        Work { parts: Vec::new(), members: Vec::new() }
    }

    /// The parts of a program with this many definitions.
    pub fn parts(&self, definitions: usize) -> Vec<Range<usize>> {
        match self.parts.last() {
            Some(last) if last.end == definitions => self.parts.clone(),
            Some(_) | None => std::iter::once(0..definitions).collect(),
        }
    }

    /// A part that another thread has lowered. Waits for it.
    pub fn share(&self, part: usize) -> Option<Share> {
        let member = self.members.get(part.checked_sub(1)?)?;
        // A thread that panicked leaves no share; the main thread then meets what it met.
        member.share.recv().ok()?
    }

    /// Waits until all threads have given their memory back.
    pub fn finish(self) {
        for member in self.members {
            // Whether it panicked has been seen by its missing share.
            let _ = member.thread.join();
        }
    }
}
