//! Room for a new Z3 on the heap of the C library.
//!
//! Every context begins with two tables of eight megabytes, written from front to back. The C library gets blocks of that
//! size from the kernel and gives them back at once, so that each context pays for four thousand page faults: most of
//! what starting Z3 takes. Kept on the thread's heap, they cost something once; on large pages, less.

/// What a context begins with, and a little more.
const ROOM: usize = 20 << 20;

const LARGE_PAGE: usize = 2 << 20;

/// The largest threshold that the C library knows: smaller blocks stay on its heaps.
const LARGEST_BLOCK: i32 = 32 << 20;

/// Nothing depends on its success; where the heap has room already, it costs two calls of the kernel.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn make_room() {
    use std::sync::Once;
    static KEEP_BLOCKS: Once = Once::new();
    // SAFETY: `mallopt` takes any numbers.
    KEEP_BLOCKS.call_once(|| unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGEST_BLOCK);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * LARGEST_BLOCK);
    });
    // SAFETY: the block is freed as it was got; the advice is about whole pages of it, and changes no byte of them.
    unsafe {
        let block = libc::malloc(ROOM);
        let start = (block as usize).next_multiple_of(LARGE_PAGE);
        let end = (block as usize + ROOM) / LARGE_PAGE * LARGE_PAGE;
        if !block.is_null() && start < end {
            libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
        }
        libc::free(block);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn make_room() {}
