//! Private memory of a hardware thread: bytes that its lanes have of their own, and that mean nothing when it starts.
//!
//! A program lays them out itself, so that where a lane's bytes are is not known here. What a lane reads is defined where
//! it has written the bytes and no other lane has overwritten them since. Lanes that write the same bits to a byte with
//! one store share it: programs keep one copy of an array that is the same in all lanes.
//!
//! A thread reaches it as scratch memory, by addresses of 32 bits, or by addresses of 64 bits behind the private base.
//! Nothing is read or written behind the end: reads give 0 and writes are dropped, as for buffers.

use std::collections::BTreeMap;

/// Where a thread's scratch memory begins: what element 5 of r0 says. It is another than 0, so that a program has to
/// add it.
pub(crate) const SCRATCH_START: u32 = 0x0040_0000;

/// The bits of element 5 of r0 that are no part of the address.
pub(crate) const SCRATCH_LOW_BITS: u32 = 0x3ff;

/// Where private memory begins for 64-bit addresses: no buffer is there, and a page further on the low half overflows.
pub(crate) const PRIVATE_START: u64 = 0xc000_0000_ffff_f000;

/// The number of every hardware thread among those that run at the same time. As each has memory of its own, they may
/// have one number; this one has bits on both sides of what state register 0 has between them.
pub(crate) const HARDWARE_THREAD: u32 = 9;

/// Bytes of scratch memory that there are, and as many behind the private base.
const PRIVATE_BYTES: u64 = 1 << 24;

/// The offset behind all of them. Those behind the private base follow those of scratch memory: what is spilled there is no
/// byte of the other.
const END: u64 = 2 * PRIVATE_BYTES;

/// Bytes of a page, which is there from its first write on.
const PAGE: u64 = 1 << 12;

/// The offset of an address of scratch memory.
pub(crate) const fn scratch_offset(address: u32) -> u64 {
    let offset = address.wrapping_sub(SCRATCH_START) as u64;
    if offset < PRIVATE_BYTES { offset } else { END }
}

/// The offset of a 64-bit address, where private memory is there.
pub(crate) const fn private_offset(address: u64) -> Option<u64> {
    let offset = address.wrapping_sub(PRIVATE_START);
    if offset < PRIVATE_BYTES { Some(PRIVATE_BYTES + offset) } else { None }
}

/// Bytes, or what is known of them, by their offsets.
#[derive(Clone, Debug)]
pub(crate) struct Pages<T> {
    pages: BTreeMap<u64, Box<[T]>>,
    /// What is there before a write.
    first: T,
}

impl<T: Copy> Pages<T> {
    /// Memory in which every place is `first`.
    pub(crate) fn new(first: T) -> Pages<T> {
        Pages { pages: BTreeMap::default(), first }
    }

    /// Forgets every write.
    pub(crate) fn clear(&mut self) {
        self.pages.clear();
    }

    /// What is at an offset; `None` behind the end.
    pub(crate) fn get(&self, offset: u64) -> Option<T> {
        let page = self.pages.get(&(offset / PAGE));
        (offset < END).then(|| page.map_or(self.first, |page| page[(offset % PAGE) as usize]))
    }

    /// The place at an offset; `None` behind the end.
    pub(crate) fn get_mut(&mut self, offset: u64) -> Option<&mut T> {
        let new = || vec![self.first; PAGE as usize].into();
        (offset < END).then(|| &mut self.pages.entry(offset / PAGE).or_insert_with(new)[(offset % PAGE) as usize])
    }
}

/// What is known of a byte.
#[derive(Clone, Copy, Debug)]
struct Byte {
    bits: u8,
    /// The lanes that wrote these bits last.
    writers: u32,
    /// The lanes that have read them.
    readers: u32,
}

/// A lane overwrites a byte that another has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clobber;

/// The private memory of one hardware thread, as the interpreter has it.
#[derive(Clone, Debug)]
pub(crate) struct ThreadPrivateMemory {
    bytes: Pages<Byte>,
    /// Whether a byte was read that is not defined.
    read_undefined: bool,
}

impl ThreadPrivateMemory {
    /// That of a thread that starts.
    pub(crate) fn new() -> ThreadPrivateMemory {
        ThreadPrivateMemory { bytes: Pages::new(Byte { bits: 0, writers: 0, readers: 0 }), read_undefined: false }
    }

    /// Whether a byte was read that was not defined.
    pub(crate) fn read_undefined(&self) -> bool {
        self.read_undefined
    }

    /// Reads an element of 1 to 8 bytes for a lane: its bits, and which of them are defined.
    pub(crate) fn read(&mut self, offset: u64, bytes: usize, lane: usize) -> (u64, u64) {
        let (mut bits, mut defined) = (0, u64::MAX << (8 * bytes - 1) << 1);
        for index in 0..bytes {
            let Some(byte) = self.bytes.get(offset + index as u64) else {
                defined |= 0xff << (8 * index);
                continue;
            };
            if byte.writers >> lane & 1 == 0 {
                self.read_undefined = true;
                continue;
            }
            bits |= u64::from(byte.bits) << (8 * index);
            defined |= 0xff << (8 * index);
            if byte.readers >> lane & 1 == 0
                && let Some(byte) = self.bytes.get_mut(offset + index as u64)
            {
                byte.readers |= 1 << lane;
            }
        }
        (bits, defined)
    }

    /// Writes an element of 1 to 8 bytes for these lanes, as bits.
    ///
    /// # Errors
    ///
    /// Another lane has read something else there, which it wrote itself: which of the two happens first is open.
    pub(crate) fn write(&mut self, offset: u64, bytes: usize, value: u64, lanes: u32) -> Result<(), Clobber> {
        let mut result = Ok(());
        for (index, bits) in value.to_le_bytes()[..bytes].iter().enumerate() {
            let Some(byte) = self.bytes.get_mut(offset + index as u64) else { continue };
            if byte.writers != 0 && byte.bits == *bits {
                byte.writers |= lanes;
                continue;
            }
            if byte.readers & !lanes != 0 {
                result = Err(Clobber);
            }
            *byte = Byte { bits: *bits, writers: lanes, readers: 0 };
        }
        result
    }

    /// Notes that nothing is known of bytes after an access that is not aligned.
    pub(crate) fn poison(&mut self, offset: u64, bytes: usize) {
        for place in offset..offset + bytes as u64 {
            if let Some(byte) = self.bytes.get_mut(place) {
                byte.writers = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_reads_what_it_wrote_and_nothing_of_others() {
        let mut memory = ThreadPrivateMemory::new();
        memory.write(4, 4, 0x0102_0304, 1 << 3).expect("no lane was there");
        assert_eq!(memory.read(4, 4, 3), (0x0102_0304, u64::MAX));
        assert!(!memory.read_undefined());
        assert_eq!(memory.read(4, 4, 2).1, !0xffff_ffff);
        assert!(memory.read_undefined());
        assert_eq!(memory.read(2, 4, 3), (0x0304_0000, !0xffff));
    }

    #[test]
    fn lanes_that_agree_share_a_byte() {
        let mut memory = ThreadPrivateMemory::new();
        memory.write(0, 4, 7, 0xff).expect("no lane was there");
        assert_eq!([0, 7].map(|lane| memory.read(0, 4, lane)), [(7, u64::MAX); 2]);
        assert_eq!(memory.read(0, 4, 8).1, !0xffff_ffff);
        // All of them, at once.
        assert_eq!(memory.write(0, 4, 9, 0xff), Ok(()));
        assert_eq!(memory.read(0, 4, 5), (9, u64::MAX));
        assert_eq!(memory.write(0, 4, 9, 1), Ok(()));
        assert_eq!(memory.write(0, 4, 8, 1), Err(Clobber));
    }

    #[test]
    fn what_another_lane_overwrites_is_undefined() {
        let mut memory = ThreadPrivateMemory::new();
        memory.write(0, 2, 7, 1).expect("no lane was there");
        memory.write(0, 2, 8, 2).expect("no lane has read it");
        assert_eq!(memory.read(0, 2, 0).1, !0xff);
        assert_eq!(memory.read(0, 2, 1), (8, u64::MAX));
        memory.poison(0, 1);
        assert_eq!(memory.read(0, 2, 1).1, !0xff);
    }

    #[test]
    fn nothing_is_behind_the_end() {
        let mut memory = ThreadPrivateMemory::new();
        assert_eq!(memory.write(END, 4, 7, 1), Ok(()));
        assert_eq!(memory.read(END, 4, 0), (0, u64::MAX));
        assert_eq!(private_offset(PRIVATE_START + PRIVATE_BYTES), None);
        assert_eq!(private_offset(PRIVATE_START - 1), None);
        assert_eq!(private_offset(PRIVATE_START + 12), Some(PRIVATE_BYTES + 12));
        assert_eq!(scratch_offset(SCRATCH_START + 12), 12);
        assert_eq!(scratch_offset(SCRATCH_START - 4), END);
    }
}
