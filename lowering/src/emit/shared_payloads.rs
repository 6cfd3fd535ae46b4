//! Payloads that the messages of a block share.
//!
//! Rule: what several messages of a block send alike, in a variable that is made for the message, is in one variable for all:
//! one value for all lanes, or the elements that are stored in a row. The first message makes it. Where registers are too few, it
//! is made again for a message further on. The parameters of texture operations and of typed accesses are not shared: the finalizer
//! copies those that it needs in a row, and copies a number from a variable, too.
//!
//! Intel's compiler has a variable for each vector of its source, which all messages that store the vector send.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::Bits;
use texvisa_ir::texture::Value;
use texvisa_ir::visa::{DataType, Exec, Raw};

/// What a payload holds.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Contents {
    /// Its parameters, one behind the other.
    pub params: SmallVec<[Param; 4]>,
    pub ty: DataType,
    /// The lanes: those of a half, or of what serves all.
    pub half: u32,
    pub exec: Exec,
}

/// A parameter of a payload.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Param {
    Number(Bits),
    /// A value that is no vector of others, and its element.
    Element((Value, u8)),
}

/// The payloads that the messages of the current block have made.
pub(super) struct SharedPayloads {
    /// Each with how many instructions had been emitted where the last message read it.
    made: FxHashMap<Contents, (Raw, usize)>,
    /// Where registers are too few.
    crowded: bool,
}

impl SharedPayloads {
    /// Of a kernel that has too few registers where it is `crowded`.
    pub(super) fn new(crowded: bool) -> SharedPayloads {
        SharedPayloads { made: FxHashMap::default(), crowded }
    }

    /// Begins a block.
    pub(super) fn begin_block(&mut self) {
        self.made.clear();
    }

    /// The payload that has these contents, for a message in front of which `here` instructions are.
    pub(super) fn get(&mut self, contents: &Contents, here: usize) -> Option<Raw> {
        let (made, last) = self.made.get_mut(contents)?;
        let is_far = here - std::mem::replace(last, here) > MOST_BETWEEN;
        (!(is_far && self.crowded)).then_some(*made)
    }

    /// Adds the payload that a message has made, behind which `here` instructions are.
    pub(super) fn add(&mut self, contents: Contents, made: Raw, here: usize) {
        self.made.insert(contents, (made, here));
    }
}

/// Where registers are too few, messages with more instructions than this between them do not share a payload. Other numbers
/// were not tried.
const MOST_BETWEEN: usize = 32;
