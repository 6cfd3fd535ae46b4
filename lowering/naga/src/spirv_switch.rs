//! Mends what naga's reader of SPIR-V gets wrong about `OpSwitch`, before it reads a module.
//!
//! naga 30 loses a literal whose block is the default's, too: `case 2u, default` of WGSL, or two cases that both only leave the
//! switch. Such a literal goes where the default goes without being listed, so it is left out. naga also reads each literal
//! as one word, which those of a selector of 64 bits are not: these are refused.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// Words before the first instruction (SPIR-V 2.3, Physical Layout of a SPIR-V Module and Instruction).
const HEADER: usize = 5;
const MAGIC: u32 = 0x0723_0203;
const OP_NAME: u32 = 5;
const OP_MEMBER_NAME: u32 = 6;
const OP_TYPE_INT: u32 = 21;
const OP_DECORATE: u32 = 71;
const OP_MEMBER_DECORATE: u32 = 72;
const OP_SWITCH: u32 = 251;

/// A module whose switches naga would misread, and which cannot be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WideSwitch {
    /// The byte at which the instruction begins.
    pub byte: usize,
}

/// The module without literals whose block is the default's. One that is no SPIR-V of little endian stays as it is; that it is
/// wrong is naga's to say.
pub(crate) fn without_default_literals(bytes: &[u8]) -> Result<Cow<'_, [u8]>, WideSwitch> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    let words: Vec<u32> = chunks.iter().map(|word| u32::from_le_bytes(*word)).collect();
    if !rest.is_empty() || words.first() != Some(&MAGIC) {
        return Ok(Cow::Borrowed(bytes));
    }
    let instructions: Vec<(usize, &[u32])> = instructions(&words).collect();
    let widths = selector_widths(&instructions);
    let mut mended: Vec<u32> = Vec::new();
    let mut copied = 0;
    for (start, instruction) in &instructions {
        let [head, selector, default, pairs @ ..] = instruction else { continue };
        if head & 0xffff != OP_SWITCH {
            continue;
        }
        if widths.get(selector).is_some_and(|width| *width > 32) {
            return Err(WideSwitch { byte: 4 * start });
        }
        let (pairs, odd) = pairs.as_chunks::<2>();
        if !odd.is_empty() || pairs.iter().all(|[_, block]| block != default) {
            continue;
        }
        let kept: Vec<u32> = pairs.iter().filter(|[_, block]| block != default).flatten().copied().collect();
        mended.extend_from_slice(&words[copied..*start]);
        mended.push((kept.len() as u32 + 3) << 16 | OP_SWITCH);
        mended.extend([*selector, *default]);
        mended.extend(kept);
        copied = start + instruction.len();
    }
    if copied == 0 {
        return Ok(Cow::Borrowed(bytes));
    }
    mended.extend_from_slice(&words[copied..]);
    Ok(Cow::Owned(mended.iter().flat_map(|word| word.to_le_bytes()).collect()))
}

/// Each instruction with the word at which it begins, as far as their lengths are right.
fn instructions(words: &[u32]) -> impl Iterator<Item = (usize, &[u32])> {
    let mut at = HEADER;
    std::iter::from_fn(move || {
        let length = (words.get(at)? >> 16) as usize;
        let instruction = words.get(at..at + length).filter(|found| !found.is_empty())?;
        at += length;
        Some((at - length, instruction))
    })
}

/// The bits of integers by their ids. An instruction that has a result has its type before it; of those that do not, only
/// names and decorations can have the id of a type there.
fn selector_widths(instructions: &[(usize, &[u32])]) -> BTreeMap<u32, u32> {
    let mut types: BTreeMap<u32, u32> = BTreeMap::new();
    let mut values = BTreeMap::new();
    for (_, instruction) in instructions {
        match instruction {
            [head, id, width, ..] if head & 0xffff == OP_TYPE_INT => _ = types.insert(*id, *width),
            [head, ..] if matches!(head & 0xffff, OP_NAME | OP_MEMBER_NAME | OP_DECORATE | OP_MEMBER_DECORATE) => {}
            [_, ty, id, ..] => {
                if let Some(width) = types.get(ty) {
                    values.insert(*id, *width);
                }
            }
            _ => {}
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::{HEADER, MAGIC, OP_SWITCH, OP_TYPE_INT, WideSwitch, without_default_literals};

    /// A module of these instructions, each its opcode and its operands.
    fn module(instructions: &[&[u32]]) -> Vec<u8> {
        let mut words = vec![MAGIC, 0x10000, 0, 100, 0];
        assert_eq!(words.len(), HEADER);
        for instruction in instructions {
            words.push((instruction.len() as u32) << 16 | instruction[0]);
            words.extend(&instruction[1..]);
        }
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    const INT: &[u32] = &[OP_TYPE_INT, 1, 32, 0];
    const LONG: &[u32] = &[OP_TYPE_INT, 2, 64, 0];
    /// OpLoad of a value 7 of these types.
    const VALUE: &[u32] = &[61, 1, 7, 9];
    const LONG_VALUE: &[u32] = &[61, 2, 7, 9];

    #[test]
    fn literals_of_the_default_are_left_out() {
        let switch = [OP_SWITCH, 7, 20, 1, 21, 2, 20, 3, 22, 4, 20];
        let given = module(&[INT, LONG, VALUE, &switch, VALUE]);
        let expected = module(&[INT, LONG, VALUE, &[OP_SWITCH, 7, 20, 1, 21, 3, 22], VALUE]);
        assert_eq!(without_default_literals(&given).as_deref(), Ok(&expected[..]));
        assert_eq!(without_default_literals(&expected).as_deref(), Ok(&expected[..]));
    }

    #[test]
    fn literals_of_two_words_are_refused() {
        let switch = [OP_SWITCH, 7, 20, 1, 0, 21];
        let given = module(&[INT, LONG, LONG_VALUE, &switch]);
        assert_eq!(without_default_literals(&given), Err(WideSwitch { byte: 4 * (HEADER + 4 + 4 + 4) }));
    }

    #[test]
    fn what_is_no_module_stays() {
        let whole = module(&[INT, VALUE, &[OP_SWITCH, 7, 20, 1, 20]]);
        for end in 0..whole.len() {
            let _ = without_default_literals(&whole[..end]);
        }
        let mut endless = whole.clone();
        endless[22..24].copy_from_slice(&[0, 0]);
        assert_eq!(without_default_literals(&endless).as_deref(), Ok(&endless[..]));
        assert_eq!(without_default_literals(b"text").as_deref(), Ok(&b"text"[..]));
    }
}
