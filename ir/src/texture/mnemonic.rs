//! The words that instructions begin with.

use std::sync::LazyLock;

use super::memory_op::{MemoryKind, SyncKind};
use super::names::Names;
use super::ops::Op;
use super::texture_op::TextureKind;
use super::word::Word;

/// What an instruction does, as its first word says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mnemonic {
    Vector,
    Extract,
    Jump,
    Branch,
    Return,
    Plain(Op),
    Texture(TextureKind),
    Memory(MemoryKind),
    Sync(SyncKind),
}

static MNEMONICS: LazyLock<Names<Mnemonic>> = LazyLock::new(|| Names::new(Mnemonic::rows()));

impl Mnemonic {
    /// Every mnemonic with its name.
    fn rows() -> impl Iterator<Item = (String, Mnemonic)> {
        let parts = [
            ("vec", Mnemonic::Vector),
            ("extract", Mnemonic::Extract),
            ("jump", Mnemonic::Jump),
            ("branch", Mnemonic::Branch),
            ("return", Mnemonic::Return),
        ];
        let parts = parts.into_iter().map(|(name, mnemonic)| (name.to_owned(), mnemonic));
        let plain = Op::ALL.iter().map(|op| (op.name().to_owned(), Mnemonic::Plain(*op)));
        let textures = TextureKind::ALL.iter().map(|kind| (kind.name().to_owned(), Mnemonic::Texture(*kind)));
        let memories = MemoryKind::all().map(|kind| (kind.name().concat(), Mnemonic::Memory(kind)));
        let syncs = SyncKind::ALL.into_iter().map(|kind| (kind.name().to_owned(), Mnemonic::Sync(kind)));
        parts.chain(plain).chain(textures).chain(memories).chain(syncs)
    }

    /// The mnemonic of that name.
    #[inline]
    pub fn from_name(name: Word) -> Option<Mnemonic> {
        MNEMONICS.find(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        for (name, mnemonic) in Mnemonic::rows() {
            assert_eq!(Mnemonic::from_name(Word::of(name.as_bytes())), Some(mnemonic));
        }
    }
}
