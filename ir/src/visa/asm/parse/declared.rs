//! What a text declares, by name.

use rustc_hash::FxHashMap;

/// What each name is the name of. Most names are a letter and a number, as `V32`: these are found by the number.
pub(super) struct Declared<'t, T> {
    /// By the letter, `A` to `Z`, and the number.
    numbered: [Vec<Option<T>>; 26],
    /// The numbers that these have room for, so that a short text needs little memory whatever it names.
    most: usize,
    others: FxHashMap<&'t str, T>,
}

/// A capital letter, counted from `A`, and a number as it is printed: without zeros before it.
#[inline(always)]
pub(super) fn letter_and_number(name: &str) -> Option<(usize, usize)> {
    let [letter @ b'A'..=b'Z', digits @ ..] = name.as_bytes() else { return None };
    if digits.is_empty() || digits.len() > 7 || digits[0] == b'0' && digits.len() > 1 {
        return None;
    }
    let mut number = 0;
    for digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + usize::from(digit);
    }
    Some((usize::from(letter - b'A'), number))
}

impl<'t, T: Copy> Declared<'t, T> {
    /// Nothing yet, of a text of so many bytes.
    pub fn new(bytes: usize) -> Declared<'t, T> {
        // A declaration takes more than 16 bytes, and numbers begin below 64.
        Declared { numbered: std::array::from_fn(|_| Vec::new()), most: 64 + bytes / 16, others: FxHashMap::default() }
    }

    /// What a letter and a number name together.
    #[inline(always)]
    pub fn numbered(&self, letter: usize, number: usize) -> Option<T> {
        self.numbered.get(letter)?.get(number).copied().flatten()
    }

    /// What has that name.
    #[inline(always)]
    pub fn get(&self, name: &str) -> Option<T> {
        self.get_as(name, letter_and_number(name))
    }

    /// The same of a name whose letter and number are known.
    #[inline(always)]
    pub fn get_as(&self, name: &str, numbered: Option<(usize, usize)>) -> Option<T> {
        match numbered {
            Some((letter, number)) if number < self.most => self.numbered[letter].get(number).copied().flatten(),
            _ => self.other(name),
        }
    }

    #[cold]
    fn other(&self, name: &str) -> Option<T> {
        self.others.get(name).copied()
    }

    /// Gives something that name.
    #[inline]
    pub fn insert(&mut self, name: &'t str, what: T) {
        self.insert_as(name, letter_and_number(name), what);
    }

    /// The same of a name whose letter and number are known.
    #[inline]
    pub fn insert_as(&mut self, name: &'t str, numbered: Option<(usize, usize)>, what: T) {
        match numbered {
            Some((letter, number)) if number < self.most => {
                let numbered = &mut self.numbered[letter];
                if number >= numbered.len() {
                    numbered.resize((number + 1).next_power_of_two().min(self.most), None);
                }
                numbered[number] = Some(what);
            }
            _ => {
                self.others.insert(name, what);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_its_own() {
        let mut declared = Declared::new(16);
        let names = ["V0", "V00", "V1", "V64", "V65", "V9999999", "V10000000", "P1", "Payload", "V", "v1", "V1x", "_1"];
        for (index, name) in names.iter().enumerate() {
            assert_eq!(declared.get(name), None);
            declared.insert(name, index);
        }
        for (index, name) in names.iter().enumerate() {
            assert_eq!(declared.get(name), Some(index), "{name}");
        }
        assert_eq!(declared.get("V2"), None);
    }
}
