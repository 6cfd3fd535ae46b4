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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_lanes_or_writes_rows_keeps_its_place_among_all() {
        let text = "surface t0: 2d @ table 0\nsampler s0 @ 0\nsurface b0: raw @ table 1\n\
                    kernel @k(%u: f32, %x: uniform i32, %rows: i32x2) {\n^entry:\n  \
                    %keyed, %lives = sample t0, s0 [u: %u, v: %u] kill_pixel -> f32x4\n  \
                    media_write t0 [x: %x, y: %x], i32x2 %rows\n  \
                    %texel = sample t0, s0 [u: %u, v: %u] -> f32x4\n  \
                    %word = load_raw b0 [x: %x] -> i32\n  store_raw b0 [x: %x], i32 %word\n  return\n}\n";
        let module = texvisa_ir::texture::parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let kernel = module.kernels.values().next().expect("a kernel");
        let entry = kernel.layout[0];
        let effects: Vec<Effect> = kernel.blocks[entry].insts.iter().map(|inst| effect(kernel, *inst)).collect();
        let expected = [Effect::Write, Effect::Write, Effect::Read, Effect::Read, Effect::Write, Effect::None];
        assert_eq!(effects, expected);
    }
}
