//! The symbolic check accepts what lowering emits, and reports every fault.

mod across_lanes;
mod addresses;
mod compiled;
mod complements;
mod generated;
mod halves;
mod known_lanes;
mod media;
mod memory_accesses;
mod mutations;
mod parts;
mod qwords;
mod random;
mod rows;
