//! An allocator that notes how much it gives out.

use std::alloc::{GlobalAlloc, Layout};

use crate::count_bytes;

/// Another allocator, whose bytes are counted for the account of the thread that asks.
///
/// Counted first: the inner allocator then answers the caller directly, which halves the cost. What cannot be had is counted,
/// too; that ends the process.
#[derive(Debug, Default)]
pub struct Counting<A>(pub A);

/// Layouts are smaller than `isize::MAX`.
fn size(layout: Layout) -> i64 {
    layout.size() as i64
}

// SAFETY: every call goes to the inner allocator unchanged, and its answer back; counting neither allocates nor unwinds.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counting<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_bytes(size(layout));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { self.0.alloc(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count_bytes(-size(layout));
        // SAFETY: the caller keeps the contract of `dealloc`, and the block came from the inner allocator.
        unsafe { self.0.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_bytes(size(layout));
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count_bytes(new_size as i64 - size(layout));
        // SAFETY: the caller keeps the contract of `realloc`, and the block came from the inner allocator.
        unsafe { self.0.realloc(block, layout, new_size) }
    }
}
