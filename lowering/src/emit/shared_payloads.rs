//! Payloads that the messages of a block share.
//!
//! Rule: what several messages of a block send alike, in a variable that is made for the message, is in one variable for all:
//! one value for all lanes, or the elements that are stored in a row. The first message makes it. The parameters of texture operations and
//! of typed accesses are not shared: the finalizer copies those that it needs in a row, and copies a number from a variable, too.
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
pub(super) type SharedPayloads = FxHashMap<Contents, Raw>;
