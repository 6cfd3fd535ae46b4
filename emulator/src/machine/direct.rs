//! Sampler messages that go straight from registers to registers.
//!
//! Most messages carry coordinates of 32 bits and get texels of 32 bits, and where surface and sampler are those of a
//! [`Ready`] request, what they decide is decided when the first such message is executed, and once.

use smallvec::SmallVec;
use texvisa_ir::texture::Role;

use super::operand::{read_words, write_words};
use crate::unit::Ready;
use crate::vector::{self, Simd, WithSimd};

/// Where such a message has its parameters and its response.
#[derive(Clone, Debug)]
pub(super) struct Direct {
    u: usize,
    v: usize,
    /// The level of a load.
    level: Option<usize>,
    /// The channels that come back, with the address of each.
    channels: SmallVec<[(u8, usize); 4]>,
}

/// What decides whether a message is such a one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub surface: u32,
    pub sampler: Option<u32>,
    pub offset: u16,
}

/// The messages that were executed, by instruction: with which key, and the request where it is a ready one.
pub(super) type Executed = Vec<Option<(Key, Option<Ready>)>>;

impl Direct {
    /// A message that has its parameters at these addresses, by role.
    pub fn of(
        parameters: impl Fn(Role) -> Option<usize>,
        is_load: bool,
        channels: SmallVec<[(u8, usize); 4]>,
    ) -> Option<Direct> {
        let level = if is_load { parameters(Role::Lod) } else { None };
        Some(Direct { u: parameters(Role::U)?, v: parameters(Role::V)?, level, channels })
    }

    /// Executes the message on a surface with these bytes, for the lanes of `enabled` of its `lanes`; false where that is left to
    /// others, with all registers as they were.
    pub fn execute(&self, ready: &Ready, bytes: &[u8], file: &mut [u8], lanes: u8, enabled: u32) -> bool {
        vector::dispatch(Work { message: self, ready, bytes, file, lanes, enabled })
    }
}

struct Work<'w> {
    message: &'w Direct,
    ready: &'w Ready,
    bytes: &'w [u8],
    file: &'w mut [u8],
    lanes: u8,
    enabled: u32,
}

impl WithSimd for Work<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> bool {
        match self.lanes {
            8 => self.blocks::<8, 1>(),
            16 => self.blocks::<16, 1>(),
            _ => self.blocks::<16, 2>(),
        }
        .is_some()
    }
}

impl Work<'_> {
    /// Serves as many blocks of `N` lanes.
    #[inline(always)]
    fn blocks<const N: usize, const BLOCKS: usize>(self) -> Option<()> {
        let Direct { u, v, level, channels, .. } = self.message;
        let mut found = [[[0; N]; 4]; BLOCKS];
        // Everything is read before anything is written.
        for (block, found) in found.iter_mut().enumerate() {
            let first = 4 * N * block;
            if let Some(level) = level {
                let levels: [u32; N] = read_words(self.file, level + first)?;
                let enabled = self.enabled >> (N * block);
                let mut others = 0;
                for lane in 0..N {
                    others |= levels[lane] & (enabled >> lane & 1).wrapping_neg();
                }
                if others != 0 {
                    return None;
                }
            }
            let u = read_words(self.file, u + first)?;
            let v = read_words(self.file, v + first)?;
            *found = self.ready.texels::<N>(self.bytes, &u, &v)?;
        }
        for (block, found) in found.iter().enumerate() {
            let enabled = self.enabled >> (N * block) & u32::MAX >> (32 - N);
            for (channel, address) in channels {
                write_words(self.file, address + 4 * N * block, enabled, &found[usize::from(channel & 3)]);
            }
        }
        Some(())
    }
}
