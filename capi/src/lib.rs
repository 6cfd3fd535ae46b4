//! texvisa for C and C++. `include/texvisa.h`, generated from here by cbindgen, is the interface and its documentation.
//!
//! - `types`: the structs of the interface.
//! - `memory`: reads and writes what C points to.
//! - `result`: what a function returns.
//! - `compile`, `call`: what the functions do, on Rust's types.
//! - `entry`: the functions.

mod call;
mod compile;
mod entry;
#[cfg(test)]
mod fuzz;
mod memory;
mod result;
mod types;
