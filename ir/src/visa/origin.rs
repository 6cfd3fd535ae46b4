//! What the parts of a vISA kernel stand for in the texture IR that it was made from.
//!
//! Lowering claims; whoever checks a kernel compares the claims with both sides. See `texvisa-emulator`'s `symbolic`.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_ir::visa::origin::{Meaning, Origins};
//! use texvisa_ir::visa::{Align, DataType, Kernel, Storage, VarDecl};
//!
//! let mut kernel = Kernel::new("k", Target::Tgllp, SimdWidth::Simd16);
//! let var = kernel.vars.push(VarDecl { ty: DataType::F, elements: 16, align: Align::Grf, storage: Storage::Own });
//! // Nothing is claimed of a variable that lowering has not spoken of.
//! assert_eq!(Origins::default().var(var), Meaning::Temporary);
//! ```

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::entities::{Pred, Var};
use crate::Bits;
use crate::texture::{self, Value};

/// What a variable holds for as long as it holds anything.
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
    /// A number, the same in all lanes.
    Constant {
        /// Its bits, as many as the variable's elements have.
        bits: Bits,
    },
}

/// Which part of the source an instruction carries out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// None: it is part of the frame of every kernel, or of control flow.
    #[default]
    Frame,
    /// A part of that instruction.
    Inst(texture::Inst),
    /// The assignment to parameters on the way from a block to its successor of that number.
    Edge(texture::Block, u8),
    /// The widening of a value that all lanes share, or of a number, before a use of it.
    Broadcast,
}

/// What each part stands for.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// By variable. Those that the layout adds stand for nothing.
    pub vars: PrimaryMap<Var, Meaning>,
    /// By predicate: the truth value that it holds, in the lanes of both halves.
    pub preds: SecondaryMap<Pred, Option<Value>>,
    /// By instruction, in the order of the kernel.
    pub insts: Vec<Origin>,
}

impl Origins {
    /// What `var` stands for.
    pub fn var(&self, var: Var) -> Meaning {
        self.vars.get(var).copied().unwrap_or_default()
    }
}
