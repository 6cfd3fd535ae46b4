//! What a builder returns, which names its owner.

use super::super::entities::{Block, Value};

/// A value of a [`FunctionBuilder`](super::FunctionBuilder).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BuiltValue {
    pub(super) value: Value,
    pub(super) owner: u32,
}

/// A block of a [`FunctionBuilder`](super::FunctionBuilder).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BuiltBlock {
    pub(super) block: Block,
    pub(super) owner: u32,
}

/// A variable of a [`FunctionBuilder`](super::FunctionBuilder), which may be assigned more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocalVariable {
    pub(super) number: u32,
    pub(super) owner: u32,
}
