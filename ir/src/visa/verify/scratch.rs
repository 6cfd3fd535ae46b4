//! Moves to and from scratch memory.

use super::{Verifier, VisaErrorKind};
use crate::visa::scratch::ScratchBlock;

impl Verifier<'_> {
    pub(super) fn scratch_block(&mut self, block: &ScratchBlock) {
        let grf = self.platform.grf_bytes;
        let registers = self.kernel.registers_of(block.var);
        self.require((1..=ScratchBlock::MAX_REGISTERS).contains(&registers), || VisaErrorKind::ScratchRegisters {
            given: registers,
        });
        let end = block.offset.saturating_add(registers * grf);
        let fits = block.offset.is_multiple_of(grf) && end <= ScratchBlock::MAX_BYTES;
        let limit = ScratchBlock::MAX_BYTES;
        self.require(fits, || VisaErrorKind::ScratchOffset { given: block.offset, grf, limit });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{SimdWidth, Target};
    use crate::visa::{Align, DataType, Inst, Storage, VarDecl, VisaKernel, verify};

    /// A store of a variable of so many dwords.
    fn errors(elements: u16, offset: u32) -> Vec<VisaErrorKind> {
        let mut kernel = VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd16);
        let var = kernel.vars.push(VarDecl { ty: DataType::D, elements, align: Align::Grf, storage: Storage::Own });
        kernel.begin_main_function();
        kernel.insts.push(Inst::Scratch(ScratchBlock { store: true, var, of: var, offset }));
        kernel.insts.push(Inst::Return);
        verify(&kernel).into_iter().map(|error| error.kind).collect()
    }

    #[test]
    fn scratch_blocks_are_whole_registers_inside_of_scratch_memory() {
        let limit = ScratchBlock::MAX_BYTES;
        assert_eq!(errors(16, 64), []);
        assert_eq!(errors(64, limit - 256), []);
        assert_eq!(errors(16, 68), [VisaErrorKind::ScratchOffset { given: 68, grf: 32, limit }]);
        assert_eq!(errors(16, limit - 32), [VisaErrorKind::ScratchOffset { given: limit - 32, grf: 32, limit }]);
        assert_eq!(errors(72, 0), [VisaErrorKind::ScratchRegisters { given: 9 }]);
    }
}
