//! The rows of a table by their names, without comparing one after the other.

use super::word::Word;

/// Rows by name, in an open table at most half full: slots of one hash follow each other.
pub(super) struct NameTable<T> {
    slots: Box<[Option<NameEntry<T>>]>,
}

struct NameEntry<T> {
    key: u64,
    name: Box<[u8]>,
    value: T,
}

impl<T: Copy> NameTable<T> {
    /// The table of these rows.
    pub fn new<N: Into<String>>(rows: impl IntoIterator<Item = (N, T)>) -> NameTable<T> {
        let rows: Vec<(String, T)> = rows.into_iter().map(|(name, value)| (name.into(), value)).collect();
        let slots = (0..(2 * rows.len()).next_power_of_two()).map(|_| None).collect();
        let mut names = NameTable { slots };
        for (name, value) in rows {
            let Word { bytes, key } = Word::of(name.as_bytes());
            let mut slot = names.slot(key);
            while names.slots[slot].is_some() {
                slot = names.after(slot);
            }
            names.slots[slot] = Some(NameEntry { key, name: bytes.into(), value });
        }
        names
    }

    /// The row of that name.
    #[inline]
    pub fn find(&self, name: Word) -> Option<T> {
        let mut slot = self.slot(name.key);
        while let Some(NameEntry { key, name: known, value }) = &self.slots[slot] {
            if name == (Word { bytes: known, key: *key }) {
                return Some(*value);
            }
            slot = self.after(slot);
        }
        None
    }

    fn slot(&self, key: u64) -> usize {
        Word::hash_of(key) as usize & (self.slots.len() - 1)
    }

    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_whose_keys_are_the_same() {
        let rows = ["", "a", "ab", "abc", "abcd", "abcdabcd", "abcd1abcd", "abcd2abcd"];
        let names = NameTable::new(rows.into_iter().zip(0..));
        for (index, name) in rows.into_iter().enumerate() {
            assert_eq!(names.find(Word::of(name.as_bytes())), Some(index));
        }
        for other in ["b", "abcd3abcd", "abcdbcd", "abcdabcdabcd", "\0"] {
            assert_eq!(names.find(Word::of(other.as_bytes())), None);
        }
    }
}
