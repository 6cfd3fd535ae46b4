//! What instructions do besides computing their results.

use texvisa_ir::texture::{InstData, InstId, Kernel, MemoryAccess};

/// What an instruction does besides computing its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It reads memory, or asks the texture unit: it keeps its place among those that write.
    Read,
    /// It writes memory, orders accesses, or ends lanes: it keeps its place among all that have an effect.
    Write,
}

/// What `inst` does besides computing its results.
pub fn effect(kernel: &Kernel, inst: InstId) -> Effect {
    match &kernel.insts[inst] {
        InstData::Texture(id) => {
            let op = &kernel.textures[*id];
            if op.kill_pixel || kernel.result(inst).is_none() { Effect::Write } else { Effect::Read }
        }
        InstData::Memory(id) if kernel.memories[*id].kind.access == MemoryAccess::Load => Effect::Read,
        InstData::Memory(_) | InstData::Sync(_) => Effect::Write,
        InstData::Plain { .. } | InstData::Vector { .. } | InstData::Extract { .. } => Effect::None,
        InstData::Jump(_) | InstData::Branch { .. } | InstData::Return => Effect::None,
    }
}
