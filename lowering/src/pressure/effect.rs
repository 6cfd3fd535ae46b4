//! What instructions do besides computing their results, and which of them keep their order.

use cranelift_entity::EntitySet;
use texvisa_ir::texture::{Binding, InstData, InstId, Kernel, Module, SurfaceId, TextureOp};

/// What an instruction does besides computing its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It asks for texels that the kernel does not write: it keeps its place among those that order accesses.
    ReadOnly,
    /// It reads memory: it keeps its place among those that write.
    Read,
    /// It writes memory: it keeps its place among those that read or write.
    Write,
    /// It orders accesses or ends lanes: it keeps its place among all that have an effect.
    Order,
}

/// The effects of a kernel's instructions.
pub struct Effects {
    /// The surfaces that the kernel may write: those that it writes, and those that share a table entry with one.
    written: EntitySet<SurfaceId>,
}

impl Effects {
    /// The effects in `kernel`, of `module`.
    pub fn new(module: &Module, kernel: &Kernel) -> Effects {
        let mut writes: Vec<Binding> = Vec::new();
        for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
            let surface = match &kernel.insts[*inst] {
                InstData::Texture(id) if writes_texels(&kernel.textures[*id]) => Some(kernel.textures[*id].surface),
                InstData::Memory(id) if kernel.memories[*id].kind.access.writes() => kernel.memories[*id].surface,
                _ => None,
            };
            writes.extend(surface.map(|surface| module.surfaces[surface.surface].binding));
        }
        // An index or a handle may be that of any surface that is bound so, and an index that of any entry, too.
        let may_be = |a: &Binding, b: &Binding| match (a, b) {
            (Binding::Table(a), Binding::Table(b)) => a == b,
            (Binding::Bindless, Binding::Table(_)) | (Binding::Table(_), Binding::Bindless) => false,
            _ => true,
        };
        let is_written = |binding: &Binding| writes.iter().any(|written| may_be(written, binding));
        let mut written = EntitySet::with_capacity(module.surfaces.len());
        for (surface, _) in module.surfaces.iter().filter(|(_, decl)| is_written(&decl.binding)) {
            written.insert(surface);
        }
        Effects { written }
    }

    /// What `inst` does besides computing its results.
    pub fn of(&self, kernel: &Kernel, inst: InstId) -> Effect {
        match &kernel.insts[inst] {
            InstData::Texture(id) => {
                let op = &kernel.textures[*id];
                if op.kill_pixel {
                    Effect::Order
                } else if writes_texels(op) || kernel.result(inst).is_none() {
                    Effect::Write
                } else if self.written.contains(op.surface.surface) {
                    Effect::Read
                } else {
                    Effect::ReadOnly
                }
            }
            InstData::Memory(id) if !kernel.memories[*id].kind.access.writes() => Effect::Read,
            InstData::Memory(_) => Effect::Write,
            InstData::Sync(_) => Effect::Order,
            InstData::Plain { .. }
            | InstData::Vector { .. }
            | InstData::Extract { .. }
            | InstData::Element { .. }
            | InstData::Insert { .. } => Effect::None,
            InstData::Jump(_) | InstData::Branch { .. } | InstData::Return => Effect::None,
        }
    }
}

/// Whether an operation writes texels.
fn writes_texels(op: &TextureOp) -> bool {
    op.data.is_some()
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
        let effects = Effects::new(&module, kernel);
        let effects: Vec<Effect> = kernel.blocks[entry].insts.iter().map(|inst| effects.of(kernel, *inst)).collect();
        let expected = [Effect::Order, Effect::Write, Effect::Read, Effect::Read, Effect::Write, Effect::None];
        assert_eq!(effects, expected);
    }
}
