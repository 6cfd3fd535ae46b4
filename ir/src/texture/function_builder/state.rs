//! What a builder knows of blocks and variables on the way.

use super::super::entities::{Block, InstId, Value};

/// An edge: the terminator of `from`, and which of its targets it goes to.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub from: Block,
    pub terminator: InstId,
    pub target: usize,
}

/// What is known of a block.
#[derive(Clone, Debug, Default)]
pub struct BlockState {
    pub edges: Vec<Edge>,
    pub sealed: bool,
    pub ended: bool,
    /// The parameters that variables have become before all edges were known.
    pub pending: Vec<usize>,
}

/// A parameter that a variable has become.
#[derive(Clone, Debug)]
pub struct Phi {
    pub variable: u32,
    pub block: Block,
    pub value: Value,
    /// What it is given, an edge each.
    pub given: Vec<Value>,
}
