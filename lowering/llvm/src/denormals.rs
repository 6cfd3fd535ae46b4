//! What LLVM IR says about denormal floats.
//!
//! Arithmetic of texture IR keeps them. Two places say otherwise:
//!
//! - `DenormsAreZero` in the metadata of Intel's compiler (MDFrameWork.h, `CompOptions`), which is the option
//!   -cl-denorms-are-zero of OpenCL. By it floats "may be flushed to zero" (OpenCL 1.2, section 5.6.4.2): see
//!   [`Kernel::may_flush_denormals`](texvisa_ir::texture::Kernel::may_flush_denormals).
//! - The attributes `denormal-fp-math` and `denormal-fp-math-f32` of a function: a mode of results, and one of operands (LLVM
//!   language reference, Function Attributes). Results may be flushed where theirs is not `ieee`; so keeping them is right.
//!   Operands must be taken for zeros where theirs is `preserve-sign` or `positive-zero`, and such arithmetic is refused.

use inkwell::attributes::AttributeLoc;
use inkwell::values::FunctionValue;
use texvisa_ir::texture::{InstData, InstId, Kernel, Scalar};

/// The floats whose denormals a function demands to be zeros where they are operands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ZeroedOperands {
    halves: bool,
    singles: bool,
}

impl ZeroedOperands {
    /// What the attributes of a function say. `denormal-fp-math-f32` counts for binary32 where it is there.
    pub(crate) fn of(function: FunctionValue<'_>) -> ZeroedOperands {
        let demands = |name| {
            let attribute = function.get_string_attribute(AttributeLoc::Function, name)?;
            let text = attribute.get_string_value().to_string_lossy();
            // One mode alone is that of both.
            let operands = text.split_once(',').map_or(&*text, |(_, operands)| operands);
            Some(matches!(operands.trim(), "preserve-sign" | "positive-zero"))
        };
        let halves = demands("denormal-fp-math").unwrap_or_default();
        ZeroedOperands { halves, singles: demands("denormal-fp-math-f32").unwrap_or(halves) }
    }

    /// What is wrong with arithmetic of a kernel, from the instruction numbered `first` on: that it would have to take denormal
    /// operands for zeros.
    pub(crate) fn refusal(self, kernel: &Kernel, first: usize) -> Option<&'static str> {
        let is_refused = |index| {
            let InstData::Plain { op, args } = &kernel.insts[InstId::from_u32(index as u32)] else { return false };
            let is_zeroed = |value| self.contains(kernel.ty(value).scalar);
            op.heeds_denormals() && args[..op.arity()].iter().any(|arg| is_zeroed(*arg))
        };
        (first..kernel.insts.len()).any(is_refused).then_some(
            "the attribute `denormal-fp-math` of the function has denormal operands taken for zeros; expected `ieee` operands, so \
             compile without it",
        )
    }

    fn contains(self, scalar: Scalar) -> bool {
        match scalar {
            Scalar::F16 => self.halves,
            Scalar::F32 => self.singles,
            _ => false,
        }
    }
}
