//! The mnemonics of instructions.

use std::sync::LazyLock;

use super::memory_op::{MemoryKind, SyncKind};
use super::names::NameTable;
use super::ops::Op;
use super::texture_op::TextureKind;
use super::word::Word;
use crate::nearest;

/// The first word of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mnemonic {
    Vector,
    Extract,
    Element,
    Insert,
    Jump,
    Branch,
    Return,
    Plain(Op),
    Texture(TextureKind),
    Memory(MemoryKind),
    Sync(SyncKind),
}

static MNEMONICS: LazyLock<NameTable<Mnemonic>> = LazyLock::new(|| NameTable::new(Mnemonic::rows()));

impl Mnemonic {
    /// Every mnemonic with its name.
    fn rows() -> impl Iterator<Item = (String, Mnemonic)> {
        let parts = [
            ("vec", Mnemonic::Vector),
            ("extract", Mnemonic::Extract),
            ("element", Mnemonic::Element),
            ("insert", Mnemonic::Insert),
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

    /// What to say of a word that is no mnemonic. There are too many to list.
    pub fn unknown(word: &str) -> String {
        let names: Vec<String> = Mnemonic::rows().map(|(name, _)| name).collect();
        match nearest(word, names.iter().map(String::as_str)) {
            Some(known) => format!("unknown instruction `{word}`; did you mean `{known}`?"),
            None => format!("unknown instruction `{word}`; expected the name of an operation"),
        }
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
