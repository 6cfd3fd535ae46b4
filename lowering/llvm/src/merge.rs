//! Puts kernels into one module: each comes in a module of its own, with its surfaces, samplers and constant memory.

use texvisa_ir::texture::{Kernel, Module, SamplerDecl, SamplerId, SurfaceDecl, SurfaceId};

use crate::names::unique;

/// Has `kernel` use the surface at position n of `surfaces` where it used surface n, and likewise samplers.
pub(crate) fn renumber(kernel: &mut Kernel, surfaces: &[SurfaceId], samplers: &[SamplerId]) {
    let surface = |old: SurfaceId| surfaces[old.as_u32() as usize];
    for texture in kernel.textures.values_mut() {
        texture.surface.surface = surface(texture.surface.surface);
        if let Some(used) = &mut texture.sampler {
            used.sampler = samplers[used.sampler.as_u32() as usize];
        }
    }
    for used in kernel.memories.values_mut().filter_map(|memory| memory.surface.as_mut()) {
        used.surface = surface(used.surface);
    }
}

/// Adds the kernel of `part`, and its declarations unless `whole` has the like.
pub(crate) fn merge(whole: &mut Module, part: Module) {
    let mut surfaces = Vec::with_capacity(part.surfaces.len());
    for decl in part.surfaces.values() {
        let like = |known: &SurfaceDecl| SurfaceDecl { name: decl.name.clone(), ..known.clone() } == *decl;
        let known = whole.surfaces.iter().find(|(_, known)| like(known)).map(|(id, _)| id);
        surfaces.push(known.unwrap_or_else(|| {
            let name = unique(&decl.name, |name| whole.surfaces.values().any(|surface| surface.name == name));
            whole.surfaces.push(SurfaceDecl { name, ..decl.clone() })
        }));
    }
    let mut samplers = Vec::with_capacity(part.samplers.len());
    for decl in part.samplers.values() {
        let like = |known: &SamplerDecl| SamplerDecl { name: decl.name.clone(), ..known.clone() } == *decl;
        let known = whole.samplers.iter().find(|(_, known)| like(known)).map(|(id, _)| id);
        samplers.push(known.unwrap_or_else(|| {
            let name = unique(&decl.name, |name| whole.samplers.values().any(|sampler| sampler.name == name));
            whole.samplers.push(SamplerDecl { name, ..decl.clone() })
        }));
    }
    // A name of one program means the same in all its kernels.
    for decl in part.constants.values() {
        if whole.constant(&decl.symbol).is_none() {
            whole.constants.push(decl.clone());
        }
    }
    for mut kernel in part.kernels.into_values() {
        renumber(&mut kernel, &surfaces, &samplers);
        kernel.name = unique(&kernel.name, |name| whole.kernel(name).is_some());
        whole.add_kernel(kernel);
    }
}
