//! Unused result channels: a texture operation returns only what something reads.
//!
//! A channel is read where an `extract` names it, or where the whole vector is used. What a mask costs is another
//! question, which [`plan`](crate::plan) answers: not every mask is worth its header.
//!
//! Rule: Intel's compiler does the same (`CShader::GetExtractMask`), but for gathers, whose four texels always come
//! back (3D_SAMPLE4), and for its 16-bit form of ld2dms, which it never prunes; texvisa does.

use texvisa_ir::texture::{ChannelMask, Kernel, TextureModifier};

use crate::reads::Reads;
use crate::remark::Remarks;

/// Sets the mask of every texture operation to what is read of its result.
pub fn prune_channels(kernel: &mut Kernel, reads: &Reads, remarks: &mut Remarks) {
    for (inst, id) in reads.operations.iter().rev() {
        let op = &kernel.textures[*id];
        let has_mask = op.kind.takes(TextureModifier::Mask);
        let Some(result) = kernel.result(*inst).filter(|_| has_mask) else { continue };
        let mask = ChannelMask::from_bits(op.mask.bits() & reads.channels(result).bits());
        if mask != op.mask {
            remarks.add(kernel, "channels", *inst, || match mask {
                ChannelMask::EMPTY => "no channel of the result is read".to_owned(),
                mask => format!("only {mask:#} of the result is read"),
            });
            kernel.textures[*id].mask = mask;
        }
    }
}
