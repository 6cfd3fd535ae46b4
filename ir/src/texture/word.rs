//! Words and names of the text, and their comparison.

use std::hash::{Hash, Hasher};

/// A word. Most have no more than eight bytes: those are compared and hashed as one number.
#[derive(Clone, Copy, Debug, Eq)]
pub(super) struct Word<'t> {
    /// How it is spelled.
    pub bytes: &'t [u8],
    /// The bytes, the first lowest, with zeros behind them; of more than eight the first four and the last four.
    pub key: u64,
}

impl<'t> Word<'t> {
    /// The word that is spelled so.
    #[inline]
    pub fn of(bytes: &'t [u8]) -> Word<'t> {
        let four = |four: &[u8; 4]| u64::from(u32::from_le_bytes(*four));
        let key = match (bytes.first_chunk(), bytes.last_chunk()) {
            // Where the two overlap, they have the same bits.
            (Some(first), Some(last)) => four(first) | four(last) << (8 * (bytes.len().min(8) - 4)),
            _ => bytes.iter().rev().fold(0, |key, byte| key << 8 | u64::from(*byte)),
        };
        Word { bytes, key }
    }

    /// The key as a hash: unlike a key it differs in every bit from those of most other words.
    #[inline]
    pub fn hash_of(key: u64) -> u64 {
        // Lower bits of a product do not depend on the upper bits of a factor, the halves of it together do.
        let product = u128::from(key) * 0x9e37_79b9_7f4a_7c15;
        product as u64 ^ (product >> 64) as u64
    }

    /// Whether the key is all of it.
    #[inline]
    fn is_short(self) -> bool {
        self.bytes.len() <= 8
    }
}

impl PartialEq for Word<'_> {
    #[inline]
    fn eq(&self, other: &Word<'_>) -> bool {
        let same = (self.key, self.bytes.len()) == (other.key, other.bytes.len());
        same && (self.is_short() || self.bytes == other.bytes)
    }
}

impl Hash for Word<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(Word::hash_of(self.key));
        if !self.is_short() {
            state.write(self.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_are_the_bytes_of_short_words() {
        for word in ["", "a", "abc", "abcd", "abcde", "abcdefg", "abcdefgh"] {
            let mut bytes = [0; 8];
            bytes[..word.len()].copy_from_slice(word.as_bytes());
            assert_eq!(Word::of(word.as_bytes()).key.to_le_bytes(), bytes);
        }
    }

    #[test]
    fn hashes_are_spread_wherever_words_differ() {
        for place in 0..8 {
            let slots: HashSet<u64> = (b'a'..=b'z')
                .map(|letter| {
                    let mut word = *b"value_00";
                    word[place] = letter;
                    Word::hash_of(Word::of(&word).key) % 256
                })
                .collect();
            assert!(slots.len() > 16, "{place}: {slots:?}");
        }
    }

    #[test]
    fn words_differ_whose_keys_are_the_same() {
        let words = ["", "a", "abcd", "abcdabcd", "abcd1abcd", "abcd2abcd", "abcdabcdabcd"];
        for one in words {
            for other in words {
                assert_eq!(Word::of(one.as_bytes()) == Word::of(other.as_bytes()), one == other, "{one} {other}");
            }
        }
    }
}
