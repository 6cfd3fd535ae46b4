//! The four texels of a gather (3D_SAMPLE4).

use super::filter::{self, Taps};
use super::lod;
use super::sample::{check, is_seamless, push_cube_texel, spans, spot};
use crate::unit::types::description::{Select, SurfaceKind};
use crate::unit::types::request::{Elements, LodSource, Request, Response};
use crate::unit::types::sampler::{Filter, Reduction, Sampler};
use crate::unit::types::surface::TexelPosition;
use crate::unit::types::unsupported::Unsupported;

/// Bits of a texel offset that a parameter has.
pub(in crate::unit) const GATHER_OFFSET_BITS: u32 = 6;

/// The texels of a gather in the order of the response: lower left, lower right, upper right, upper left (3D_SAMPLE4,
/// Dst).
pub(in crate::unit) const GATHER_ORDER: [[usize; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];

/// Serves [`Operation::Gather`](crate::unit::Operation::Gather).
pub(in crate::unit) fn gather(
    request: &Request<'_>,
    sampler: &Sampler,
    response: &mut Response,
) -> Result<(), Unsupported> {
    let surface = request.surface;
    response.elements = Elements::Channels(surface.value_kind());
    if surface.kind() == SurfaceKind::Null {
        request.each_lane().for_each(|lane| response.set(lane, [0; 4]));
        return Ok(());
    }
    check(request)?;
    if surface.kind().filtered_axes() != 2 {
        let kind = surface.kind();
        return Err(Unsupported::Surface { operation: request.operation, kind, samples: surface.samples() });
    }
    for lane in request.each_lane() {
        // Without a level of detail it is the base level, whatever the sampler's bounds (D3D11, gather4_po); otherwise
        // always one level, the nearest (choice).
        let level = match request.lod {
            LodSource::Zero => 0,
            _ => lod::nearest(lod::clamped(lod::unclamped(request, sampler, lane), request, sampler, lane), surface),
        };
        let spot = spot(request, sampler, lane, request.coordinates(lane), level);
        let modes = sampler.address;
        // Only the integer part matters, and no texel is left out at a texel's centre.
        let spans = spans(request, &spot, Filter::Linear, modes, request.offset_of(lane, GATHER_OFFSET_BITS));
        let size = surface.level_size(level);
        let mut texels = [0; 4];
        for (texel, [along_u, along_v]) in texels.iter_mut().zip(GATHER_ORDER) {
            let [i, j] = [spans[0].texels()[along_u].0, spans[1].texels()[along_v].0];
            let mut taps = Taps::new();
            match spot.face {
                Some(face) if is_seamless(sampler) => {
                    push_cube_texel(&mut taps, surface, &spot, face, i, j, 1.0);
                }
                _ => {
                    let inside = modes[0].resolve(i, size[0]).zip(modes[1].resolve(j, size[1]));
                    taps.push(inside.map(|(x, y)| TexelPosition { x, y, ..spot.base }), 1.0);
                }
            }
            if !filter::is_resident(surface, &taps) {
                response.resident &= !(1 << lane);
            }
            *texel = gathered(request, sampler, &taps, lane);
        }
        response.set(lane, texels);
    }
    Ok(())
}

/// What a gather returns of one texel.
fn gathered(request: &Request<'_>, sampler: &Sampler, taps: &Taps, lane: usize) -> u32 {
    let surface = request.surface;
    // The corner of a cube is the mean of three texels; the sampler's reduction is that of filters.
    let sampler = Sampler { reduction: Reduction::Average, ..*sampler };
    if request.compare {
        return filter::reduce_comparison(surface, &sampler, taps, request.reference(lane));
    }
    let texel = filter::reduce(surface, &sampler, taps);
    match surface.description().select[usize::from(request.channel & 3)] {
        Select::Zero => 0,
        Select::One => surface.value_kind().one(),
        Select::Channel(channel) => texel[usize::from(channel & 3)],
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::texture::Role::{Lod, Ref, U, V};

    use super::*;
    use crate::unit::tests::{Ask, linear, numbered, sampled};
    use crate::unit::types::description::Description;
    use crate::unit::types::format::Format;
    use crate::unit::types::surface::Surface;
    use crate::unit::{AddressMode, Compare, Operation};

    #[test]
    fn gathers_return_their_texels_from_the_lower_left_on() {
        let image = numbered(SurfaceKind::D2, [4, 4, 1], |d| d.levels = 3);
        let ask = Ask { operation: Operation::Gather, lod: LodSource::Zero, ..sampled(&image, Sampler::default()) };
        // Between columns 1 and 2, rows 1 and 2.
        assert_eq!(ask.floats(&[(U, 0.5), (V, 0.5)]), [21.0, 22.0, 12.0, 11.0]);
        // At a texel's centre none is left out; each wraps on its own.
        assert_eq!(ask.floats(&[(U, 0.875), (V, 0.875)]), [3.0, 0.0, 30.0, 33.0]);
        let moved = Ask { offset: [1, -2, 0], sampler: Sampler { min_lod: 2.0, ..Sampler::default() }, ..ask };
        assert_eq!(moved.floats(&[(U, 0.5), (V, 0.5)]), [2.0, 3.0, 33.0, 32.0]);
        let leveled = Ask { lod: LodSource::Explicit, offset: [0; 3], ..moved };
        assert_eq!(leveled.floats(&[(U, 0.5), (V, 0.5), (Lod, 0.0)]), [2000.0; 4]);
        let alpha = Ask { channel: 3, ..leveled };
        assert_eq!(alpha.floats(&[(U, 0.5), (V, 0.5), (Lod, 0.0)]), [1.0; 4]);
    }

    #[test]
    fn each_texel_of_a_gather_is_compared() {
        let image = numbered(SurfaceKind::D2, [4, 4, 1], |_| {});
        let sampler = Sampler { compare: Compare::LessEqual, ..linear(AddressMode::Clamp) };
        let ask = Ask { compare: true, ..sampled(&image, sampler) };
        let gather = Ask { operation: Operation::Gather, lod: LodSource::Zero, ..ask };
        assert_eq!(gather.floats(&[(U, 0.5), (V, 0.5), (Ref, 12.0)]), [1.0, 1.0, 1.0, 0.0]);
        // The reference is clamped where texels cannot be outside 0 to 1.
        let mut depth = Surface::new(Description::new(SurfaceKind::D2, Format::D16Unorm, [1, 1, 1])).expect("legal");
        depth.bytes_mut().fill(0xff);
        let clamped =
            Ask { surface: &depth, sampler: Sampler { compare: Compare::Equal, ..Sampler::default() }, ..gather };
        assert_eq!(clamped.floats(&[(Ref, 7.0)]), [1.0; 4]);
    }

    #[test]
    fn volumes_are_not_gathered_from() {
        let volume = numbered(SurfaceKind::D3, [4, 4, 4], |_| {});
        let gather = Ask { operation: Operation::Gather, ..sampled(&volume, Sampler::default()) };
        assert!(matches!(gather.response(&[]), Err(Unsupported::Surface { .. })));
    }
}
