//! Large pages for the heap that LLVM is about to fill.
//!
//! LLVM's reader makes many small objects, some thirty bytes for each byte of bitcode. Page by page, a tenth of the time
//! goes into the kernel's page faults and more into address translation; with large pages nearly all of it is saved.

/// Bitcode below this size is read in no time anyway.
const WORTHWHILE: usize = 256 * 1024;

/// Bytes of heap per byte of bitcode; the IR is in it too.
const HEAP_PER_BYTE: usize = 40;

/// Larger blocks are not part of the heap; the C library allows no more.
const MAX_BLOCK: i32 = 32 * 1024 * 1024;

/// What clang needs for a file without headers, and more for each that is included.
const FOR_CLANG: usize = 8 * 1024 * 1024;

const LARGE_PAGE: usize = 2 * 1024 * 1024;

/// Grows the heap of the calling thread for bitcode of this size, by a block that is given back at once, and asks for large
/// pages there. Without effect where the heap is large already, and where the kernel or the C library does not know how:
/// nothing depends on it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn prepare(bitcode: usize) {
    if bitcode < WORTHWHILE {
        return;
    }
    let size = bitcode.saturating_mul(HEAP_PER_BYTE).min(MAX_BLOCK as usize - LARGE_PAGE);
    // SAFETY: the block is freed as it was got; the advice is about whole pages of it.
    unsafe {
        keep_blocks_in_heap();
        let block = libc::malloc(size);
        let start = (block as usize).next_multiple_of(LARGE_PAGE);
        let end = (block as usize + size) / LARGE_PAGE * LARGE_PAGE;
        if !block.is_null() && start < end {
            let (start, len) = (start as *mut libc::c_void, end - start);
            libc::madvise(start, len, libc::MADV_HUGEPAGE);
            libc::madvise(start, len, libc::MADV_POPULATE_WRITE);
        }
        libc::free(block);
    }
}

/// Room for what clang needs for a short file, on the heap of the calling thread, which otherwise grows page by page.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn prepare_for_clang() {
    // SAFETY: the block is freed as it was got.
    unsafe {
        keep_blocks_in_heap();
        libc::free(std::hint::black_box(libc::malloc(FOR_CLANG)));
    }
}

/// Large blocks are part of a heap, and a heap keeps its memory when they are given back.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn keep_blocks_in_heap() {
    // SAFETY: `mallopt` takes any numbers.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAX_BLOCK);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * MAX_BLOCK);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn prepare(_bitcode: usize) {}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn prepare_for_clang() {}
