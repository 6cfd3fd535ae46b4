//! Leaves out what nothing reads: instructions without an effect whose results have no use. Texture operations are
//! among them, since a message that nobody waits for still costs the sampler's time.

use cranelift_entity::SecondaryMap;
use texvisa_ir::texture::{Inst, InstData, Kernel, MemoryAccess, TextureKind, Value};

use crate::remark::Remarks;

/// Removes dead instructions. Within a loop, a cycle of parameters that only feed each other stays.
pub fn remove_dead(kernel: &mut Kernel, remarks: &mut Remarks) {
    let mut found: SecondaryMap<Value, Found> = SecondaryMap::default();
    found.resize(kernel.values.len());
    // A use in a block is found before its definition where blocks are walked backwards; only what goes around a loop
    // is not, and that is an argument of a branch, which always stays.
    for block in &kernel.layout {
        if let Some(inst) = kernel.terminator(*block) {
            kernel.for_each_use(inst, |value| found[value] = Found::Used);
        }
    }
    // Blocks may be listed before blocks that dominate them: then a use is seen too late, and one more walk is needed.
    loop {
        let mut changed = false;
        let mut any_dead = false;
        for block in kernel.layout.iter().rev() {
            for inst in kernel.blocks[*block].insts.iter().rev() {
                if is_live(kernel, *inst, &found) {
                    kernel.for_each_use(*inst, |value| {
                        let found = &mut found[value];
                        changed |= *found == Found::Unused;
                        *found = Found::Used;
                    });
                } else {
                    any_dead = true;
                    kernel.results(*inst).for_each(|result| found[result] = Found::Unused);
                }
            }
        }
        if !any_dead {
            return;
        }
        if !changed {
            break;
        }
    }
    for index in 0..kernel.layout.len() {
        let block = kernel.layout[index];
        let mut insts = std::mem::take(&mut kernel.blocks[block].insts);
        insts.retain(|inst| {
            let keep = is_live(kernel, *inst, &found);
            if !keep && matches!(kernel.insts[*inst], InstData::Texture(_)) {
                remarks.add(kernel, "dead", *inst, || "nothing reads the result; no message is sent".to_owned());
            }
            keep
        });
        kernel.blocks[block].insts = insts;
    }
}

/// What has been found of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Found {
    /// Nothing yet.
    #[default]
    Nothing,
    /// Its definition has been passed, and was of no use so far.
    Unused,
    /// Something reads it.
    Used,
}

fn is_live(kernel: &Kernel, inst: Inst, found: &SecondaryMap<Value, Found>) -> bool {
    kernel.results(inst).any(|result| found[result] == Found::Used) || has_effect(kernel, &kernel.insts[inst])
}

fn has_effect(kernel: &Kernel, inst: &InstData) -> bool {
    match inst {
        InstData::Plain { .. } | InstData::Vector { .. } | InstData::Extract { .. } => false,
        InstData::Texture(id) => kernel.textures[*id].kind == TextureKind::MediaWrite,
        InstData::Memory(id) => !matches!(kernel.memories[*id].kind.access, MemoryAccess::Load),
        InstData::Sync(_) | InstData::Jump(_) | InstData::Branch { .. } | InstData::Return => true,
    }
}
