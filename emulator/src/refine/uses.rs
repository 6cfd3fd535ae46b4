//! How a program uses its surfaces.

use texvisa_ir::texture::{InstData, Kernel, MemoryAccess, MemorySpace, Module, Role, SamplerId, Scalar, TextureKind};

/// The uses of a surface by all operations of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    pub raw: bool,
    pub typed_load: bool,
    pub typed_store: bool,
    pub typed_atomic: bool,
    /// The scalar type of typed stores or loads.
    pub element: Option<Scalar>,
    pub kinds: Vec<TextureKind>,
    pub compares: bool,
    /// Whether an operation returns which of its texels were resident.
    pub residency: bool,
    pub roles: Vec<Role>,
    pub samplers: Vec<SamplerId>,
    /// The highest plane of its media blocks; `None` without media blocks.
    pub plane: Option<u8>,
}

impl Uses {
    /// Whether all uses are media blocks.
    pub fn only_media(&self) -> bool {
        self.plane.is_some() && self.kinds.iter().all(|kind| kind.is_media()) && !self.typed_load && !self.typed_store
    }
}

/// The uses of each surface of `module` by `kernel`.
pub(super) fn of(module: &Module, kernel: &Kernel) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); module.surfaces.len()];
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        match &kernel.insts[*inst] {
            InstData::Texture(id) => {
                let op = &kernel.textures[*id];
                let used = &mut uses[op.surface.surface.as_u32() as usize];
                used.kinds.push(op.kind);
                if op.kind.is_media() {
                    used.plane = used.plane.max(Some(op.plane));
                }
                used.compares |= op.param(Role::Ref).is_some();
                used.residency |= op.residency;
                used.roles.extend(op.params.iter().map(|(role, _)| *role));
                used.samplers.extend(op.sampler.map(|sampler| sampler.sampler));
            }
            InstData::Memory(id) => {
                let op = &kernel.memories[*id];
                let Some(surface) = op.surface else { continue };
                let used = &mut uses[surface.surface.as_u32() as usize];
                used.roles.extend(op.address.iter().map(|(role, _)| *role));
                let value = op.values.first().copied().or(kernel.result(*inst));
                match (op.kind.space, op.kind.access) {
                    (MemorySpace::Typed, MemoryAccess::Load) => used.typed_load = true,
                    (MemorySpace::Typed, access) => {
                        used.typed_store = true;
                        used.typed_atomic |= access.atomic().is_some();
                    }
                    _ => used.raw = true,
                }
                if op.kind.space == MemorySpace::Typed {
                    used.element = value.map(|value| kernel.ty(value).scalar);
                }
            }
            _ => {}
        }
    }
    uses
}
