//! Texts that come again and again, and what each was read as.

/// What some texts were read as: of those that share their hash the last. A text is compared as a whole, so that what is
/// found here is what reading it again would give.
pub(super) struct Known<'t, T, const AT: usize> {
    texts: [Option<(&'t [u8], T)>; TEXTS],
}

/// So many that kernels need few more.
const TEXTS: usize = 64;

impl<'t, T: Copy, const AT: usize> Known<'t, T, AT> {
    pub fn new() -> Known<'t, T, AT> {
        Known { texts: [None; TEXTS] }
    }

    /// A number for the text that `rest` begins with: from its first eight bytes, and the eight from `AT` on, where they
    /// are there.
    #[inline(always)]
    fn hash(rest: &[u8]) -> Option<usize> {
        let first = u64::from_le_bytes(*rest.first_chunk()?);
        let second = u64::from_le_bytes(*rest.get(AT..)?.first_chunk()?);
        let hash = (first ^ second.rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Some((hash >> 58) as usize)
    }

    /// What `rest` begins with, where that is known: how many bytes it has, and what it was read as.
    #[inline(always)]
    pub fn find(&self, rest: &[u8]) -> Option<(usize, T)> {
        let (text, what) = self.texts[Self::hash(rest)?]?;
        rest.starts_with(text).then_some((text.len(), what))
    }

    /// Keeps what the first `bytes` of `rest` were read as, unless a comment is in them, which could go on.
    pub fn keep(&mut self, rest: &'t [u8], bytes: usize, what: T) {
        if let (Some(hash), Some(text)) = (Self::hash(rest), rest.get(..bytes))
            && !text.contains(&b'/')
        {
            self.texts[hash] = Some((text, what));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_text_is_known() {
        let mut known: Known<u32, 4> = Known::new();
        assert_eq!(known.find(b"(0,0)<1;1,0> V3"), None);
        known.keep(b"(0,0)<1;1,0> V3", 12, 7);
        assert_eq!(known.find(b"(0,0)<1;1,0> P1"), Some((12, 7)));
        assert_eq!(known.find(b"(0,0)<1;1,0>"), Some((12, 7)));
        assert_eq!(known.find(b"(0,0)<1;1,1>"), None);
        assert_eq!(known.find(b"(0,0)<1;1,0"), None);
        assert_eq!(known.find(b"(0,0)"), None);
        known.keep(b"(M1, 16) // a", 13, 9);
        assert_eq!(known.find(b"(M1, 16) // a b"), None);
        // Whatever shares a hash, each is found as itself or not at all.
        let texts: Vec<String> = (0..500).map(|number| format!("({number},{})<1;1,0>", number * 7)).collect();
        for (number, text) in texts.iter().enumerate() {
            known.keep(text.as_bytes(), text.len(), number as u32);
            assert_eq!(known.find(text.as_bytes()), Some((text.len(), number as u32)));
        }
        for (number, text) in texts.iter().enumerate() {
            assert!(known.find(text.as_bytes()).is_none_or(|found| found == (text.len(), number as u32)));
        }
    }
}
