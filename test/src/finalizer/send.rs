//! One `send` instruction of Gen assembly.

/// The unit that a message goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Function {
    /// The sampler.
    Sampler,
    /// Another, under the name that the assembly gives it: `dc1`, `ugm`, or its number before TGLLP.
    Other(String),
}

/// A descriptor or extended descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// These bits.
    Immediate(u32),
    /// Computed at run time. What is known are the bits that stand in the instruction which computes it: everything but
    /// what the surface or sampler brings in.
    Computed(Option<u32>),
}

impl Word {
    /// The bits, as far as they are known.
    pub fn known(self) -> Option<u32> {
        match self {
            Word::Immediate(bits) => Some(bits),
            Word::Computed(bits) => bits,
        }
    }
}

/// A `send`, whichever of its spellings: `send`, `sends` (before TGLLP, with two payload parts), `send.smpl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// Its line in the assembly, counted from 1.
    pub line: usize,
    /// The number of the vISA instruction that it was made from, counted from 0 with labels; absent for what the
    /// finalizer adds of its own.
    pub instruction: Option<u32>,
    /// The unit that it goes to.
    pub function: Function,
    /// The flag that predicates it, as in the text.
    pub predicate: Option<String>,
    /// Whether the execution mask is ignored.
    pub nomask: bool,
    /// Lanes.
    pub lanes: u32,
    /// The first lane.
    pub first_lane: u32,
    /// The first register of the response, where it goes anywhere.
    pub dst: Option<u32>,
    /// The first register of the first payload part.
    pub src0: u32,
    /// The first register of the second payload part, where there is one.
    pub src1: Option<u32>,
    /// The descriptor.
    pub descriptor: Word,
    /// The extended descriptor as the text has it: before TGLLP with the unit, from DG2 on without the length.
    pub extended: Word,
    /// Registers of the first payload part, header included.
    pub first: u32,
    /// Registers of the second payload part.
    pub second: u32,
    /// Registers of the response.
    pub response: u32,
    /// Whether the payload begins with a header.
    pub has_header: bool,
    /// Dword 2 of the header, where there is one and a number was moved there on the way from the last label.
    pub header: Option<u32>,
}

/// The part of a descriptor that the surface or sampler brings in.
pub(super) const STATE_BITS: u32 = 0xfff;

/// Length of the first payload part, length of the response, presence of a header, in a descriptor.
pub(super) fn lengths(descriptor: u32) -> (u32, u32, bool) {
    (descriptor >> 25 & 0xf, descriptor >> 20 & 0x1f, descriptor >> 19 & 1 == 1)
}
