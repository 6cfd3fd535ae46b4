//! Accesses of memory by the data port.

use super::entities::State;
use super::operand::{Predicate, Raw, Src};
use super::types::{DataType, Exec};
use crate::collections::Packed;
use crate::texture::ChannelMask;

/// A memory instruction of the data port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataPortOp {
    /// Reads up to four dwords a lane from a byte offset.
    Gather4Scaled,
    /// Writes up to four dwords a lane to a byte offset.
    Scatter4Scaled,
    /// Reads 1, 2 or 4 bytes a lane from a byte offset.
    GatherScaled,
    /// Writes 1, 2 or 4 bytes a lane to a byte offset.
    ScatterScaled,
    /// Reads channels of an element of a typed surface.
    Gather4Typed,
    /// Writes channels of an element of a typed surface.
    Scatter4Typed,
    /// Reads 1, 2 or 4 bytes a lane from a 64-bit address (svm_gather with blocks of one byte).
    PointerGather,
    /// Writes 1, 2 or 4 bytes a lane to a 64-bit address (svm_scatter with blocks of one byte).
    PointerScatter,
    /// Reads up to four dwords a lane from a 64-bit address.
    PointerGather4Scaled,
    /// Writes up to four dwords a lane to a 64-bit address.
    PointerScatter4Scaled,
    /// Reads 1, 2, 4 or 8 times 16 bytes from one byte offset, a multiple of four (OWORD_LD_UNALIGNED).
    BlockLoad,
    /// Reads the first 1, 2 or 4 channels of dwords a lane from a 64-bit address (svm_gather with blocks of four bytes).
    PointerGatherDwords,
    /// Writes the first 1, 2 or 4 channels of dwords a lane to a 64-bit address (svm_scatter with blocks of four bytes).
    PointerScatterDwords,
    /// Reads 1, 2, 4 or 8 times 16 bytes from one 64-bit address, a multiple of four (SVM_BLOCK_LD with bit 3 of its
    /// properties). Intel's text does not say bit 3: its assembler makes a message of the text that takes multiples of 16, and
    /// its compiler prints those of multiples of four alike. So lowering sends none.
    PointerBlockLoad,
    /// Reads 1, 2, 4 or 8 times 16 bytes from one offset in units of 16 bytes (OWORD_LD).
    OwordLoad,
    /// Writes 1, 2, 4 or 8 times 16 bytes to one offset in units of 16 bytes (OWORD_ST).
    OwordStore,
    /// Reads 1, 2 or 4 qwords a lane from a 64-bit address (svm_gather with blocks of eight bytes).
    PointerGatherQwords,
    /// Writes 1, 2 or 4 qwords a lane to a 64-bit address (svm_scatter with blocks of eight bytes).
    PointerScatterQwords,
}

impl DataPortOp {
    /// Every one with its mnemonic. Blocks of one byte, of four and of eight have one mnemonic, and the first stand first.
    pub const TEXT: [(DataPortOp, &'static str); 18] = [
        (DataPortOp::Gather4Scaled, "gather4_scaled"),
        (DataPortOp::Scatter4Scaled, "scatter4_scaled"),
        (DataPortOp::GatherScaled, "gather_scaled"),
        (DataPortOp::ScatterScaled, "scatter_scaled"),
        (DataPortOp::Gather4Typed, "gather4_typed"),
        (DataPortOp::Scatter4Typed, "scatter4_typed"),
        (DataPortOp::PointerGather, "svm_gather"),
        (DataPortOp::PointerScatter, "svm_scatter"),
        (DataPortOp::PointerGather4Scaled, "svm_gather4scaled"),
        (DataPortOp::PointerScatter4Scaled, "svm_scatter4scaled"),
        (DataPortOp::BlockLoad, "oword_ld_unaligned"),
        (DataPortOp::PointerGatherDwords, "svm_gather"),
        (DataPortOp::PointerScatterDwords, "svm_scatter"),
        (DataPortOp::PointerBlockLoad, "svm_block_ld"),
        (DataPortOp::OwordLoad, "oword_ld"),
        (DataPortOp::OwordStore, "oword_st"),
        (DataPortOp::PointerGatherQwords, "svm_gather"),
        (DataPortOp::PointerScatterQwords, "svm_scatter"),
    ];

    /// The mnemonic.
    pub const fn name(self) -> &'static str {
        DataPortOp::TEXT[self as usize].1
    }

    /// Whether it reads memory; otherwise it writes it.
    pub const fn reads(self) -> bool {
        matches!(
            self,
            DataPortOp::Gather4Scaled
                | DataPortOp::GatherScaled
                | DataPortOp::Gather4Typed
                | DataPortOp::PointerGather
                | DataPortOp::PointerGather4Scaled
                | DataPortOp::PointerGatherDwords
                | DataPortOp::PointerGatherQwords
                | DataPortOp::BlockLoad
                | DataPortOp::PointerBlockLoad
                | DataPortOp::OwordLoad
        )
    }

    /// Whether it moves one block for all lanes, active or not.
    pub const fn is_block(self) -> bool {
        self.counts_owords() || matches!(self, DataPortOp::BlockLoad | DataPortOp::PointerBlockLoad)
    }

    /// Whether it works on elements of a typed surface.
    pub const fn is_typed(self) -> bool {
        matches!(self, DataPortOp::Gather4Typed | DataPortOp::Scatter4Typed)
    }

    /// Whether it works on bytes instead of channels.
    pub const fn is_bytes(self) -> bool {
        matches!(
            self,
            DataPortOp::GatherScaled
                | DataPortOp::ScatterScaled
                | DataPortOp::PointerGather
                | DataPortOp::PointerScatter
        )
    }

    /// Whether its addresses are those of the address space, which has no surface.
    pub const fn is_by_pointer(self) -> bool {
        matches!(
            self,
            DataPortOp::PointerGather
                | DataPortOp::PointerScatter
                | DataPortOp::PointerGather4Scaled
                | DataPortOp::PointerScatter4Scaled
                | DataPortOp::PointerBlockLoad
        ) || self.has_blocks()
    }

    /// Whether a lane has blocks of four or eight bytes, whose number is that of the channels.
    pub const fn has_blocks(self) -> bool {
        self.block_bytes() > 1
    }

    /// The bytes of a block of a lane; those of a channel are one block.
    pub const fn block_bytes(self) -> u8 {
        match self {
            DataPortOp::PointerGatherDwords | DataPortOp::PointerScatterDwords => 4,
            DataPortOp::PointerGatherQwords | DataPortOp::PointerScatterQwords => 8,
            _ => 1,
        }
    }

    /// The bytes that a lane has in the registers for each channel.
    pub const fn channel_bytes(self) -> u32 {
        if self.block_bytes() == 8 { 8 } else { 4 }
    }

    /// The same access with blocks of one, four or eight bytes; nothing where it has no blocks of these.
    pub const fn with_blocks(self, bytes: u8) -> Option<DataPortOp> {
        use DataPortOp as O;
        Some(match (self, bytes) {
            (O::PointerGather | O::PointerGatherDwords | O::PointerGatherQwords, 1) => O::PointerGather,
            (O::PointerGather | O::PointerGatherDwords | O::PointerGatherQwords, 4) => O::PointerGatherDwords,
            (O::PointerGather | O::PointerGatherDwords | O::PointerGatherQwords, 8) => O::PointerGatherQwords,
            (O::PointerScatter | O::PointerScatterDwords | O::PointerScatterQwords, 1) => O::PointerScatter,
            (O::PointerScatter | O::PointerScatterDwords | O::PointerScatterQwords, 4) => O::PointerScatterDwords,
            (O::PointerScatter | O::PointerScatterDwords | O::PointerScatterQwords, 8) => O::PointerScatterQwords,
            _ => return None,
        })
    }

    /// Whether an offset of all lanes, which is 0, stands before the offsets or addresses.
    pub const fn has_offset(self) -> bool {
        !(self.is_typed() || self.is_block() || self.is_by_pointer() && self.is_bytes() || self.has_blocks())
    }

    /// Of how many bytes an address has to be a multiple. Bytes and words are read and written as so many blocks of one
    /// byte each, at any byte (GATHER_SCALED, Block_size; SVM_GATHER, Addresses). The address of channels "must be
    /// dword-aligned" (GATHER4_SCALED, SVM_GATHER4_SCALED, Description), that of blocks of their size (SVM_GATHER, Addresses), and so must that of a block
    /// (OWORD_LD_UNALIGNED, Offset; SVM_BLOCK_LD, Properties). An offset in units is any number. No platform differs: of a dword of alignment 1 or 2 ocloc makes `gather_scaled.4`,
    /// `svm_gather.1.4` and so on for SKL, ICLLP, TGLLP, XeHP SDV and DG2, in local and scratch memory, too, and for PVC
    /// one `lsc_load` of 32 bits.
    pub const fn address_alignment(self) -> u32 {
        match self.block_bytes() {
            8 => 8,
            _ if self.is_bytes() || self.offset_unit() > 1 => 1,
            _ => 4,
        }
    }

    /// Whether its offset is in units of 16 bytes, also one of local memory.
    pub const fn counts_owords(self) -> bool {
        matches!(self, DataPortOp::OwordLoad | DataPortOp::OwordStore)
    }

    /// Bytes that an offset counts: those of an oword, or one.
    pub const fn offset_unit(self) -> u32 {
        if self.counts_owords() { BLOCK_UNIT as u32 } else { 1 }
    }

    /// Bytes of a lane's address, or of each coordinate of it.
    pub const fn address_bytes(self) -> u32 {
        if self.is_by_pointer() { 8 } else { 4 }
    }
}

/// An access of the data port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataPort {
    /// What it does.
    pub op: DataPortOp,
    /// Which lanes it works on.
    pub exec: Exec,
    /// The predicate that disables lanes.
    pub predicate: Option<Predicate>,
    /// The channels; of no meaning for bytes.
    pub channels: ChannelMask,
    /// How many bytes a lane has, 1, 2 or 4, or how many a block; of no meaning for channels.
    pub bytes: u8,
    /// The surface; absent where the access is by 64-bit addresses.
    pub surface: Packed<State>,
    /// The byte offsets or addresses, alone; the one of a block; or u, v, r and lod.
    pub address: [Packed<Raw>; 4],
    /// Where what is read goes, or what is written.
    pub data: Raw,
}

/// The bytes of an oword, of which blocks are 1, 2, 4 or 8.
pub(super) const BLOCK_UNIT: u8 = 16;

impl DataPort {
    /// The address of a block as a source.
    pub(super) fn block_address(&self) -> Src {
        match self.address[0].expand() {
            Some(raw) => Src::scalar(raw.var).at(raw.offset),
            None => Src::immediate(DataType::Ud, 0),
        }
    }
}
