//! The mnemonics of instructions.

use std::sync::LazyLock;

use super::memory_op::{MemoryKind, SyncKind};
use super::names::NameTable;
use super::ops::Op;
use super::texture_op::TextureKind;
use super::word::Word;

/// The first word of an instruction.
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

static MNEMONICS: LazyLock<NameTable<Mnemonic>> = LazyLock::new(|| NameTable::new(Mnemonic::rows()));

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

    /// The name that differs least from `word`: in the case of its letters, or in at most two characters.
    pub fn nearest(word: &str) -> Option<String> {
        let word = word.to_ascii_lowercase();
        let distances = Mnemonic::rows().map(|(name, _)| (edit_distance(&word, &name), name));
        let nearest = distances.min_by_key(|(distance, _)| *distance)?;
        Some(nearest.1).filter(|name| nearest.0 <= 2 && nearest.0 < name.len().min(word.len()))
    }

    /// The mnemonic of that name.
    #[inline]
    pub fn from_name(name: Word) -> Option<Mnemonic> {
        MNEMONICS.find(name)
    }
}

/// How many characters have to be inserted, removed or replaced to make `from` of `to` (Levenshtein).
fn edit_distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, left) in from.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, right) in to.bytes().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
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
