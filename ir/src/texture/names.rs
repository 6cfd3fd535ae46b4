//! The rows of a table by their names, without comparing one after the other.

/// Rows by name, in an open table at most half full: slots of one hash follow each other.
pub(super) struct Names<T> {
    slots: Box<[Option<Row<T>>]>,
}

struct Row<T> {
    ends: u64,
    name: Box<str>,
    value: T,
}

impl<T: Copy> Names<T> {
    /// The table of these rows.
    pub fn new<N: Into<Box<str>>>(rows: impl IntoIterator<Item = (N, T)>) -> Names<T> {
        let rows: Vec<(Box<str>, T)> = rows.into_iter().map(|(name, value)| (name.into(), value)).collect();
        let slots = (0..(2 * rows.len()).next_power_of_two()).map(|_| None).collect();
        let mut names = Names { slots };
        for (name, value) in rows {
            let ends = ends(name.as_bytes());
            let mut slot = names.slot(ends);
            while names.slots[slot].is_some() {
                slot = names.after(slot);
            }
            names.slots[slot] = Some(Row { ends, name, value });
        }
        names
    }

    /// The row of that name.
    #[inline]
    pub fn find(&self, name: &[u8]) -> Option<T> {
        let ends = ends(name);
        let mut slot = self.slot(ends);
        while let Some(row) = &self.slots[slot] {
            let known = row.name.as_bytes();
            // The ends of a name of eight bytes are all of it.
            if row.ends == ends && known.len() == name.len() && (name.len() <= 8 || known == name) {
                return Some(row.value);
            }
            slot = self.after(slot);
        }
        None
    }

    fn slot(&self, ends: u64) -> usize {
        // Fibonacci hashing: the product's upper half depends on every bit.
        (ends.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.slots.len() - 1)
    }

    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}

/// The first four bytes of a name and the last four, or all of a shorter one.
#[inline]
fn ends(name: &[u8]) -> u64 {
    match (name.first_chunk::<4>(), name.last_chunk::<4>()) {
        (Some(first), Some(last)) => u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last)),
        _ => name.iter().fold(0, |ends, byte| ends << 8 | u64::from(*byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_whose_ends_are_the_same() {
        let rows = ["", "a", "ab", "abc", "abcd", "abcdabcd", "abcd1abcd", "abcd2abcd"];
        let names = Names::new(rows.into_iter().zip(0..));
        for (index, name) in rows.into_iter().enumerate() {
            assert_eq!(names.find(name.as_bytes()), Some(index));
        }
        for other in ["b", "abcd3abcd", "abcdbcd", "abcdabcdabcd", "\0"] {
            assert_eq!(names.find(other.as_bytes()), None);
        }
    }
}
