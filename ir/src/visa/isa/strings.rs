//! The strings of a kernel, each once, in the order in which they were first asked for.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

/// Strings that are being collected.
#[derive(Default)]
pub(super) struct Strings {
    /// All of them, each with a 0 behind it.
    bytes: Vec<u8>,
    /// Where each begins.
    starts: Vec<u32>,
    /// By hash; a string whose hash is taken by another one has the next that is free.
    indices: FxHashMap<u64, u32>,
}

fn hash(string: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(string.as_bytes());
    hasher.finish()
}

impl Strings {
    /// The number of `string`, which has no 0 in it.
    pub fn index(&mut self, string: &str) -> u32 {
        let mut hash = hash(string);
        while let Some(index) = self.indices.get(&hash) {
            if self.get(*index) == string.as_bytes() {
                return *index;
            }
            hash = hash.wrapping_add(1);
        }
        let index = self.add(string);
        self.indices.insert(hash, index);
        index
    }

    /// The number of a new string, whether or not there is one like it.
    pub fn add(&mut self, string: &str) -> u32 {
        let index = self.starts.len() as u32;
        self.starts.push(self.bytes.len() as u32);
        self.bytes.extend_from_slice(string.as_bytes());
        self.bytes.push(0);
        index
    }

    /// The number of a string that is among them; 0 for another.
    pub fn find(&self, string: &str) -> u32 {
        let mut hash = hash(string);
        while let Some(index) = self.indices.get(&hash) {
            if self.get(*index) == string.as_bytes() {
                return *index;
            }
            hash = hash.wrapping_add(1);
        }
        0
    }

    fn get(&self, index: u32) -> &[u8] {
        let start = self.starts[index as usize] as usize;
        let end = self.starts.get(index as usize + 1).map_or(self.bytes.len(), |next| *next as usize);
        &self.bytes[start..end - 1]
    }

    /// How many there are, and their bytes.
    pub fn table(&self) -> (u32, &[u8]) {
        (self.starts.len() as u32, &self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_has_one_number() {
        let mut strings = Strings::default();
        assert_eq!(["k", "V32", "k", "", "V3", "V32", ""].map(|string| strings.index(string)), [0, 1, 0, 2, 3, 1, 2]);
        assert_eq!(strings.table(), (4, &b"k\0V32\0\0V3\0"[..]));
    }
}
