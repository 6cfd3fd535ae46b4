//! What instructions do besides computing their results, and which of them keep their order.

use std::ops::Range;

use cranelift_entity::EntitySet;
use texvisa_ir::texture::{Binding, InstData, InstId, Kernel, MemoryAccess, MemorySpace, Module, SurfaceId, TextureOp};

/// What an instruction does besides computing its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It asks for texels that the kernel does not write: it keeps its place among those that order accesses.
    ReadOnly,
    /// It reads a memory: it keeps its place among those that write it.
    Read(Memory),
    /// It writes a memory: it keeps its place among those that read or write it.
    Write(Memory),
    /// It is an atomic operation: it keeps its place among all that read or write a memory. Programs tell by one what they did to
    /// other memories, some without a fence.
    Atomic,
    /// It orders accesses or ends lanes: it keeps its place among all that have an effect.
    Order,
}

/// A memory that no access of another one reaches. (OpenCL C, "Fences": what accesses of local and of global memory have to do
/// with each other is said by barriers and fences, which keep their places among all.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Surfaces, and what addresses reach.
    Global,
    /// What a group's work items share.
    Local,
    /// The hardware thread's.
    Scratch,
}

impl Memory {
    /// How many there are.
    pub const COUNT: usize = 3;

    fn of(space: MemorySpace) -> Memory {
        match space {
            MemorySpace::Raw | MemorySpace::Typed | MemorySpace::Pointer => Memory::Global,
            MemorySpace::Local => Memory::Local,
            MemorySpace::Scratch => Memory::Scratch,
        }
    }
}

impl Effect {
    /// The memories that it reads or writes, by their numbers.
    pub fn memories(self) -> Range<usize> {
        match self {
            Effect::None | Effect::ReadOnly => 0..0,
            Effect::Read(memory) | Effect::Write(memory) => memory as usize..memory as usize + 1,
            Effect::Atomic | Effect::Order => 0..Memory::COUNT,
        }
    }

    /// Whether texels may be others behind it.
    pub fn may_change_texels(self) -> bool {
        self.writes() && self.memories().contains(&(Memory::Global as usize))
    }

    /// Whether it writes a memory or orders accesses.
    pub fn writes(self) -> bool {
        matches!(self, Effect::Write(_) | Effect::Atomic | Effect::Order)
    }
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
                    Effect::Write(Memory::Global)
                } else if self.written.contains(op.surface.surface) {
                    Effect::Read(Memory::Global)
                } else {
                    Effect::ReadOnly
                }
            }
            InstData::Memory(id) => {
                let kind = kernel.memories[*id].kind;
                match kind.access {
                    MemoryAccess::Atomic(_) | MemoryAccess::AtomicOnce(_) => Effect::Atomic,
                    MemoryAccess::Load | MemoryAccess::LoadBlock => Effect::Read(Memory::of(kind.space)),
                    MemoryAccess::Store | MemoryAccess::StoreBlock => Effect::Write(Memory::of(kind.space)),
                }
            }
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
                    %word = load_raw b0 [x: %x] -> i32\n  store_raw b0 [x: %x], i32 %word\n  \
                    %shared = load_local [x: %x] -> i32\n  %old = atomic_add b0 [x: %x], i32 %word -> i32\n  return\n}\n";
        let module = texvisa_ir::texture::parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let kernel = module.kernels.values().next().expect("a kernel");
        let entry = kernel.layout[0];
        let effects = Effects::new(&module, kernel);
        let effects: Vec<Effect> = kernel.blocks[entry].insts.iter().map(|inst| effects.of(kernel, *inst)).collect();
        let (read, write) = (Effect::Read(Memory::Global), Effect::Write(Memory::Global));
        let local = Effect::Read(Memory::Local);
        let expected = [Effect::Order, write, read, read, write, local, Effect::Atomic, Effect::None];
        assert_eq!(effects, expected);
    }
}
