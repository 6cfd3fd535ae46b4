//! Prunes results that nothing reads: channels, residency, the lanes that a chroma key hits.
//!
//! Rules:
//!
//! - An `extract` reads the channel that it names; any other use of the vector reads all channels. The mask of each
//!   texture operation becomes the channels that are read. [`plan`](crate::plan) then decides whether a sparse mask is
//!   worth its header. A gather has no mask: its four texels always come back (3D_SAMPLE4).
//! - Residency that nothing reads does not come back; it would take a header and a register of the response (3D_LOAD,
//!   pixel_null_mask). A sample with a chroma key (killpix) of which the lanes are not read is a sample: the two differ
//!   in these lanes alone.
//!
//! Source: Intel's compiler does the same (`CShader::GetExtractMask`), except for the word form of ld2dms_w, which it
//! never prunes and texvisa does, and for sample+killpix, which it sends without asking for the lanes.

use texvisa_ir::texture::{ChannelMask, Kernel, TextureModifier};

use crate::reads::Reads;
use crate::remark::Remarks;

/// Sets the mask of every texture operation to the channels of its result that are read, and drops second results that
/// are not.
pub fn prune_channels(kernel: &mut Kernel, reads: &Reads, remarks: &mut Remarks) {
    for (inst, id) in reads.operations.iter().rev() {
        if let Some(reported) = kernel.result_at(*inst, 1)
            && !reads.is_read(reported)
        {
            let op = &mut kernel.textures[*id];
            (op.residency, op.kill_pixel) = (false, false);
            kernel.drop_second_result(*inst);
            remarks.add(kernel, "channels", *inst, || "nothing reads the second result".to_owned());
        }
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
