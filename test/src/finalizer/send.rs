//! One `send` instruction of Gen assembly.

use std::collections::BTreeMap;

use super::instruction::Instruction;
use super::registers::KnownDwords;

/// The unit that a message goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Function {
    /// The sampler.
    Sampler,
    /// Another, under the name that the assembly gives it: `dc1`, `ugm`, or its number before TGLLP.
    Other(String),
}

/// A descriptor or extended descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// These bits.
    Immediate(u32),
    /// Computed at run time. What is known are the bits that stand in the instruction which computes it: everything but
    /// what the surface or sampler brings in.
    Computed(Option<u32>),
}

impl Word {
    /// The bits, as far as they are known.
    pub fn known(self) -> Option<u32> {
        match self {
            Word::Immediate(bits) => Some(bits),
            Word::Computed(bits) => bits,
        }
    }
}

/// A `send`, whichever of its spellings: `send`, `sends` (before TGLLP, with two payload parts), `send.smpl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// Its line in the assembly, counted from 1.
    pub line: usize,
    /// The number of the vISA instruction that it was made from, counted from 0 with labels; absent for what the
    /// finalizer adds of its own.
    pub instruction: Option<u32>,
    /// The unit that it goes to.
    pub function: Function,
    /// The flag that predicates it, as in the text.
    pub predicate: Option<String>,
    /// Whether the execution mask is ignored.
    pub nomask: bool,
    /// Whether it waits for the messages before it, as those do whose lanes may name different samplers.
    pub serialized: bool,
    /// Lanes.
    pub lanes: u32,
    /// The first lane.
    pub first_lane: u32,
    /// The first register of the response, where it goes anywhere.
    pub dst: Option<u32>,
    /// The first register of the first payload part.
    pub src0: u32,
    /// The first register of the second payload part, where there is one.
    pub src1: Option<u32>,
    /// The descriptor.
    pub descriptor: Word,
    /// The extended descriptor as the text has it: before TGLLP with the unit, from DG2 on without the length.
    pub extended: Word,
    /// Registers of the first payload part, header included.
    pub first: u32,
    /// Registers of the second payload part.
    pub second: u32,
    /// Registers of the response.
    pub response: u32,
    /// Whether the payload begins with a header.
    pub has_header: bool,
    /// Dword 2 of the header, where there is one and a number was moved there on the way from the last label.
    pub header: Option<u32>,
    /// Bytes that dword 3 of the header, the sampler state pointer, was moved on by, where there is one and that is known.
    pub sampler_bytes: Option<u32>,
}

/// The part of a descriptor that the surface or sampler brings in.
pub(super) const STATE_BITS: u32 = 0xfff;

impl Send {
    /// Reads the instruction on a line, where `known` of the register file and `address` of a0.0 are known.
    ///
    /// # Errors
    ///
    /// What was looked for and not found.
    pub(super) fn read(
        instruction: &Instruction<'_>,
        line: usize,
        grf_bytes: u32,
        known: &KnownDwords,
        addresses: &Addresses,
    ) -> Result<Send, &'static str> {
        let (src1, extended, descriptor) = match *instruction.operands.as_slice() {
            [_, _, extended, descriptor] => ("null", extended, descriptor),
            [_, _, src1, extended, descriptor] => (src1, extended, descriptor),
            _ => return Err("four or five operands"),
        };
        let address = |text: &str| address_name(text).and_then(|name| addresses.get(name).copied().flatten());
        let extended = word(extended, address(extended))?;
        let function = match (instruction.mnemonic.split_once('.'), extended) {
            (Some((_, "smpl")), _) => Function::Sampler,
            (Some((_, name)), _) => Function::Other(name.to_owned()),
            (None, Word::Immediate(bits)) if bits & 0xf == 2 => Function::Sampler,
            (None, Word::Immediate(bits)) => Function::Other((bits & 0xf).to_string()),
            // A handle has no bits there.
            (None, Word::Computed(Some(bits))) if bits & 0xf == 2 => Function::Sampler,
            (None, Word::Computed(Some(bits))) => Function::Other((bits & 0xf).to_string()),
            (None, Word::Computed(None)) => return Err("the unit that the message goes to"),
        };
        // A constant part with bits in the field of the surface or sampler is that of one of the two, which is
        // immediate.
        let descriptor = word(descriptor, address(descriptor).map(|bits| bits & !STATE_BITS))?;
        let (first, response, has_header) = descriptor.known().map_or((0, 0, false), lengths);
        let src0 = register_number(instruction.operands[1])?.ok_or("a payload")?;
        let [header, sampler_bytes] =
            [8, 12].map(|byte| if has_header { known.get(src0 * grf_bytes + byte) } else { None });
        Ok(Send {
            line,
            instruction: instruction.number(),
            function,
            predicate: instruction.predicate.map(str::to_owned),
            nomask: instruction.nomask,
            serialized: instruction.options.split([',', '}']).any(|option| option.trim() == "Serialize"),
            lanes: instruction.lanes,
            first_lane: instruction.first_lane,
            dst: register_number(instruction.operands[0])?,
            src0,
            src1: register_number(src1)?,
            descriptor,
            extended,
            first,
            second: second_length(instruction.comment, extended).ok_or("`wr:` and two lengths")?,
            response,
            has_header,
            header,
            sampler_bytes,
        })
    }
}

/// Length of the first payload part, length of the response, presence of a header, in a descriptor.
fn lengths(descriptor: u32) -> (u32, u32, bool) {
    (descriptor >> 25 & 0xf, descriptor >> 20 & 0x1f, descriptor >> 19 & 1 == 1)
}

/// `r8.0:w`, `r8`, `r4:2`, `null:0`: the number of the register.
fn register_number(text: &str) -> Result<Option<u32>, &'static str> {
    let name = text.split([':', '.']).next().unwrap_or_default();
    match name.strip_prefix('r') {
        Some(number) => number.parse::<u16>().map(|number| Some(number.into())).map_err(|_| "a register"),
        None if name == "null" => Ok(None),
        None => Err("a register or null"),
    }
}

fn word(text: &str, computed: Option<u32>) -> Result<Word, &'static str> {
    if text.starts_with("a0.") {
        return Ok(Word::Computed(computed));
    }
    let digits = text.strip_prefix("0x").ok_or("a descriptor")?;
    u32::from_str_radix(digits, 16).map(Word::Immediate).map_err(|_| "a descriptor")
}

/// `wr:2+4, rd:8` or, with a descriptor that is computed, `wr:a0.0[28:25]+2, rd:a0.0[24:20]`: the length after the
/// plus. Where the extended descriptor is computed, `wr:2+a0.0[10:6], rd:4`, it is in those bits.
fn second_length(comment: &str, extended: Word) -> Option<u32> {
    let lengths = comment.split_once("wr:")?.1;
    let second = lengths.split(',').next()?.rsplit_once('+')?.1.trim();
    match extended {
        Word::Computed(known) if second.starts_with("a0.") => known.map(|bits| bits >> 6 & 0x1f),
        _ => second.parse().ok(),
    }
}

/// What is known of the constant parts of address registers, by their names: `a0.2`.
pub type Addresses = BTreeMap<String, Option<u32>>;

/// The name of an address register: of `a0.2<1>:ud`.
pub fn address_name(operand: &str) -> Option<&str> {
    let name = operand.split(['<', ':']).next()?;
    name.starts_with("a0.").then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn send(line: &str) -> Send {
        let instruction = Instruction::cut(line).expect("the line is an instruction");
        Send::read(&instruction, 1, 32, &KnownDwords::default(), &Addresses::default()).expect("the line is understood")
    }

    /// Lines that GenX_IR wrote for SKL.
    #[test]
    fn sends_of_skl_are_read() {
        let found = send(
            "        sends (16|M16)            r8:w     r1      r17     0x102            0x028DA005           \
             // wr:1h+4, rd:8; sampler; simd16 sample load with lod forced to 0 using sampler index 0 // $4",
        );
        assert_eq!((found.instruction, &found.function), (Some(4), &Function::Sampler));
        assert_eq!((found.lanes, found.first_lane, found.nomask), (16, 16, false));
        assert_eq!((found.dst, found.src0, found.src1), (Some(8), 1, Some(17)));
        assert_eq!((found.descriptor, found.extended), (Word::Immediate(0x028d_a005), Word::Immediate(0x102)));
        assert_eq!((found.first, found.second, found.response, found.has_header), (1, 4, 8, true));
        let found = send(
            "(W)     sends (16|M0)            null:uw  r0      r4      0x8A            0x020F1000           // wr:1h+2, rd:0; \
             hdc.dc0; hword scratch block write x2 //  scratch space spill: SP_GRF_D0_0 from offset[0x32]; $0",
        );
        assert_eq!((found.function, found.dst, found.nomask), (Function::Other("10".to_owned()), None, true));
        let found = send(
            "        sends (16|M0)            r8:w     r70     null    0x2            0x0484A005           \
             // wr:2+0, rd:8; sampler; simd16 sample res info using sampler index 0 // $14",
        );
        assert_eq!((found.src1, found.first, found.second), (None, 2, 0));
    }

    /// Lines that GenX_IR wrote for TGLLP and DG2.
    #[test]
    fn sends_of_later_platforms_are_read() {
        let found = send(
            "(f0.0)  send.smpl (8|M8)         r40      r44     null    0x0            0x06424305           {Serialize,$1} \
             // wr:3+0, rd:4; simd8 sample gradient using sampler index 3 // $8",
        );
        assert_eq!((found.function, found.predicate.as_deref()), (Function::Sampler, Some("f0.0")));
        assert_eq!((found.first_lane, found.first, found.second, found.response), (8, 3, 0, 4));
        assert!(found.serialized);
        let found = send(
            "        send.smpl (16|M0)        r23      r21     r9:4    0x0            0x04842000           \
             {Serialize,$0} // wr:2+4, rd:8; simd16 sample override LOD using sampler index 0 // $2",
        );
        assert_eq!((found.src1, found.second, found.extended), (Some(9), 4, Word::Immediate(0)));
        let found = send(
            "        send.smpl (8|M0)         null     r2      null:0  0x0            0x0203A005           \
             // wr:1+0, rd:0; simd8 sample load with lod forced to 0 using sampler index 0 // $10",
        );
        assert_eq!((found.dst, found.src1, found.response), (None, None, 0));
        assert!(!found.serialized);
    }
}
