//! The portfolio with engines made for the purpose: wrong ones, slow ones, deaf ones, greedy ones.

mod answers;
mod common;
mod memory;
mod order;
mod turns;

/// As in the command: what engines allocate is counted.
#[global_allocator]
static ALLOCATOR: account::Counting<std::alloc::System> = account::Counting(std::alloc::System);
