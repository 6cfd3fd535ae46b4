//! Texels that were written and that the sampler need not see yet.
//!
//! The sampler reads through caches of its own, and a typed write goes past them. A kernel that samples what it wrote must
//! flush them first, by `fence_typed`; what another thread wrote is seen no sooner (OpenCL C 2.0, 6.13.14: a work item sees its own writes to a `read_write` image only
//! after `atomic_work_item_fence(CLK_IMAGE_MEM_FENCE)`). Until then what comes back is undefined in each lane whose result
//! depends on such a texel.

use std::collections::{BTreeMap, BTreeSet};

use texvisa_ir::texture::{Binding, InstData, Kernel, MemorySpace, Module};

use crate::unit::{self, Request, Response, Unsupported};

/// Texels that were written and not flushed since.
#[derive(Debug, Default)]
pub(super) struct UnflushedTexels {
    /// By table entry and first byte: how many bytes, and the first work item of the hardware thread that wrote them.
    texels: BTreeMap<(u32, usize), (usize, u32)>,
}

/// What a byte that is not flushed may have been: everything else in each bit, and in some.
const OTHERS: [u8; 2] = [0xff, 0x55];

impl UnflushedTexels {
    /// A hardware thread writes a texel.
    pub fn write(&mut self, entry: u32, offset: usize, bytes: usize, thread: u32) {
        self.texels.insert((entry, offset), (bytes, thread));
    }

    /// A hardware thread flushes what it has written.
    pub fn flush(&mut self, thread: u32) {
        self.texels.retain(|_, (_, writer)| *writer != thread);
    }

    /// The lanes of a request on the surface at an entry that depend on texels that are not flushed, as bits. `response` is
    /// what came back.
    ///
    /// # Errors
    ///
    /// A request that has no meaning.
    pub fn stale_lanes(&self, entry: u32, request: &Request<'_>, response: &Response) -> Result<u32, Unsupported> {
        let mut texels = self.texels.range((entry, 0)..=(entry, usize::MAX)).peekable();
        if texels.peek().is_none() {
            return Ok(0);
        }
        let texels: Vec<(usize, usize)> = texels.map(|((_, offset), (bytes, _))| (*offset, *bytes)).collect();
        let mut stale = 0;
        for other in OTHERS {
            let mut surface = request.surface.clone();
            for (offset, bytes) in &texels {
                let found = surface.bytes_mut().get_mut(*offset..offset + bytes).unwrap_or_default();
                found.iter_mut().for_each(|byte| *byte ^= other);
            }
            let mut changed = response.clone();
            unit::serve(&Request { surface: &surface, ..*request }, &mut changed)?;
            let differs =
                |lane: usize| (0..4).any(|channel| changed.channels[channel][lane] != response.channels[channel][lane]);
            stale |= request.each_lane().filter(|lane| differs(*lane)).fold(0, |lanes, lane| lanes | 1 << lane);
        }
        Ok(stale)
    }
}

/// Whether a kernel may sample a surface that it writes.
pub(super) fn samples_what_it_writes(module: &Module, kernel: &Kernel) -> bool {
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    let mut anything = (false, false);
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let (surface, writes) = match &kernel.insts[*inst] {
            InstData::Texture(id) => (kernel.textures[*id].surface.surface, kernel.textures[*id].data.is_some()),
            InstData::Memory(id) => match (kernel.memories[*id].kind.space, kernel.memories[*id].surface) {
                (MemorySpace::Typed, Some(surface)) => (surface.surface, kernel.memories[*id].kind.access.writes()),
                _ => continue,
            },
            _ => continue,
        };
        if matches!(&kernel.insts[*inst], InstData::Memory(_)) && !writes {
            continue;
        }
        match module.surfaces[surface].binding {
            Binding::Table(entry) => drop(if writes { written.insert(entry) } else { read.insert(entry) }),
            _ if writes => anything.1 = true,
            _ => anything.0 = true,
        }
    }
    !read.is_disjoint(&written) || anything.0 && (anything.1 || !written.is_empty()) || anything.1 && !read.is_empty()
}
