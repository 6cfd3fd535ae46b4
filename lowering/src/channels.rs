//! Prunes result channels that nothing reads.
//!
//! Rule: an `extract` reads the channel that it names; any other use of the vector reads all channels. The mask of each
//! texture operation becomes the channels that are read. [`plan`](crate::plan) then decides whether a sparse mask is
//! worth its header. A gather has no mask: its four texels always come back (3D_SAMPLE4).
//!
//! Source: Intel's compiler does the same (`CShader::GetExtractMask`), except for the word form of ld2dms_w, which it
//! never prunes and texvisa does.

use texvisa_ir::texture::{ChannelMask, Kernel, TextureModifier};

use crate::reads::Reads;
use crate::remark::Remarks;

/// Sets the mask of every texture operation to the channels of its result that are read.
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
