//! How many registers a message takes and returns. Everything that needs the size of a payload or a response asks here.
//!
//! # The payload
//!
//! A header, where one is needed ([`MessageShape::needs_header`]), then one parameter after the other, each in whole
//! registers.
//!
//! # The response
//!
//! One channel after the other, each from the start of a register. *Residency* (`pixel_null_mask` in vISA text) is the
//! last register of the response: bit n of its first dword is 0 where a texel that lane n touched was not
//! resident ([`MessageShape::residency_start`]). Half-float results change the size of a channel, not that order.
//!
//! # Splits
//!
//! Lowering sends a SIMD32 operation as two messages of 16 lanes where registers have 32 bytes
//! ([`SimdWidth::halves`](crate::target::SimdWidth::halves)). Intel's finalizer then splits a message once more, into
//! sends of half its lanes, if it has more lanes than the native width, and its payload is longer than
//! [`MAX_PAYLOAD_REGISTERS`] or its row says `always_split` ([`MessageShape::is_split`]).
//!
//! # Example
//!
//! ```
//! use texvisa_ir::texture::ChannelMask;
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
//! assert_eq!(shape.payload_registers(), 6);
//! assert_eq!(shape.response_bytes(), 2 * 64);
//! assert!(!shape.needs_header());
//! // The residency of all lanes takes one more register, the last, and asking for it takes a header.
//! let with_residency = MessageShape { residency: true, ..shape };
//! assert_eq!(with_residency.residency_start(), Some(128));
//! assert_eq!(with_residency.response_bytes(), 128 + 32);
//! assert!(with_residency.needs_header());
//! ```

use super::Grf;
use super::message::{Message, ResponseKind};
use crate::texture::ChannelMask;

/// What decides the size of a message's payload and response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageShape {
    /// Which message.
    pub message: Message,
    /// Its execution size.
    pub lanes: u32,
    /// Bytes of an element of its parameters, 2 or 4.
    pub param_bytes: u32,
    /// How many parameters it is sent with.
    pub params: u32,
    /// The channels that come back; for a gather, the one that is gathered.
    pub channels: ChannelMask,
    /// The packed immediate texel offsets, with [`FAR_SAMPLER`](super::descriptor::FAR_SAMPLER) for a sampler that a
    /// descriptor cannot name; `None` where the offsets are in a register.
    pub offset: Option<u16>,
    /// Whether the sampler is given by its handle, which a descriptor has no room for.
    pub sampler_handle: bool,
    /// Whether the last register of the response has residency.
    pub residency: bool,
    /// Bytes of an element of the response, 2 or 4; `None` where there is no destination.
    pub result_bytes: Option<u32>,
    /// Bytes of a register.
    pub grf_bytes: u32,
}

impl MessageShape {
    /// Registers of one parameter.
    pub const fn param_registers(&self) -> u32 {
        Grf::new(self.grf_bytes).holding(self.lanes * self.param_bytes)
    }

    /// Registers of all parameters, without a header. A query without parameters sends a register of zeros where it
    /// sends no header (INFO sampleinfo, as the finalizer has it).
    pub fn payload_registers(&self) -> u32 {
        if self.message.row().slots.is_empty() {
            return if self.needs_header() { 0 } else { 1 };
        }
        self.params * self.param_registers()
    }

    /// How many channels come back.
    pub fn response_channels(&self) -> u32 {
        match self.message.row().response {
            ResponseKind::Texels => 4,
            ResponseKind::Channels | ResponseKind::Info => self.channels.count(),
            ResponseKind::Block | ResponseKind::None => 0,
        }
    }

    /// Bytes from the start of one returned channel to the start of the next: each begins at a register (3D_LOAD,
    /// Notes).
    pub fn channel_step(&self) -> u32 {
        Grf::new(self.grf_bytes).round_up(self.lanes * self.result_bytes.unwrap_or(4))
    }

    /// The byte of the response at which residency begins, if it comes back.
    pub fn residency_start(&self) -> Option<u32> {
        self.residency.then(|| self.response_channels() * self.channel_step())
    }

    /// Bytes of the response; 0 where there is no destination.
    pub fn response_bytes(&self) -> u32 {
        if self.result_bytes.is_none() {
            return 0;
        }
        self.response_channels() * self.channel_step() + if self.residency { self.grf_bytes } else { 0 }
    }

    /// Whether the message needs a header: for texel offsets, for a sampler that a descriptor cannot name (from 16 on, or by its
    /// handle), for a sparse mask, for a gathered channel other than red, for residency; sampleinfo for every mask but red. Measured with the finalizer.
    pub fn needs_header(&self) -> bool {
        let row = self.message.row();
        let channels = match row.response {
            ResponseKind::Texels => self.channels.bits() != 1,
            ResponseKind::Channels | ResponseKind::Info if row.header_unless_red => self.channels.bits() != 1,
            ResponseKind::Channels | ResponseKind::Info => !self.channels.is_prefix(),
            ResponseKind::Block | ResponseKind::None => true,
        };
        channels || self.offset != Some(0) || self.sampler_handle || self.residency
    }

    /// Registers that each send has, header included: of half the lanes where the finalizer splits the message.
    pub fn sent_registers(&self) -> u32 {
        let lanes = if self.is_split() { self.lanes / 2 } else { self.lanes };
        let send = MessageShape { lanes, ..*self };
        send.payload_registers() + u32::from(send.needs_header())
    }

    /// Whether the finalizer splits the message in two of half the lanes: where it has more lanes than the native width
    /// and either its row says `always_split` or its payload would have more than 11 registers.
    pub fn is_split(&self) -> bool {
        let native = self.lanes <= self.grf_bytes / 4;
        !native
            && (self.message.row().always_split
                || self.payload_registers() + u32::from(self.needs_header()) > MAX_PAYLOAD_REGISTERS)
    }
}

/// A media block of `width` bytes by `height` rows. In registers, row r begins r pitches from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockShape {
    /// Bytes of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl BlockShape {
    /// The widest block, in bytes.
    pub const MAX_WIDTH: u32 = 64;
    /// What the rows of the largest blocks take.
    const MAX_BYTES: u32 = 256;

    /// Bytes from one row to the next: the width, rounded up to a power of two, at least 4 (MEDIA_LD, Semantics).
    pub const fn pitch(self) -> u32 {
        let pitch = self.width.next_power_of_two();
        if pitch < 4 { 4 } else { pitch }
    }

    /// Bytes that the rows take in registers.
    pub const fn bytes(self) -> u32 {
        self.pitch() * self.height
    }

    /// Bytes of the registers that a read fills: those that hold a row, to their ends. What no row has there is
    /// undefined (MEDIA_LD, Dst; the finalizer counts whole registers in the descriptor).
    pub const fn response_bytes(self, grf: Grf) -> u32 {
        grf.round_up(self.bytes())
    }

    /// The most rows that a block of this width has (MEDIA_LD, legal width and height combinations).
    pub const fn max_height(self) -> u32 {
        Self::MAX_BYTES / self.pitch()
    }

    /// Whether one message carries it (MEDIA_LD, legal width and height combinations).
    pub const fn is_legal(self) -> bool {
        self.width >= 1 && self.width <= Self::MAX_WIDTH && self.height >= 1 && self.height <= self.max_height()
    }
}

/// The longest payload, header included, that the finalizer sends with more lanes than the native width: it splits a
/// message with a longer one. How long a message of native width may be, the platform's row says
/// ([`sampler_payload`](crate::target::Platform::sampler_payload)).
pub const MAX_PAYLOAD_REGISTERS: u32 = 11;

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(message: Message, lanes: u32, params: u32) -> MessageShape {
        MessageShape {
            message,
            lanes,
            param_bytes: 4,
            params,
            channels: ChannelMask::RGBA,
            offset: Some(0),
            sampler_handle: false,
            residency: false,
            result_bytes: Some(4),
            grf_bytes: 32,
        }
    }

    #[test]
    fn half_results_take_a_register_a_channel_at_both_widths() {
        for lanes in [8, 16] {
            let shape = MessageShape { result_bytes: Some(2), ..shape(Message::LdLz, lanes, 2) };
            assert_eq!(shape.response_bytes(), 4 * 32);
        }
        assert_eq!(shape(Message::LdLz, 16, 2).response_bytes(), 4 * 64);
        let masked = MessageShape { residency: true, ..shape(Message::LdLz, 8, 2) };
        assert_eq!((masked.residency_start(), masked.response_bytes()), (Some(128), 160));
    }

    /// The table of splits in the measurements: 7 dword parameters split at SIMD16, 9 words do not; a header counts.
    #[test]
    fn payloads_over_eleven_registers_are_split() {
        assert!(shape(Message::Ld2dmsWDword, 16, 7).is_split());
        assert!(!shape(Message::Ld2dmsWDword, 8, 7).is_split());
        assert!(!MessageShape { param_bytes: 2, ..shape(Message::Ld2dmsWWord, 16, 9) }.is_split());
        assert!(!shape(Message::Ld2dmsWDword, 16, 5).is_split());
        let eleven = MessageShape { param_bytes: 2, ..shape(Message::SampleC, 16, 11) };
        assert!(!eleven.is_split());
        assert!(MessageShape { offset: Some(1), ..eleven }.is_split());
        assert!(shape(Message::SampleD, 16, 3).is_split());
        assert!(shape(Message::SampleKillPix, 16, 1).is_split());
        assert!(!shape(Message::SampleKillPix, 8, 1).is_split());
    }

    /// The table of MEDIA_LD: widths, pitch, most rows.
    #[test]
    fn media_blocks_have_the_documented_sizes() {
        for (widths, pitch, rows) in
            [(1..=4, 4, 64), (5..=8, 8, 32), (9..=16, 16, 16), (17..=32, 32, 8), (33..=64, 64, 4)]
        {
            for width in widths {
                let block = |height| BlockShape { width, height };
                assert_eq!((block(1).pitch(), block(1).max_height(), block(3).bytes()), (pitch, rows, 3 * pitch));
                assert_eq!([0, 1, rows, rows + 1].map(|height| block(height).is_legal()), [false, true, true, false]);
            }
        }
        assert!([0, 65, u32::from(u8::MAX)].iter().all(|width| !BlockShape { width: *width, height: 1 }.is_legal()));
    }

    #[test]
    fn reads_of_blocks_fill_whole_registers() {
        let filled = |width, height| [32, 64].map(|grf| BlockShape { width, height }.response_bytes(Grf::new(grf)));
        assert_eq!(filled(3, 1), [32, 64]);
        assert_eq!(filled(8, 4), [32, 64]);
        assert_eq!(filled(8, 5), [64, 64]);
        assert_eq!(filled(12, 6), [96, 128]);
        assert_eq!(filled(64, 4), [256, 256]);
    }

    #[test]
    fn headers_come_with_what_descriptors_cannot_say() {
        let plain = shape(Message::SampleL, 8, 3);
        assert!(!plain.needs_header());
        let masks =
            (1..16).filter(|bits| MessageShape { channels: ChannelMask::from_bits(*bits), ..plain }.needs_header());
        assert_eq!(masks.collect::<Vec<_>>(), [2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14]);
        assert!(MessageShape { offset: Some(0x100), ..plain }.needs_header());
        assert!(MessageShape { residency: true, ..plain }.needs_header());
        let gather = MessageShape { channels: ChannelMask::from_bits(1), ..shape(Message::Gather4, 8, 2) };
        assert!(!gather.needs_header());
        assert!(MessageShape { channels: ChannelMask::from_bits(2), ..gather }.needs_header());
    }
}
