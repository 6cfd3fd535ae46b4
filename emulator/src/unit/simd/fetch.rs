//! Reads texels at byte offsets, and serves loads (3D_LOAD).

use texvisa_ir::texture::Role;

use super::lanes::each;
use super::layout::{ChannelSource, TexelLayout};
use super::level::{Level, layer_role};
use crate::unit::types::description::SurfaceKind;
use crate::unit::types::format::Channels;
use crate::unit::types::request::{MAX_LANES, Request, Response};

/// The elements of a block of lanes from `first` on.
#[inline(always)]
pub(super) fn block<const N: usize, T>(elements: &[T; MAX_LANES], first: usize) -> &[T; N] {
    elements[first..].first_chunk().expect("a block is a part of a message")
}

/// Dword `word` of the texels at `offsets`; 0 outside the bytes. Not inlined: inside a loop over lanes these reads would
/// keep the compiler from vectorising the loop.
#[inline(never)]
pub(super) fn read_words<const N: usize>(
    bytes: &[u8],
    layout: &TexelLayout,
    word: u32,
    offsets: &[u32; N],
    words: &mut [u32; N],
) {
    #[inline(always)]
    fn read<const B: usize>(bytes: &[u8], at: u32) -> [u8; B] {
        let at = at as usize;
        bytes.get(at..at + B).and_then(|found| found.try_into().ok()).unwrap_or([0; B])
    }
    let lanes = words.iter_mut().zip(offsets);
    match layout.bytes {
        1 => lanes.for_each(|(word, at)| *word = u32::from(read::<1>(bytes, *at)[0])),
        2 => lanes.for_each(|(word, at)| *word = u32::from(u16::from_le_bytes(read(bytes, *at)))),
        4 => lanes.for_each(|(word, at)| *word = u32::from_le_bytes(read(bytes, *at))),
        _ => lanes.for_each(|(dword, at)| *dword = u32::from_le_bytes(read(bytes, *at + 4 * word))),
    }
}

/// One of two numbers by lane: the first where all bits of the mask are set, the second where none is.
#[inline(always)]
pub(super) fn choose(mask: u32, first: u32, second: u32) -> u32 {
    first & mask | second & !mask
}

/// All bits where the condition holds.
#[inline(always)]
pub(super) fn mask(condition: bool) -> u32 {
    if condition { u32::MAX } else { 0 }
}

/// The channels of the texels at `offsets`, bit for bit; those of `instead` in lanes that are `outside`.
#[inline(always)]
pub(super) fn texels<const N: usize>(
    bytes: &[u8],
    layout: &TexelLayout,
    offsets: &[u32; N],
    outside: &[u32; N],
    instead: &Channels,
) -> [[u32; N]; 4] {
    let mut result = [[0; N]; 4];
    let mut known = None;
    let mut dwords = [0; N];
    for (channel, origin) in result.iter_mut().zip(&layout.channels) {
        match origin {
            ChannelSource::Constant(value) => *channel = [*value; N],
            ChannelSource::Field(field) => {
                if known != Some(field.word) {
                    known = Some(field.word);
                    read_words(bytes, layout, field.word, offsets, &mut dwords);
                }
                let found = field.bits(&dwords);
                let instead = origin.of(instead);
                for lane in 0..N {
                    channel[lane] = choose(outside[lane], instead, found[lane]);
                }
            }
        }
    }
    result
}

/// Writes the channels of the lanes of `mask`, counted from lane `first`, to the response.
#[inline(always)]
pub(super) fn deliver<const N: usize>(response: &mut Response, first: usize, mask: u32, channels: &[[u32; N]; 4]) {
    let all = u32::MAX >> (32 - N);
    for (words, found) in response.channels.iter_mut().zip(channels) {
        let Some(words) = words[first..].first_chunk_mut::<N>() else { continue };
        if mask & all == all {
            *words = *found;
        } else {
            for lane in 0..N {
                words[lane] = choose((mask >> lane & 1).wrapping_neg(), found[lane], words[lane]);
            }
        }
    }
}

/// Serves [`Operation::Load`](crate::unit::Operation::Load); returns the lanes that it has served. Its rules are those
/// of [`load`](crate::unit::reference::load).
#[inline(always)]
pub(super) fn load(request: &Request<'_>, layout: &TexelLayout, response: &mut Response) -> u32 {
    let levels = request.parameters.words(Role::Lod);
    let has_levels = request.surface.kind() != SurfaceKind::Buffer;
    let mut served = 0;
    let mut waiting = request.lanes;
    while waiting != 0 {
        let first = levels[waiting.trailing_zeros() as usize];
        let alike =
            if has_levels && request.parameters.is_given(Role::Lod) { lanes_with(levels, first) } else { u32::MAX };
        let lanes = waiting & alike;
        waiting &= !alike;
        // Without such a level all of them are outside, which is rare.
        let Some(level) = Level::of(request.surface, if has_levels { first } else { 0 }, layout.bytes) else {
            continue;
        };
        served |= lanes;
        if lanes < 1 << 8 {
            load_block::<8>(request, layout, &level, lanes, 0, response);
        } else {
            for first in [0, 16] {
                if lanes >> first & 0xffff != 0 {
                    load_block::<16>(request, layout, &level, lanes >> first, first, response);
                }
            }
        }
    }
    served
}

/// The lanes that have `word`, as bits.
#[inline(always)]
fn lanes_with(words: &[u32; MAX_LANES], word: u32) -> u32 {
    if words.iter().fold(true, |all, found| all & (*found == word)) {
        return u32::MAX;
    }
    (0..MAX_LANES).filter(|lane| words[*lane] == word).fold(0, |lanes, lane| lanes | 1 << lane)
}

#[inline(always)]
fn load_block<const N: usize>(
    request: &Request<'_>,
    layout: &TexelLayout,
    level: &Level,
    lanes: u32,
    first: usize,
    response: &mut Response,
) {
    let surface = request.surface;
    let kind = surface.kind();
    let [u, v, r] = [Role::U, Role::V, Role::R].map(|role| block(request.parameters.words(role), first));
    // Offsets never apply to a layer or to a buffer.
    let along = |words: &[u32; N], axis: usize| {
        let offset = if kind == SurfaceKind::Buffer { 0 } else { i32::from(request.offset[axis]) as u32 };
        each(words, |word| word.wrapping_add(offset))
    };
    let zero = [0; N];
    let x = along(u, 0);
    let y = if kind.filtered_axes() > 1 { along(v, 1) } else { zero };
    let z = match layer_role(kind) {
        Some(Role::V) => *v,
        Some(_) => *r,
        None if kind == SurfaceKind::D3 => along(r, 2),
        None => zero,
    };
    let mut outside = [0; N];
    let mut offsets = [0; N];
    for lane in 0..N {
        // Negative coordinates are beyond every size.
        outside[lane] = mask((x[lane] >= level.size[0]) | (y[lane] >= level.size[1]) | (z[lane] >= level.layers));
        let offset = x[lane]
            .wrapping_mul(level.texel)
            .wrapping_add(y[lane].wrapping_mul(level.row))
            .wrapping_add(z[lane].wrapping_mul(level.layer));
        offsets[lane] = level.first.wrapping_add(offset & !outside[lane]);
    }
    let channels = texels(surface.bytes(), layout, &offsets, &outside, &[0; 4]);
    deliver(response, first, lanes, &channels);
}
