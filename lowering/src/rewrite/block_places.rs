//! Where the blocks of a hardware thread are.
//!
//! Rule: a block of memory, or of an image, is where lane 0 says. Lanes may differ in what they say: the `y` of
//! `intel_sub_group_block_read` is often `get_global_id(1)`, which no analysis knows to be the same in all lanes of a thread
//! where the group is as wide as these.
//!
//! Intel's compiler reads lane 0, too (`EmitPass::emitSimdMediaBlockRead`, `emitSimdBlockRead`).

use smallvec::SmallVec;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Type, Value};

use crate::insert::rebuild;
use crate::uniformity::analyze_alone;

/// Has blocks be where lane 0 says; returns whether there was one where lanes differ.
pub fn place_blocks(kernel: &mut Kernel) -> bool {
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if !insts.any(|inst| !places(kernel, *inst).is_empty()) {
        return false;
    }
    let Some(uniformity) = analyze_alone(kernel) else { return false };
    let mut any = false;
    rebuild(kernel, |inserter, inst| {
        for index in 0..places(inserter.kernel, inst).len() {
            let place = places(inserter.kernel, inst)[index];
            if uniformity.is_uniform(place) {
                continue;
            }
            let zero = inserter.kernel.constant_value(Type::I32, 0);
            let ty = inserter.kernel.ty(place);
            let of_first = inserter.op(Op::Shuffle, &[place, zero], ty);
            match inserter.kernel.insts[inst] {
                InstData::Texture(id) => inserter.kernel.textures[id].params[index].1 = of_first,
                InstData::Memory(id) => inserter.kernel.memories[id].address[index].1 = of_first,
                _ => {}
            }
            any = true;
        }
        inserter.keep(inst);
    });
    any
}

/// What says where the block is that an instruction moves, if it moves one.
fn places(kernel: &Kernel, inst: InstId) -> SmallVec<[Value; 4]> {
    match kernel.insts[inst] {
        InstData::Texture(id) if kernel.textures[id].kind.is_media() => {
            kernel.textures[id].params.iter().map(|(_, value)| *value).collect()
        }
        InstData::Memory(id) if kernel.memories[id].kind.access.is_block() => {
            kernel.memories[id].address.iter().map(|(_, value)| *value).collect()
        }
        _ => SmallVec::new(),
    }
}
