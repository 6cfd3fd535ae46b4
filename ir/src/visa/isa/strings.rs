//! The strings of a kernel, each once, in the order in which they were first asked for.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use crate::visa::asm::names::Name;

/// Strings that are being collected.
#[derive(Default)]
pub(super) struct Strings {
    /// All of them, each with a 0 behind it.
    text: String,
    /// Where each begins.
    starts: Vec<u32>,
    /// Those that are a letter of [`MARKS`] and a number, by the number, one more than the string's; 0 for none. Nearly
    /// all are, so that nearly none needs to be hashed.
    numbered: [Vec<u32>; MARKS.len()],
    /// Numbers from here on are hashed.
    numbers: usize,
    /// The others by hash; a string whose hash is taken by another one has the next that is free.
    indices: FxHashMap<u64, u32>,
}

/// What names begin with that are no more than a number: of variables, predicates, surfaces, samplers and labels.
const MARKS: [u8; 5] = *b"VPTSL";
/// A name's number may be so much greater than the number of names before it is hashed like any other string.
const NUMBERED_SLACK: usize = 1024;

fn hash(string: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(string.as_bytes());
    hasher.finish()
}

/// The letter and the number of `name`, if it is one of those.
fn numbered(name: Name<'_>) -> Option<(usize, usize)> {
    let (mark, number) = match name {
        Name::Numbered(mark, number) => (mark as u8, number),
        Name::Text(text) => {
            let (mark, digits) = text.as_bytes().split_first()?;
            if digits.is_empty() || digits.len() > 9 || digits[0] == b'0' && digits.len() > 1 {
                return None;
            }
            let number = digits
                .iter()
                .try_fold(0, |number, digit| digit.is_ascii_digit().then(|| 10 * number + u32::from(digit - b'0')))?;
            (*mark, number)
        }
    };
    Some((MARKS.iter().position(|letter| *letter == mark)?, number as usize))
}

impl Strings {
    /// Room for that many strings of a few characters.
    pub fn with_capacity(count: usize) -> Strings {
        Strings {
            text: String::with_capacity(8 * count),
            starts: Vec::with_capacity(count),
            numbers: count + NUMBERED_SLACK,
            ..Strings::default()
        }
    }

    /// The number of `string`, which has no 0 in it.
    pub fn index(&mut self, string: &str) -> u32 {
        self.name(Name::Text(string))
    }

    /// The number of a name.
    pub fn name(&mut self, name: Name<'_>) -> u32 {
        if let Some((mark, number)) = self.numbered(name) {
            let of_mark = &mut self.numbered[mark];
            if of_mark.len() <= number {
                of_mark.resize(number + 1, 0);
            }
            if of_mark[number] == 0 {
                let index = self.add(name);
                self.numbered[mark][number] = index + 1;
            }
            return self.numbered[mark][number] - 1;
        }
        let mut text = String::new();
        let text = match name {
            Name::Text(text) => text,
            Name::Numbered(..) => {
                name.write(&mut text);
                &text
            }
        };
        match self.hashed(text) {
            Ok(index) => index,
            Err(hash) => {
                let index = self.add(name);
                self.indices.insert(hash, index);
                index
            }
        }
    }

    /// The number of a new string, whether or not there is one like it.
    pub fn add(&mut self, name: Name<'_>) -> u32 {
        let index = self.starts.len() as u32;
        self.starts.push(self.text.len() as u32);
        name.write(&mut self.text);
        self.text.push('\0');
        index
    }

    /// The number of a string that is among them; 0 for another.
    pub fn find(&self, string: &str) -> u32 {
        match self.numbered(Name::Text(string)) {
            Some((mark, number)) => self.numbered[mark].get(number).map_or(0, |index| index.saturating_sub(1)),
            None => self.hashed(string).unwrap_or(0),
        }
    }

    /// Where `name` is, if it is not hashed.
    fn numbered(&self, name: Name<'_>) -> Option<(usize, usize)> {
        numbered(name).filter(|(_, number)| *number < self.numbers)
    }

    /// The number of a string that is among the hashed ones; of another the hash that it would have.
    fn hashed(&self, string: &str) -> Result<u32, u64> {
        let mut hash = hash(string);
        while let Some(index) = self.indices.get(&hash) {
            if self.get(*index) == string.as_bytes() {
                return Ok(*index);
            }
            hash = hash.wrapping_add(1);
        }
        Err(hash)
    }

    fn get(&self, index: u32) -> &[u8] {
        let start = self.starts[index as usize] as usize;
        let end = self.starts.get(index as usize + 1).map_or(self.text.len(), |next| *next as usize);
        &self.text.as_bytes()[start..end - 1]
    }

    /// How many there are, and their bytes.
    pub fn table(&self) -> (u32, &[u8]) {
        (self.starts.len() as u32, self.text.as_bytes())
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

    #[test]
    fn a_number_is_the_same_string_however_it_is_given() {
        let mut strings = Strings::with_capacity(1);
        let given = ["V40", "V040", "V", "P40", "Q40", "V4194304", "V999999999"].map(|string| strings.index(string));
        assert_eq!(given, [0, 1, 2, 3, 4, 5, 6]);
        let again =
            [("V40", 'V', 40), ("P40", 'P', 40), ("V4194304", 'V', 4_194_304), ("V999999999", 'V', 999_999_999)];
        for (text, mark, number) in again {
            assert_eq!(strings.find(text), strings.name(Name::Numbered(mark, number)), "{text}");
        }
        assert_eq!(strings.add(Name::Numbered('V', 40)), 7);
        assert_eq!((strings.index("V40"), strings.find("V41")), (0, 0));
        assert_eq!(strings.table().0, 8);
    }
}
