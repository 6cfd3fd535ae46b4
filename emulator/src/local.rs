//! Local memory: bytes that the work items of a group share, and that mean nothing when it starts.
//!
//! Between two barriers the order of work items is open. What one reads there that another writes is undefined, and so
//! is what is left where two write different bits; where one has read something that another overwrites with something
//! else, what the program means depends on the order, and [`LocalMemory::write`] says so. Nothing outside is read or
//! written: reads give 0 and writes are dropped, as for buffers.

/// Bytes of a group's local memory: the most that it can have on the platforms at hand.
pub const LOCAL_BYTES: usize = 1 << 16;

/// The bits of an address of local memory that tell it from a null pointer.
const TAG: u32 = 0xf000_0000;

/// The offset of an address of local memory.
///
/// Intel's compiler sets bit 28 of an address that is not only loaded from and stored to (InlineLocalsResolution.cpp,
/// `VALID_LOCAL_HIGH_BITS`), and sends it so in messages.
pub(crate) const fn local_offset(address: u32) -> u32 {
    address & !TAG
}

/// No work item, among their numbers.
const NO_ITEM: u32 = 0;
/// Several work items.
const SEVERAL: u32 = u32::MAX;

/// What is known of a byte.
#[derive(Clone, Copy, Debug)]
struct Byte {
    bits: u8,
    is_defined: bool,
    /// Who wrote and who read it since the last barrier: none, a work item's number plus 1, or several.
    writer: u32,
    reader: u32,
}

impl Byte {
    const UNDEFINED: Byte = Byte { bits: 0, is_defined: false, writer: NO_ITEM, reader: NO_ITEM };
}

/// Two work items access a byte, one of them writes it, and no barrier is between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Race;

/// The local memory of one group.
#[derive(Debug)]
pub(crate) struct LocalMemory {
    bytes: Vec<Byte>,
    /// The bytes that were accessed since the last barrier are below this.
    accessed: usize,
    /// Whether a byte was read that is not defined.
    read_undefined: bool,
}

impl LocalMemory {
    /// That of a group that starts.
    pub(crate) fn new() -> LocalMemory {
        LocalMemory { bytes: vec![Byte::UNDEFINED; LOCAL_BYTES], accessed: 0, read_undefined: false }
    }

    /// None at all, for programs that have no use for it.
    pub(crate) fn absent() -> LocalMemory {
        LocalMemory { bytes: Vec::new(), accessed: 0, read_undefined: false }
    }

    fn range(&mut self, offset: u64, bytes: usize) -> Option<std::ops::Range<usize>> {
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(bytes).filter(|end| *end <= self.bytes.len())?;
        self.accessed = self.accessed.max(end);
        Some(start..end)
    }

    /// Whether it has all of an element of so many bytes.
    pub(crate) fn has(&self, offset: u64, bytes: usize) -> bool {
        offset.checked_add(bytes as u64).is_some_and(|end| end <= self.bytes.len() as u64)
    }

    /// Reads an element of 1 to 8 bytes: its bits, and which of them are defined.
    pub(crate) fn read(&mut self, offset: u64, bytes: usize, item: u32) -> (u64, u64) {
        let Some(range) = self.range(offset, bytes) else { return (0, u64::MAX) };
        let (mut bits, mut defined) = (0, u64::MAX << (8 * bytes - 1) << 1);
        let item = item + 1;
        for (index, byte) in self.bytes[range].iter_mut().enumerate() {
            byte.reader = joined(byte.reader, item);
            if byte.is_defined && (byte.writer == NO_ITEM || byte.writer == item) {
                bits |= u64::from(byte.bits) << (8 * index);
                defined |= 0xff << (8 * index);
            } else {
                self.read_undefined = true;
            }
        }
        (bits, defined)
    }

    /// Whether a byte was read that was not defined.
    pub(crate) fn read_undefined(&self) -> bool {
        self.read_undefined
    }

    /// Writes an element of 1 to 8 bytes.
    ///
    /// # Errors
    ///
    /// Another work item has read something else there since the last barrier.
    pub(crate) fn write(&mut self, offset: u64, bytes: usize, value: u64, item: u32) -> Result<(), Race> {
        let Some(range) = self.range(offset, bytes) else { return Ok(()) };
        let item = item + 1;
        let mut race = Ok(());
        for (byte, bits) in self.bytes[range].iter_mut().zip(value.to_le_bytes()) {
            let changes = !byte.is_defined || byte.bits != bits;
            if changes && byte.is_defined && byte.reader != NO_ITEM && byte.reader != item {
                race = Err(Race);
            }
            let is_alone = byte.writer == NO_ITEM || byte.writer == item;
            byte.is_defined = is_alone || !changes;
            byte.writer = joined(byte.writer, item);
            byte.bits = bits;
        }
        race
    }

    /// Notes that nothing is known of bytes after an access that is not aligned.
    pub(crate) fn poison(&mut self, offset: u64, bytes: usize) {
        for place in offset..offset.saturating_add(bytes as u64) {
            if let Some(range) = self.range(place, 1) {
                self.bytes[range].fill(Byte { writer: SEVERAL, ..Byte::UNDEFINED });
            }
        }
    }

    /// Every work item of the group is at a barrier.
    pub(crate) fn barrier(&mut self) {
        for byte in &mut self.bytes[..self.accessed] {
            (byte.writer, byte.reader) = (NO_ITEM, NO_ITEM);
        }
        self.accessed = 0;
    }
}

/// Who it is where `known` did it before and `item` does it now.
const fn joined(known: u32, item: u32) -> u32 {
    if known == NO_ITEM || known == item { item } else { SEVERAL }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_undefined_until_they_are_written() {
        let mut memory = LocalMemory::new();
        assert!(!memory.read_undefined());
        assert_eq!(memory.read(4, 4, 0), (0, !0xffff_ffff));
        assert!(memory.read_undefined());
        memory.write(5, 1, 0xab, 0).expect("no other work item was there");
        assert_eq!(memory.read(4, 4, 0), (0xab00, !0xffff_ffff | 0xff00));
        assert_eq!(memory.read(0, 8, 0).1, 0xff00_0000_0000);
    }

    #[test]
    fn what_another_work_item_wrote_is_defined_after_a_barrier() {
        let mut memory = LocalMemory::new();
        memory.write(0, 4, 7, 3).expect("no other work item was there");
        assert_eq!(memory.read(0, 4, 3), (7, u64::MAX));
        assert_eq!(memory.read(0, 4, 4).1, !0xffff_ffff);
        memory.barrier();
        assert_eq!(memory.read(0, 4, 4), (7, u64::MAX));
    }

    #[test]
    fn two_writers_that_do_not_agree_leave_nothing_defined() {
        let mut memory = LocalMemory::new();
        for (offset, second) in [(0, 7), (4, 8)] {
            memory.write(offset, 4, 7, 0).expect("no work item read it");
            memory.write(offset, 4, second, 1).expect("no work item read it");
        }
        memory.barrier();
        assert_eq!(memory.read(0, 4, 5), (7, u64::MAX));
        assert_eq!(memory.read(4, 4, 5).1, !0xff);
    }

    #[test]
    fn a_write_where_another_work_item_has_read_is_a_race() {
        let mut memory = LocalMemory::new();
        memory.write(0, 4, 7, 0).expect("no other work item was there");
        memory.barrier();
        memory.read(0, 4, 1);
        assert_eq!(memory.write(0, 4, 7, 0), Ok(()));
        assert_eq!(memory.write(0, 4, 8, 0), Err(Race));
        memory.barrier();
        assert_eq!(memory.write(0, 4, 9, 1), Ok(()));
    }

    #[test]
    fn nothing_is_outside() {
        for mut memory in [LocalMemory::new(), LocalMemory::absent()] {
            let end = LOCAL_BYTES as u64;
            for offset in [end - 2, end, u64::MAX] {
                memory.write(offset, 4, u64::MAX, 0).expect("no work item is there");
                assert_eq!(memory.read(offset, 4, 0), (0, u64::MAX));
                memory.poison(offset, 4);
            }
        }
    }
}
