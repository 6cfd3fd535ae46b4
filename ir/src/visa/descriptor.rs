//! What a message becomes in hardware terms: descriptor, extended descriptor, header, lengths. Measured with Intel's
//! finalizer, release 1.0.12504.6; the conformance suite compares every send that it makes with this.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::Target;
//! use texvisa_ir::texture::ChannelMask;
//! use texvisa_ir::visa::descriptor::{PayloadPlacement, descriptor};
//! use texvisa_ir::visa::message::Message;
//! use texvisa_ir::visa::message_shape::MessageShape;
//!
//! let shape = MessageShape {
//!     message: Message::LdLz,
//!     lanes: 16,
//!     param_bytes: 4,
//!     params: 3,
//!     channels: ChannelMask::from_bits(0b0011),
//!     offset: Some(0),
//!     sampler_handle: false,
//!     residency: false,
//!     result_bytes: Some(4),
//!     grf_bytes: 32,
//! };
//! let sent = descriptor(&shape, PayloadPlacement::Scattered, Target::Tgllp.platform(), 0, 0, false);
//! assert_eq!((sent.word, sent.extended), (0x0445_a000, 0x100));
//! assert_eq!((sent.first, sent.second, sent.response), (2, 4, 4));
//! ```

use super::Grf;
use super::media::{MediaBlock, MediaModifier};
use super::message::ResponseKind;
use super::message_shape::{BlockShape, MessageShape};
use crate::target::Platform;

/// Entries of the binding table that a kernel may use; of the 256 that a descriptor can name the last sixteen are
/// reserved.
pub const SURFACES: u32 = 240;
/// The entry that a message names whose surface is given by its handle, which is then in the extended descriptor.
pub const BINDLESS_SURFACE: u32 = 252;
/// Sampler states that a message can name: as many as 16 bits count bytes of. Those from
/// [`NEAR_SAMPLERS`] on take a header.
pub const SAMPLERS: u32 = 4096;
/// Sampler states that a descriptor can name.
pub const NEAR_SAMPLERS: u32 = 16;
/// The bit of a message's texel offsets that has the finalizer name the sampler by its header, too: dword 3, the sampler
/// state pointer, is moved on to the 16 states that the sampler is among (`IsSamplerIndexGE16` of TranslateSend3D.cpp).
pub const FAR_SAMPLER: u16 = 0x8000;
/// Bytes of a sampler state.
const SAMPLER_STATE_BYTES: u32 = 16;

/// A message to the sampler, or to the data port with a media block, as a `send` instruction has it. Lengths are in
/// registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The descriptor; its surface and sampler index are those that were given.
    pub word: u32,
    /// The extended descriptor, with [what the platform has in it](crate::target::ExtendedFields).
    pub extended: u32,
    /// Dword 2 of the header, where there is one. The rest of a header is a copy of r0, but for dword 3.
    pub header: Option<u32>,
    /// Bytes that are added to dword 3 of the header, the sampler state pointer: a descriptor names one of 16 samplers.
    pub sampler_bytes: u32,
    /// Length of the first payload part.
    pub first: u32,
    /// Length of the second.
    pub second: u32,
    /// Length of the response.
    pub response: u32,
    /// How many messages of this kind are sent: 2 where the finalizer splits one.
    pub sends: u32,
}

/// How the parameters of a payload are placed in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadPlacement {
    /// All parameters follow one another in one variable.
    Contiguous,
    /// They do not follow one another: the first is the first part (or the header, where there is one), all others the second.
    Scattered,
}

/// The shared function that serves sampler messages.
const SAMPLER_FUNCTION: u32 = 2;

/// The descriptor of a message of `shape` for entry `surface` of the binding table, below what the field holds (256), and,
/// where it has one, sampler state `sampler`, below [`SAMPLERS`]; `cps` is whether its level of detail is compensated for
/// coarse pixel shading.
pub fn descriptor(
    shape: &MessageShape,
    placement: PayloadPlacement,
    platform: &Platform,
    surface: u32,
    sampler: u32,
    cps: bool,
) -> Descriptor {
    let split = shape.is_split();
    let shape = MessageShape { lanes: if split { shape.lanes / 2 } else { shape.lanes }, ..*shape };
    let header = shape.needs_header().then(|| header_dword(&shape));
    let header_registers = u32::from(header.is_some());
    let payload = shape.payload_registers();
    // The finalizer copies each half of a split message to consecutive registers.
    let one_run = split || shape.params <= 1 || placement == PayloadPlacement::Contiguous;
    let (first, second) = match header {
        None if one_run => (payload, 0),
        None => (shape.param_registers(), payload - shape.param_registers()),
        // No variable has the header, so the parameters follow in the second part.
        Some(_) if !split => (header_registers, payload),
        Some(_) => (header_registers + payload, 0),
    };
    let is_far = shape.offset.is_some_and(|offset| offset & FAR_SAMPLER != 0);
    let sampler_bytes = if is_far { sampler / NEAR_SAMPLERS * NEAR_SAMPLERS * SAMPLER_STATE_BYTES } else { 0 };
    let response = shape.response_bytes().div_ceil(shape.grf_bytes);
    let simd_mode = if shape.lanes > platform.native_simd { 2 } else { 1 };
    let message_type = u32::from(shape.message.row().code.finalizer);
    let word = (surface & 0xff)
        | (sampler & 0xf) << 8
        | (message_type & 31) << 12
        | simd_mode << 17
        | header_registers << 19
        | (response & 0x1f) << 20
        | (first & 0xf) << 25
        | u32::from(shape.param_bytes == 2) << 29
        | u32::from(shape.result_bytes == Some(2)) << 30
        // Xe2's messages with offsets in a parameter have a sixth bit (hardware documents of Xe2, message descriptor of
        // the sampling engine, Message Type[5]).
        | (message_type >> 5 & 1) << 31;
    let fields = platform.extended;
    let unit = if fields.unit { SAMPLER_FUNCTION } else { 0 };
    let length = if fields.length { second << 6 } else { 0 };
    let cps = if cps { fields.cps.map_or(0, |bit| 1 << bit) } else { 0 };
    Descriptor {
        word,
        extended: unit | length | cps,
        header,
        sampler_bytes,
        first,
        second,
        response,
        sends: if split { 2 } else { 1 },
    }
}

/// The shared function that serves media blocks: the data cache, port 1.
const DATA_PORT: u32 = 12;

/// The descriptor of a media block of entry `surface` of the binding table: a header, with the block's x and y in dwords
/// 0 and 1 and its size in dword 2, and what is written as the second part. The plane counts the entry on.
pub fn media_descriptor(block: &MediaBlock, platform: &Platform, surface: u32) -> Descriptor {
    block_descriptor(block.shape(), block.store, block.modifier, platform, surface + u32::from(block.plane))
}

/// The same for a block of this shape, of entry `surface`, to which the plane was added.
pub fn block_descriptor(
    shape: BlockShape,
    store: bool,
    modifier: MediaModifier,
    platform: &Platform,
    surface: u32,
) -> Descriptor {
    let registers = Grf::new(platform.grf_bytes).holding(shape.bytes());
    let (message_type, second, response) = if store { (0xa, registers, 0) } else { (4, 0, registers) };
    let fields = platform.extended;
    let field = match modifier {
        MediaModifier::None | MediaModifier::Modified => 0,
        MediaModifier::Top | MediaModifier::TopModified => 6,
        MediaModifier::Bottom | MediaModifier::BottomModified => 7,
    };
    let word = surface & 0xff | field << 8 | message_type << 14 | 1 << 19 | (response & 0x1f) << 20 | 1 << 25;
    Descriptor {
        word,
        extended: if fields.unit { DATA_PORT } else { 0 } | if fields.length { second << 6 } else { 0 },
        header: Some((shape.height - 1) << 16 | (shape.width - 1)),
        sampler_bytes: 0,
        first: 1,
        second,
        response,
        sends: 1,
    }
}

/// Texel offsets in bits 11..0, disabled channels in 15..12, the gathered channel in 17..16, residency in 23. A
/// gather that compares works on the red channel (3D_SAMPLE4, Ref), so that no other is selected whatever its mask
/// says.
fn header_dword(shape: &MessageShape) -> u32 {
    let channels = u32::from(shape.channels.bits());
    let row = shape.message.row();
    let selected = match row.response {
        ResponseKind::Texels if row.compares() => 0,
        ResponseKind::Texels => channels.trailing_zeros().min(3) << 16,
        _ => (!channels & 0xf) << 12,
    };
    u32::from(shape.offset.unwrap_or(0) & 0xfff) | selected | u32::from(shape.residency) << 23
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use crate::texture::ChannelMask;
    use crate::visa::message::Message;

    fn words(message: Message, lanes: u32, bytes: u32, params: u32, channels: u8) -> (u32, u32, u32, u32) {
        let shape = MessageShape {
            message,
            lanes,
            param_bytes: bytes,
            params,
            channels: ChannelMask::from_bits(channels),
            offset: Some(0),
            sampler_handle: false,
            residency: false,
            result_bytes: Some(4),
            grf_bytes: 32,
        };
        let sampler = if message.row().class.has_sampler() { 3 } else { 0 };
        let found = descriptor(&shape, PayloadPlacement::Scattered, Target::Tgllp.platform(), 5, sampler, false);
        (found.word, found.first, found.second, found.sends)
    }

    /// Rows of the table that was measured with the finalizer: binding table entry 5, sampler 3.
    #[test]
    fn descriptors_are_those_that_were_measured() {
        assert_eq!(words(Message::Sample, 8, 4, 4, 15), (0x0242_0305, 1, 3, 1));
        assert_eq!(words(Message::Sample, 16, 4, 4, 15), (0x0484_0305, 2, 6, 1));
        assert_eq!(words(Message::SampleL, 16, 2, 5, 15), (0x2284_2305, 1, 4, 1));
        assert_eq!(words(Message::SampleD, 16, 4, 10, 15), (0x1442_4305, 10, 0, 2));
        assert_eq!(words(Message::SampleBC, 16, 4, 6, 15), (0x0c42_5305, 6, 0, 2));
        assert_eq!(words(Message::Ld, 8, 4, 4, 15), (0x0242_7005, 1, 3, 1));
        assert_eq!(words(Message::LdLz, 16, 2, 3, 15), (0x2285_a005, 1, 2, 1));
        assert_eq!(words(Message::LdMcs, 16, 4, 4, 15), (0x0485_d005, 2, 6, 1));
        assert_eq!(words(Message::Ld2dmsWDword, 16, 4, 7, 15), (0x0e43_c005, 7, 0, 2));
        assert_eq!(words(Message::Ld2dmsWWord, 16, 2, 9, 15), (0x2285_c005, 1, 8, 1));
        assert_eq!(words(Message::Gather4, 16, 4, 4, 1), (0x0484_8305, 2, 6, 1));
        assert_eq!(words(Message::Gather4C, 8, 4, 5, 1), (0x0243_0305, 1, 4, 1));
    }

    /// Sends of `sample_3d` with two parameters and `.cps` as the finalizer prints them: on SKL there is no such flag.
    #[test]
    fn extended_descriptors_are_those_that_were_measured() {
        let extended = |target: Target, lanes, placement, cps| {
            let shape = MessageShape {
                message: Message::Sample,
                lanes,
                param_bytes: 4,
                params: 2,
                channels: ChannelMask::from_bits(1),
                offset: Some(0),
                sampler_handle: false,
                residency: false,
                result_bytes: Some(4),
                grf_bytes: target.platform().grf_bytes,
            };
            descriptor(&shape, placement, target.platform(), 5, 3, cps).extended
        };
        let apart = [Target::Skl, Target::Icllp, Target::Tgllp, Target::XehpSdv, Target::Dg2];
        assert_eq!(
            apart.map(|target| extended(target, 8, PayloadPlacement::Scattered, false)),
            [0x42, 0x42, 0x40, 0x40, 0]
        );
        let run = [Target::Icllp, Target::Tgllp, Target::XehpSdv, Target::Dg2, Target::Pvc];
        assert_eq!(
            run.map(|target| extended(target, 16, PayloadPlacement::Contiguous, true)),
            [0x8000_0002, 0x800, 0x800, 0x800, 0x800]
        );
        assert_eq!(extended(Target::XehpSdv, 8, PayloadPlacement::Scattered, true), 0x840);
    }

    /// As measured: data port 1, type 4 to read and 10 to write, the plane added to the entry, 6 and 7 in bits 10 to 8
    /// for the fields; rows at their pitch in whole registers. Entry 5.
    #[test]
    fn media_blocks_have_a_header_with_their_size() {
        let mut kernel = crate::visa::VisaKernel::new("k", Target::Tgllp, crate::target::SimdWidth::Simd8);
        let surface = kernel.states.push(crate::visa::StateKind::Surface);
        let var = crate::visa::Var::from_u32(0);
        let place = crate::visa::Src::immediate(crate::visa::DataType::Ud, 0);
        let block = |store, modifier, width, height, plane| {
            let data = crate::visa::Raw::whole(var);
            let block = MediaBlock { store, modifier, width, height, surface, plane, x: place, y: place, data };
            let found = media_descriptor(&block, Target::Tgllp.platform(), 5);
            (found.word, found.extended, found.header, found.second, found.response)
        };
        let none = MediaModifier::None;
        // 12 columns lie 16 bytes apart: 4 registers of 32 bytes.
        assert_eq!(block(false, none, 12, 8, 0), (0x0249_0005, 0, Some(0x7_000b), 0, 4));
        assert_eq!(block(false, MediaModifier::Top, 1, 1, 2), (0x0219_0607, 0, Some(0), 0, 1));
        assert_eq!(block(true, MediaModifier::Bottom, 64, 4, 1), (0x020a_8706, 0x200, Some(0x3_003f), 8, 0));
    }

    /// Dword 2 as the finalizer moves it into the header of `sample4.A` and `sample4_c.A`, without and with a null
    /// mask.
    #[test]
    fn a_gather_that_compares_selects_no_channel() {
        let header = |message, residency| {
            let shape = MessageShape {
                message,
                lanes: 8,
                param_bytes: 4,
                params: 3,
                channels: ChannelMask::from_bits(8),
                offset: Some(0),
                sampler_handle: false,
                residency,
                result_bytes: Some(4),
                grf_bytes: 32,
            };
            descriptor(&shape, PayloadPlacement::Scattered, Target::Skl.platform(), 0, 0, false).header
        };
        assert_eq!(
            [false, true].map(|residency| header(Message::Gather4, residency)),
            [Some(0x3_0000), Some(0x83_0000)]
        );
        assert_eq!([false, true].map(|residency| header(Message::Gather4C, residency)), [Some(0), Some(0x80_0000)]);
    }
}
