//! Unused result channels: a texture operation returns only what something reads.
//!
//! A channel is read where an `extract` names it, or where the whole vector is used. What a mask costs is another
//! question, which [`plan`](crate::plan) answers: not every mask is worth its header.
//!
//! Rule: Intel's compiler does the same (`CShader::GetExtractMask`), but for gathers, whose four texels always come
//! back (3D_SAMPLE4), and for its 16-bit form of ld2dms, which it never prunes; texvisa does.

use cranelift_entity::SecondaryMap;
use texvisa_ir::texture::{ChannelMask, InstData, Kernel, Returns, Role, TextureKind, Value};

use crate::remark::Remarks;

/// Sets the mask of every texture operation to what is read of its result.
pub fn prune_channels(kernel: &mut Kernel, remarks: &mut Remarks) {
    let mut read: SecondaryMap<Value, ChannelMask> = SecondaryMap::default();
    read.resize(kernel.values.len());
    let mut operations = Vec::with_capacity(kernel.textures.len());
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            match &kernel.insts[*inst] {
                InstData::Extract { vector, index } => read[*vector] = read[*vector].with(*index & 3),
                InstData::Texture(id) => {
                    operations.push((*inst, *id));
                    let mcs = kernel.textures[*id].param(Role::Mcs);
                    kernel.for_each_use(*inst, |value| {
                        // Of compression words as dwords only the first two mean anything (3D_LOAD, Mcsl and Msch).
                        let dwords = Some(value) == mcs && kernel.ty(value).scalar.bytes() == 4;
                        let mask = if dwords { ChannelMask::from_bits(0b0011) } else { ChannelMask::RGBA };
                        read[value] = ChannelMask::from_bits(read[value].bits() | mask.bits());
                    });
                }
                _ => kernel.for_each_use(*inst, |value| read[value] = ChannelMask::RGBA),
            }
        }
    }
    for (inst, id) in operations {
        let op = &kernel.textures[id];
        let prunable = matches!(op.kind.returns(), Returns::Texel | Returns::Mcs | Returns::Info)
            && op.kind != TextureKind::Gather4;
        let Some(result) = kernel.result(inst).filter(|_| prunable) else { continue };
        let mask = ChannelMask::from_bits(op.mask.bits() & read[result].bits());
        if mask != op.mask {
            remarks.add(kernel, "channels", inst, || match mask {
                ChannelMask::EMPTY => "no channel of the result is read".to_owned(),
                mask => format!("only {mask:#} of the result is read"),
            });
            kernel.textures[id].mask = mask;
        }
    }
}
