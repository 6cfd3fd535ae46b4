//! A buffer in front of a `String`, for text that is written in many short parts.

use super::names::{self, Name};

/// Bytes that are put together before they go to the text: so few that they stay in the first level of cache, and so
/// many that a copy is worth its call.
pub(super) const BYTES: usize = 2048;

/// Text on its way to the end of a longer one, which it reaches with [`Buffer::flush`] at the latest. A piece of a line
/// is a few bytes, and here it costs a comparison and a store.
pub(super) struct Buffer<'o> {
    out: &'o mut String,
    bytes: &'o mut [u8; BYTES],
    used: usize,
}

impl<'o> Buffer<'o> {
    /// One whose text is put together in `bytes` and appended to `out`.
    pub fn new(out: &'o mut String, bytes: &'o mut [u8; BYTES]) -> Buffer<'o> {
        Buffer { out, bytes, used: 0 }
    }

    /// Appends what is here to the text.
    #[inline(always)]
    pub fn flush(&mut self) {
        append(&self.bytes[..self.used], self.out);
        self.used = 0;
    }

    /// Calls a function that appends. Where all other calls are inlined, the end of the text is in a register.
    #[inline(always)]
    pub fn call(&mut self, write: impl FnOnce(&mut Buffer<'_>)) {
        let mut buffer = Buffer { out: self.out, bytes: self.bytes, used: self.used };
        write(&mut buffer);
        self.used = buffer.used;
    }

    /// Appends text. The compiler knows the length of a constant.
    #[inline(always)]
    pub fn text(&mut self, text: &str) {
        if text.len() > BYTES {
            self.flush();
            self.out.push_str(text);
        } else {
            self.start_of(text.as_bytes(), text.len());
        }
    }

    /// Appends a short text that is written often. All its bytes are copied, used or not, because that takes no loop.
    #[inline(always)]
    pub fn piece<const N: usize>(&mut self, piece: &Piece<N>) {
        self.start_of(&piece.bytes, piece.len());
    }

    /// Appends the name `V` and these digits.
    #[inline(always)]
    pub fn var(&mut self, digits: Digits) {
        self.start_of(&digits.behind(VAR).to_le_bytes(), digits.count() + 1);
    }

    #[inline(always)]
    fn start_of(&mut self, bytes: &[u8], used: usize) {
        if self.used > BYTES - bytes.len() {
            self.flush();
        }
        if let Some(room) = self.bytes.get_mut(self.used..self.used + bytes.len()) {
            room.copy_from_slice(bytes);
            self.used += used;
        }
    }

    /// Appends a name.
    pub fn name(&mut self, name: Name<'_>) {
        match name {
            Name::Text(text) => self.text(text),
            Name::Numbered(mark, number) => {
                self.text(mark.encode_utf8(&mut [0; 4]));
                self.decimal(number);
            }
        }
    }

    /// Appends `number`.
    pub fn decimal(&mut self, number: u32) {
        if number < 10 {
            self.start_of(&[b'0' + number as u8], 1);
        } else {
            match Digits::decimal(number) {
                Digits::NONE => self.text(itoa::Buffer::new().format(number)),
                digits => self.start_of(&digits.0.to_le_bytes(), digits.count()),
            }
        }
    }

    /// Appends `number` in hexadecimal as an operand, which a type follows: ` 0x1f:`.
    pub fn immediate(&mut self, number: u64) {
        if number < 10 {
            self.start_of(&[b' ', b'0', b'x', b'0' + number as u8, b':'], 5);
        } else if let Ok(number) = u32::try_from(number) {
            let digits = Digits::hexadecimal(number);
            self.text(" 0x");
            self.start_of(&digits.0.to_le_bytes(), digits.count());
            self.text(":");
        } else {
            self.text(&format!(" 0x{number:x}:"));
        }
    }
}

/// The letter in front of a variable's number.
const VAR: [u8; 1] = [names::VAR as u8];

#[cold]
fn append(bytes: &[u8], out: &mut String) {
    out.push_str(simdutf8::basic::from_utf8(bytes).expect("pieces of text make text"));
}

/// A text of fewer than `N` bytes.
#[derive(Clone, Copy)]
pub(super) struct Piece<const N: usize> {
    /// The text, and in the last byte its length.
    bytes: [u8; N],
}

impl<const N: usize> Piece<N> {
    pub const EMPTY: Piece<N> = Piece { bytes: [0; N] };

    /// That text; none of it where it is too long.
    pub fn new(text: &str) -> Piece<N> {
        let mut piece = Piece::EMPTY;
        if let Some(room) = piece.bytes[..N - 1].get_mut(..text.len()) {
            room.copy_from_slice(text.as_bytes());
            piece.bytes[N - 1] = text.len() as u8;
        }
        piece
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline(always)]
    fn len(&self) -> usize {
        usize::from(self.bytes[N - 1])
    }
}

impl Piece<16> {
    /// A name with a space before it; nothing where it is too long.
    pub fn name(name: Name<'_>) -> Piece<16> {
        let mut text = String::from(" ");
        name.write(&mut text);
        Piece::new(&text)
    }
}

/// The digits of a number as ASCII, the first in the lowest byte, and zeros behind them: of eight at the most, or of
/// none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Digits(u64);

impl Digits {
    /// Those of no number.
    pub const NONE: Digits = Digits(0);

    /// The decimal digits of a number; none where it has more than eight.
    #[inline]
    pub fn decimal(number: u32) -> Digits {
        if number >= 100_000_000 {
            return Digits::NONE;
        }
        // Two parts of four digits, then four of two, then eight of one: each step divides all parts at once, and the
        // quotients, which come first, take the lower halves.
        let fours = u64::from(number / 10_000) | u64::from(number % 10_000) << 32;
        let quotients = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
        let twos = quotients | (fours - quotients * 100) << 16;
        let quotients = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
        Digits::without_zeros(quotients | (twos - quotients * 10) << 8, 0)
    }

    /// The hexadecimal digits of a number.
    #[inline]
    fn hexadecimal(number: u32) -> Digits {
        // The same with parts of sixteen bits and of eight.
        let fours = u64::from(number >> 16) | u64::from(number & 0xffff) << 32;
        let twos = (fours >> 8 | fours << 16) & 0x00ff_00ff_00ff_00ff;
        let digits = (twos >> 4 | twos << 8) & 0x0f0f_0f0f_0f0f_0f0f;
        let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
        Digits::without_zeros(digits, letters * u64::from(b'a' - b'0' - 10))
    }

    /// The digits in the bytes of `digits`, without leading zeros. To each, what `letters` has in its byte is added.
    #[inline]
    fn without_zeros(digits: u64, letters: u64) -> Digits {
        // The last digit is written even if it is zero.
        let zeros = (digits | 1 << 56).trailing_zeros() / 8;
        Digits((digits + letters + 0x3030_3030_3030_3030) >> (8 * zeros))
    }

    /// Whether there are any.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self != Digits::NONE
    }

    /// How many they are.
    #[inline(always)]
    fn count(self) -> usize {
        8 - self.0.leading_zeros() as usize / 8
    }

    /// The digits behind other bytes, all as one number of which the first byte is the lowest.
    #[inline(always)]
    fn behind<const N: usize>(self, before: [u8; N]) -> u128 {
        let before = before.into_iter().rev().fold(0, |bytes, byte| bytes << 8 | u128::from(byte));
        u128::from(self.0) << (8 * N) | before
    }
}

/// The digits of numbers, of which most follow each other.
pub(super) struct DigitsInOrder {
    /// The number after the last.
    next: u32,
    /// The digits of the last.
    last: Digits,
}

impl DigitsInOrder {
    pub const fn new() -> DigitsInOrder {
        // After a nine no number is made of the one before it.
        DigitsInOrder { next: 0, last: Digits(b'9' as u64) }
    }

    /// The same as [`Digits::decimal`].
    #[inline]
    pub fn of(&mut self, number: u32) -> Digits {
        let place = 56 - (self.last.0.leading_zeros() & !7);
        if number == self.next && (self.last.0 >> place) as u8 != b'9' {
            self.last.0 += 1 << place;
        } else {
            let digits = Digits::decimal(number);
            if !digits.is_some() {
                return digits;
            }
            self.last = digits;
        }
        self.next = number + 1;
        self.last
    }
}

/// Texts that come again and again, each of which is put together once: of many the first, by key.
pub(super) struct Texts<const N: usize> {
    texts: Vec<(u64, Piece<N>)>,
    /// Where the last key of each hash is.
    last: [u8; 64],
}

impl<const N: usize> Texts<N> {
    /// So many that a search is cheaper than the text.
    const MOST: usize = 64;

    pub const fn new() -> Texts<N> {
        Texts { texts: Vec::new(), last: [0; 64] }
    }

    /// Appends the text of that key.
    #[inline(always)]
    pub fn write(&mut self, key: u64, out: &mut Buffer<'_>, text: impl FnOnce() -> String) {
        match self.texts.get(usize::from(self.last[Self::hash(key)])) {
            Some((known, piece)) if *known == key => out.piece(piece),
            _ => out.call(|out| self.search(key, Self::hash(key), out, text)),
        }
    }

    #[inline(always)]
    fn hash(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize
    }

    #[cold]
    #[inline(never)]
    fn search(&mut self, key: u64, hash: usize, out: &mut Buffer<'_>, text: impl FnOnce() -> String) {
        if let Some(place) = self.texts.iter().position(|(known, _)| *known == key) {
            self.last[hash] = place as u8;
            return out.piece(&self.texts[place].1);
        }
        let text = text();
        out.text(&text);
        let piece = Piece::new(&text);
        if self.texts.len() < Self::MOST && !piece.is_empty() {
            self.last[hash] = self.texts.len() as u8;
            self.texts.push((key, piece));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Buffer)) -> String {
        let mut out = String::new();
        let mut bytes = [0; BYTES];
        let mut buffer = Buffer::new(&mut out, &mut bytes);
        write(&mut buffer);
        buffer.flush();
        out
    }

    #[test]
    fn numbers_are_decimal_and_hexadecimal() {
        let around = |power: u64| (0..3).map(move |step| power - 1 + step);
        let powers_of_ten = (0..19).flat_map(|digits| around(10_u64.pow(digits)));
        let powers_of_two = (0..64).flat_map(|bits| around(1 << bits));
        for number in (0..20_000).chain(powers_of_ten).chain(powers_of_two) {
            assert_eq!(written(|buffer| buffer.immediate(number)), format!(" 0x{number:x}:"));
            let number = number as u32;
            assert_eq!(written(|buffer| buffer.decimal(number)), number.to_string());
        }
    }

    #[test]
    fn digits_in_order_are_the_digits() {
        let numbers = (0..1_200).chain(99_990..100_020).chain(99_999_990..100_000_010).chain([7, 8, 8, 9, 19, 11, 12]);
        let mut in_order = DigitsInOrder::new();
        for number in numbers {
            let digits = in_order.of(number);
            assert_eq!(digits, Digits::decimal(number));
            assert_eq!(digits.is_some(), number < 100_000_000);
            if digits.is_some() {
                assert_eq!(written(|buffer| buffer.var(digits)), format!("V{number}"));
            }
        }
    }

    #[test]
    fn texts_that_come_again_are_the_same() {
        let mut texts: Texts<4> = Texts::new();
        let numbers = || (0..2 * Texts::<4>::MOST as u64).map(|number| number * number).cycle().take(500);
        let text = written(|buffer| numbers().for_each(|number| texts.write(number, buffer, || number.to_string())));
        assert_eq!(text, numbers().map(|number| number.to_string()).collect::<String>());
    }

    #[test]
    fn pieces_follow_each_other_also_where_they_have_no_room() {
        let long = "ä".repeat(BYTES);
        let last = |number| if number == 500 { &*long } else { "" };
        let expected: String = (0..1000).map(|number| format!("{number}ö{}", last(number))).collect();
        let text = written(|buffer| {
            for number in 0..1000 {
                buffer.decimal(number);
                buffer.text("ö");
                buffer.text(last(number));
            }
        });
        assert_eq!(text, expected);
    }
}
