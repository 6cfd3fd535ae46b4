//! texvisa as passes.

mod entry;
mod kernels;
mod legalize;
mod llvm;
mod message;
mod parameters;
mod payload;
mod print;
