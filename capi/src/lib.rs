//! texvisa for C and C++. `include/texvisa.h`, generated from here by cbindgen, is the interface and its documentation.
//!
//! - `types`: the structs of the interface.
//! - `memory`: reads and writes what C points to.
//! - `result`: what a function returns.
//! - `compile`, `call`, `builder`: what the functions do, on Rust's types.
//! - `entry`, `builder_entry`: the functions.

mod builder;
mod builder_entry;
mod call;
mod compile;
mod entry;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod fuzz_builder;
mod memory;
mod result;
mod types;
