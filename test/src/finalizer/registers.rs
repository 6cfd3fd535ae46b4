//! Which dwords of the register file hold known numbers, at each point of Gen assembly without branches.
//!
//! This is how a send's header is read: it is a copy of r0 into which a move of a number puts dword 2, and a sum dword 3. What
//! is known of the copies of dword 3 of r0, the sampler state pointer, is what was added to it, and of dword 2 with texel offsets of
//! a register the other bits.

use std::collections::BTreeMap;

/// A register operand: `r12.2<1>:ud`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Register {
    /// Its first byte, from the start of the register file.
    pub byte: u32,
    /// Bytes of an element.
    pub element: u32,
    /// Elements from one lane's to the next's.
    pub stride: u32,
}

impl Register {
    /// Reads an operand in a file of registers of `grf_bytes`. A source of one element (`r1.0<0;1,0>`) has stride 0.
    pub fn read(text: &str, grf_bytes: u32) -> Option<Register> {
        let (place, ty) = text.strip_prefix('r')?.split_once(':')?;
        let (place, region) = place.split_once('<').unwrap_or((place, "1>"));
        let (number, element_index) = place.split_once('.').unwrap_or((place, "0"));
        let element = element_bytes(ty)?;
        let stride = match region.trim_end_matches('>') {
            "0;1,0" => 0,
            "1;1,0" | "8;8,1" | "4;4,1" | "16;16,1" => 1,
            stride => stride.parse::<u8>().ok()?.into(),
        };
        let [number, element_index] = [number, element_index].map(|digits| digits.parse::<u16>().ok().map(u32::from));
        let byte = number? * grf_bytes + element_index? * element;
        Some(Register { byte, element, stride })
    }
}

fn element_bytes(ty: &str) -> Option<u32> {
    Some(match ty {
        "b" | "ub" => 1,
        "w" | "uw" | "hf" | "bf" => 2,
        "d" | "ud" | "f" => 4,
        "q" | "uq" | "df" => 8,
        _ => return None,
    })
}

/// The bits of a dword operand that is a number: `0x123:ud`, `3:w`, `4.07778e-43:f` whose bits the comment has.
pub(super) fn number(text: &str, comment: &str) -> Option<u32> {
    let (digits, ty) = text.rsplit_once(':')?;
    match ty {
        "f" => match comment.split_once("(0x") {
            Some((_, rest)) => u32::from_str_radix(rest.split(':').next()?, 16).ok(),
            None => digits.parse::<f32>().ok().map(f32::to_bits),
        },
        "ud" | "d" | "uw" | "w" => {
            let (digits, sign) = digits.strip_prefix('-').map_or((digits, 1), |digits| (digits, -1));
            let value = match digits.strip_prefix("0x") {
                Some(digits) => i64::from_str_radix(digits, 16).ok()?,
                None => digits.parse::<i64>().ok()?,
            };
            Some(value.wrapping_mul(sign) as u32)
        }
        _ => None,
    }
}

/// What is known of the register file.
#[derive(Clone, Debug)]
pub(super) struct KnownDwords {
    numbers: BTreeMap<u32, u32>,
}

/// Dword 3 of r0.
const SAMPLER_STATE_POINTER: u32 = 12;

impl Default for KnownDwords {
    fn default() -> KnownDwords {
        KnownDwords { numbers: BTreeMap::from([(SAMPLER_STATE_POINTER, 0)]) }
    }
}

impl KnownDwords {
    /// Forgets everything: control flow may come from elsewhere.
    pub fn clear(&mut self) {
        // The finalizer keeps what it copies of r0 in r0.
        let pointer = self.get(SAMPLER_STATE_POINTER);
        self.numbers.clear();
        self.numbers.extend(pointer.map(|bytes| (SAMPLER_STATE_POINTER, bytes)));
    }

    /// The dword that begins at that byte.
    pub fn get(&self, byte: u32) -> Option<u32> {
        self.numbers.get(&byte).copied()
    }

    /// Notes that these bytes are overwritten by something unknown.
    pub fn forget(&mut self, start: u32, bytes: u32) {
        let overlapping: Vec<u32> =
            self.numbers.range(start.saturating_sub(3)..start + bytes).map(|(byte, _)| *byte).collect();
        for byte in overlapping {
            self.numbers.remove(&byte);
        }
    }

    /// Notes an instruction that writes `dst` in `lanes` lanes, of which all are active where `unconditional`. A move
    /// of a number or of dwords that follow one another carries on what is known.
    pub fn write(&mut self, dst: Register, lanes: u32, unconditional: bool, moved: Option<Moved>) {
        let length = (lanes.max(1) - 1) * dst.stride * dst.element + dst.element;
        let copied: Vec<(u32, u32)> = match moved {
            Some(Moved::Number(bits)) if dst.element == 4 && lanes == 1 => vec![(dst.byte, bits)],
            Some(Moved::Sum(src, number)) if dst.element == 4 && src.element == 4 && lanes == 1 => {
                self.get(src.byte).map(|known| (dst.byte, known.wrapping_add(number))).into_iter().collect()
            }
            Some(Moved::Register(src)) if dst.element == 4 && src.element == 4 && dst.stride == 1 => {
                let step = src.stride * 4;
                let lane = |lane| Some((dst.byte + lane * 4, self.get(src.byte + lane * step)?));
                (0..lanes).filter_map(lane).collect()
            }
            _ => Vec::new(),
        };
        self.forget(dst.byte, length);
        if unconditional {
            self.numbers.extend(copied);
        }
    }
}

/// What a `mov` moves, or an `add` of a register and a number makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moved {
    /// A number.
    Number(u32),
    /// A register.
    Register(Register),
    /// The sum of a dword and a number.
    Sum(Register, u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_read() {
        let register = |byte, element, stride| Some(Register { byte, element, stride });
        assert_eq!(Register::read("r12.2<1>:ud", 32), register(392, 4, 1));
        assert_eq!(Register::read("r1.6<0;1,0>:uw", 32), register(44, 2, 0));
        assert_eq!(Register::read("r2.0<8;8,1>:f", 64), register(128, 4, 1));
        assert_eq!(Register::read("a0.0<1>:ud", 32), None);
        assert_eq!(number("0xD000:ud", ""), Some(0xd000));
        assert_eq!(number("3:w", ""), Some(3));
        assert_eq!(number("-1:d", ""), Some(u32::MAX));
        assert_eq!(number("4.07778e-43:f", "(0x00000123:f); $4"), Some(0x123));
        assert_eq!(number("0.0:f", "$4"), Some(0));
        assert_eq!(number("r1.0<0;1,0>:ud", ""), None);
    }

    #[test]
    fn numbers_are_carried_through_copies_and_lost_where_overwritten() {
        let mut known = KnownDwords::default();
        let at = |text| Register::read(text, 32).expect("an operand");
        known.write(at("r1.2<1>:ud"), 1, true, Some(Moved::Number(7)));
        known.write(at("r5.0<1>:f"), 8, true, Some(Moved::Register(at("r1.0<8;8,1>:f"))));
        assert_eq!((known.get(40), known.get(168), known.get(172)), (Some(7), Some(7), None));
        known.write(at("r1.6<1>:uw"), 1, true, None);
        assert_eq!(known.get(40), Some(7));
        known.write(at("r1.4<1>:uw"), 1, true, None);
        assert_eq!(known.get(40), None);
        known.write(at("r5.2<1>:ud"), 1, false, Some(Moved::Number(9)));
        assert_eq!(known.get(168), None);
    }
}
