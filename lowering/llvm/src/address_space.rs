//! What the address space of a pointer says about the resource behind it.
//!
//! After Intel's helper.cpp of release 1.0.12504.6 (`EncodeAS4GFXResource`, `DecodeAS4GFXResource`): bits 0-15 are an
//! index, bits 16-20 the buffer type plus 1, bit 21 says that the index is not constant. Later releases
//! (ResourceAddrSpace.h) set bit 23 for surfaces whose dimension stands in bits 13-15, above an index of 13 bits.
//! Buffer types and the first address spaces are those of CodeGenPublicEnums.h.

use texvisa_ir::texture::Dimension;

/// Which of the numberings of Intel's compiler an index belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Numbering {
    /// Surfaces that are only read: `RESOURCE`.
    Resource,
    /// Buffers, and images that are written: `UAV`.
    Uav,
}

/// Where a surface is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SurfaceBinding {
    /// By this number.
    Numbered(Numbering, u32),
    /// By the number that the pointer is.
    Indexed(Numbering),
    /// By the handle that the pointer is.
    Bindless,
}

/// Where a sampler is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SamplerBinding {
    /// By this number.
    Numbered(u32),
    /// By the number that the pointer is.
    Indexed,
    /// By the handle that the pointer is.
    Bindless,
}

/// What pointers of an address space point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Memory by 64-bit addresses: global and constant.
    Memory,
    /// The group's local memory, by 32-bit offsets.
    Local,
    /// Global or local memory, by 64-bit pointers that say which.
    Generic,
    /// Memory that each work item has of its own.
    Private,
    /// A surface, and its dimension where the address space says it.
    Surface(SurfaceBinding, Option<Dimension>),
    /// A sampler.
    Sampler(SamplerBinding),
    /// Something that texvisa does not reach; its name.
    Other(&'static str),
}

impl Space {
    /// What address space `number` is.
    pub(crate) fn decode(number: u32) -> Space {
        match number {
            0 => return Space::Private,
            1 | 2 => return Space::Memory,
            3 => return Space::Local,
            4 => return Space::Generic,
            _ => {}
        }
        let has_dimension = number >> 23 & 1 == 1;
        let index = if has_dimension { number & 0x1fff } else { number & 0xffff };
        let is_indexed = number >> 21 & 1 == 1;
        let dimension = has_dimension.then(|| DIMENSIONS[(number >> 13 & 7) as usize]);
        let surface = |numbering| {
            let place = if is_indexed {
                SurfaceBinding::Indexed(numbering)
            } else {
                SurfaceBinding::Numbered(numbering, index)
            };
            Space::Surface(place, dimension)
        };
        match (number >> 16 & 0x1f).wrapping_sub(1) {
            0 => Space::Other("a constant buffer"),
            1 => surface(Numbering::Uav),
            2 => surface(Numbering::Resource),
            5 => Space::Other("a bindless buffer"),
            7 => Space::Surface(SurfaceBinding::Bindless, dimension),
            8 if is_indexed => Space::Sampler(SamplerBinding::Indexed),
            8 => Space::Sampler(SamplerBinding::Numbered(index)),
            9 => Space::Sampler(SamplerBinding::Bindless),
            10 => Space::Other("a render target"),
            _ => Space::Other("an unknown resource"),
        }
    }
}

/// By the number of the dimension: igc_resourceDimTypes.h.
const DIMENSIONS: [Dimension; 8] = [
    Dimension::Buffer,
    Dimension::D1,
    Dimension::D1Array,
    Dimension::D2,
    Dimension::D2Array,
    Dimension::D3,
    Dimension::Cube,
    Dimension::CubeArray,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_intels_dumps() {
        use Numbering::{Resource, Uav};
        use SurfaceBinding::{Bindless, Indexed, Numbered};
        let rows = [
            (0, Space::Private),
            (1, Space::Memory),
            (3, Space::Local),
            (4, Space::Generic),
            (131_072, Space::Surface(Numbered(Uav, 0), None)),
            (131_077, Space::Surface(Numbered(Uav, 5), None)),
            (196_608, Space::Surface(Numbered(Resource, 0), None)),
            (196_860, Space::Surface(Numbered(Resource, 252), None)),
            (0x3_ffff, Space::Surface(Numbered(Resource, 0xffff), None)),
            (2_228_224, Space::Surface(Indexed(Uav), None)),
            (2_293_761, Space::Surface(Indexed(Resource), None)),
            (524_293, Space::Surface(Bindless, None)),
            (2_621_446, Space::Surface(Bindless, None)),
            (0x83_6000, Space::Surface(Numbered(Resource, 0), Some(Dimension::D2))),
            (589_825, Space::Sampler(SamplerBinding::Numbered(1))),
            (589_824 + 15, Space::Sampler(SamplerBinding::Numbered(15))),
            (2_686_976, Space::Sampler(SamplerBinding::Indexed)),
            (2_752_518, Space::Sampler(SamplerBinding::Bindless)),
        ];
        for (number, space) in rows {
            assert_eq!(Space::decode(number), space, "{number}");
        }
    }

    #[test]
    fn every_number_of_24_bits_is_decoded() {
        for number in 0..1 << 24 {
            if let Space::Surface(SurfaceBinding::Numbered(_, index), _) = Space::decode(number) {
                assert!(index <= 0xffff);
            }
        }
    }
}
