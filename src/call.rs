//! One texture operation, for a compiler that has a representation of its own.
//!
//! A [`Call`] describes the operation with the host's operands: registers of any type `R`, constants, undef. [`Call::lower`]
//! runs every pass of [`compile()`](crate::compile()) on it, tells a [`Sink`] which temporaries, payload moves and
//! messages it takes, and returns a [`LoweredCall`]: the plan, and what it was made of for the check.
//!
//! What the host keeps to itself: it assigns registers, keeps the execution mask, and has the control register keep
//! denormals while half floats are widened. A register of a divergent operand holds one element a lane, one behind the
//! other; at SIMD32 all 32. A register of a uniform operand holds one element.
//!
//! # Example
//!
//! ```
//! use texvisa::call::{Call, CallMessage, CallEntry, MoveInst, HostOperand, Sink, Temporary};
//! use texvisa::ir::target::{SimdWidth, Target};
//! use texvisa::ir::texture::{ChannelMask, Dimension, Role, Scalar, TextureKind};
//!
//! /// The host: its registers are numbers, its code is text.
//! #[derive(Default)]
//! struct Code {
//!     registers: u32,
//!     lines: Vec<String>,
//! }
//!
//! impl Sink for Code {
//!     type Register = u32;
//!     fn temporary(&mut self, _: &Temporary) -> u32 {
//!         self.registers += 1;
//!         100 + self.registers
//!     }
//!     fn instruction(&mut self, inst: &MoveInst<u32>) {
//!         self.lines.push(format!("{} r{}+{}", inst.op.name(), inst.dst.register, inst.dst.offset));
//!     }
//!     fn message(&mut self, message: &CallMessage<u32>) {
//!         self.lines.push(format!("send {:#010x}", message.descriptor.word));
//!     }
//! }
//!
//! let mut call = Call::new(Target::Tgllp, SimdWidth::Simd16, TextureKind::Load, Dimension::D2Array, CallEntry::Table(3));
//! for (role, register) in [(Role::U, 10), (Role::V, 12), (Role::R, 14)] {
//!     call.params.push((role, HostOperand::lanes(register, Scalar::I32)));
//! }
//! call.channels = ChannelMask::from_letters("rg").ok_or("no channels")?;
//! let mut code = Code::default();
//! let lowered = call.lower(&mut code)?;
//! // The level is zero, which ld_lz implies; u goes by itself, v and r are moved behind one another.
//! assert_eq!(lowered.name, "ld_lz.RG");
//! assert_eq!(code.lines, ["mov r101+0", "mov r101+64", "send 0x0445a003"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod description;
mod emit;
mod kernel;
mod sink;

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::Scalar;

pub use description::{Call, CallEntry, CallError, HostOperand};
pub use sink::{
    CallBlock, CallMessage, CallResponse, ChannelBytes, Filling, LoweredCall, MoveInst, MoveSource, RegisterBytes,
    Sink, Temporary, TemporaryUse,
};

impl<R: Copy> Call<R> {
    /// Lowers the call: tells `sink` the temporaries, the moves and the messages, in the order in which they are executed.
    ///
    /// # Errors
    ///
    /// See [`CallError`]. The sink was told nothing then.
    pub fn lower<S: Sink<Register = R>>(&self, sink: &mut S) -> Result<LoweredCall, CallError> {
        let built = kernel::build(self)?;
        emit::lower(self, built, sink)
    }
}

/// The type of an MCS value that costs the loads which take it the least: `i16` where `load_ms` is sent as words, otherwise
/// `i32`. `uniform` is whether all lanes load one pixel.
pub fn mcs_scalar(target: Target, simd: SimdWidth, uniform: bool) -> Scalar {
    texvisa_lowering::mcs_form(target, simd, uniform).element().scalar
}
