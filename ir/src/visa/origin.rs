//! The texture IR that each variable, predicate and instruction of a vISA kernel was made from.
//!
//! Lowering claims; the symbolic check compares the claims with both sides (`texvisa-emulator`, `symbolic`).
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_ir::visa::origin::{Meaning, Origins};
//! use texvisa_ir::visa::{Align, DataType, VisaKernel, Storage, VarDecl};
//!
//! let mut kernel = VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd16);
//! let var = kernel.vars.push(VarDecl { ty: DataType::F, elements: 16, align: Align::Grf, storage: Storage::Own });
//! // Nothing is claimed of a variable that lowering has not spoken of.
//! assert_eq!(Origins::default().var(var), Meaning::Temporary);
//! ```

use cranelift_entity::SecondaryMap;

use super::entities::{Pred, Var};
use crate::Bits;
use crate::collections::Arena;
use crate::texture::{self, Value};

/// What a variable has while it is live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// An intermediate of one instruction.
    #[default]
    Temporary,
    /// An element of a value: of the lanes of that half, or of all lanes where the variable has one element.
    Value {
        /// The value.
        value: Value,
        /// Which element; 0 for a scalar.
        element: u8,
        /// Which half.
        half: u8,
    },
    /// Qwords of the lanes of one half, each of two dwords that are elements of values.
    Qwords {
        /// The value and element of the low dwords.
        low: (Value, u8),
        /// Those of the high dwords.
        high: (Value, u8),
        /// Which half of the lanes.
        half: u8,
    },
    /// A number, the same in all lanes.
    Constant {
        /// Its bits, as many as the variable's elements have.
        bits: Bits,
    },
}

/// The part of the source that an instruction was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// None: it belongs to the frame of every kernel, or to control flow.
    #[default]
    Frame,
    /// That instruction.
    Inst(texture::InstId),
    /// The assignment to block parameters on the edge from a block to its successor of that number.
    Edge(texture::Block, u8),
    /// The copy of a uniform value or a number to all lanes, or of an element to the row of a vector, before a use of it.
    Broadcast,
}

/// The origin of each variable, predicate and instruction.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// By variable. Those that the layout adds are temporaries.
    pub vars: Arena<Var, Meaning>,
    preds: SecondaryMap<Pred, Option<Value>>,
    /// By instruction, in the order of the kernel.
    pub insts: Vec<Origin>,
}

impl Origins {
    /// The boolean that a predicate has, in the lanes of both halves.
    pub fn pred(&self, pred: Pred) -> Option<Value> {
        self.preds[pred]
    }

    /// Sets it.
    pub fn set_pred(&mut self, pred: Pred, value: Value) {
        self.preds[pred] = Some(value);
    }
}

impl Origins {
    /// The meaning of `var`.
    pub fn var(&self, var: Var) -> Meaning {
        self.vars.get(var).copied().unwrap_or_default()
    }
}
