//! The Gen assembly that GenX_IR writes (`-output`).

use super::registers::{KnownDwords, Moved, Register, number};
use super::send::{Function, STATE_BITS, Send, Word, lengths};

/// Where a variable is at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// In the register file, from this byte on.
    Register(u32),
    /// In scratch memory, from this byte on.
    Scratch(u32),
}

/// A variable of the finalizer's: one of the program, or a temporary of its own, which has no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declare {
    /// The name.
    pub name: String,
    /// Bytes.
    pub bytes: u32,
    /// The type of its elements.
    pub ty: String,
    /// The variable that it lives in, and bytes from that one's start.
    pub alias: Option<(String, u32)>,
    /// Where it is, where that was decided.
    pub home: Option<Home>,
}

/// What the assembly says.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The messages, in the order of the text, which is not that of the program where the finalizer schedules.
    pub sends: Vec<Send>,
    /// The variables in general registers.
    pub declares: Vec<Declare>,
    /// Bytes of scratch memory.
    pub spill_bytes: u32,
    /// Instructions.
    pub instructions: u32,
    /// How registers were allocated: `TRIVIAL_RA` and so on.
    pub allocation: String,
}

/// A line of the assembly that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of GenX_IR's assembly is not understood ({reason}): {text}")]
pub struct ListingError {
    /// The line, counted from 1.
    pub line: usize,
    /// What was looked for and not found.
    pub reason: &'static str,
    /// The line's text.
    pub text: String,
}

/// A line that is an instruction, cut to pieces.
struct Instruction<'a> {
    predicate: Option<&'a str>,
    nomask: bool,
    mnemonic: &'a str,
    lanes: u32,
    first_lane: u32,
    operands: Vec<&'a str>,
    comment: &'a str,
}

impl<'a> Instruction<'a> {
    /// `None` for an instruction without lanes, such as `sync.nop`.
    fn cut(line: &'a str) -> Option<Instruction<'a>> {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let code = code.split('{').next().unwrap_or_default();
        let mut words = code.split_whitespace().peekable();
        let mut instruction = Instruction {
            predicate: None,
            nomask: false,
            mnemonic: "",
            lanes: 0,
            first_lane: 0,
            operands: Vec::new(),
            comment,
        };
        if let Some(prefix) = words.next_if(|word| word.starts_with('(')) {
            let parts = prefix.trim_matches(['(', ')']).split('&');
            for part in parts {
                if part == "W" { instruction.nomask = true } else { instruction.predicate = Some(part) }
            }
        }
        instruction.mnemonic = words.next()?;
        let (lanes, first_lane) = words.next()?.strip_prefix('(')?.strip_suffix(')')?.split_once("|M")?;
        instruction.lanes = lanes.parse().ok()?;
        instruction.first_lane = first_lane.parse().ok()?;
        instruction.operands = words.collect();
        Some(instruction)
    }

    /// The `$n` at the end of the comment.
    fn number(&self) -> Option<u32> {
        self.comment.trim_end().rsplit_once('$')?.1.parse().ok()
    }
}

impl Listing {
    /// Reads the assembly of one kernel on a platform with registers of `grf_bytes`.
    ///
    /// # Errors
    ///
    /// A message whose line is not understood: none is passed over.
    pub fn read(text: &str, grf_bytes: u32) -> Result<Listing, ListingError> {
        let mut listing = Listing::default();
        let mut known = KnownDwords::default();
        let mut address = None;
        for (index, line) in text.lines().enumerate() {
            let failed = |reason| ListingError { line: index + 1, reason, text: line.trim().to_owned() };
            if let Some(directive) = line.strip_prefix("//.") {
                listing.directive(directive, grf_bytes).ok_or_else(|| failed("a figure"))?;
                continue;
            }
            let line = line.trim();
            if line.starts_with("//") {
                continue;
            }
            if line.ends_with(':') {
                known.clear();
                address = None;
                continue;
            }
            let Some(instruction) = Instruction::cut(line) else { continue };
            if instruction.mnemonic.starts_with("send") {
                let send = read_send(&instruction, index + 1, grf_bytes, &known, address).map_err(failed)?;
                if let Some(dst) = send.dst {
                    known.forget(dst * grf_bytes, send.response * grf_bytes);
                }
                listing.sends.push(send);
                continue;
            }
            let Some(dst) = instruction.operands.first() else { continue };
            if dst.starts_with("a0.0<") {
                address = address_after(&instruction, address);
            } else if let Some(dst) = Register::read(dst, grf_bytes) {
                let unconditional = instruction.predicate.is_none() && instruction.nomask;
                let moved = (instruction.mnemonic == "mov").then(|| moved(&instruction, grf_bytes)).flatten();
                known.write(dst, instruction.lanes, unconditional, moved);
            }
        }
        Ok(listing)
    }

    /// Notes what follows `//.`; `None` where a figure is not understood.
    fn directive(&mut self, text: &str, grf_bytes: u32) -> Option<()> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match (word, rest.trim()) {
            ("instCount", count) => self.instructions = count.parse().ok()?,
            ("RA", kind) => self.allocation = kind.strip_prefix("type")?.trim().to_owned(),
            ("spill", size) => {
                if let Some(bytes) = size.strip_prefix("size ") {
                    self.spill_bytes = bytes.parse().ok()?;
                }
            }
            ("declare", declare) => self.declares.extend(read_declare(declare, grf_bytes)?),
            _ => {}
        }
        Some(())
    }
}

/// `U0 (38)  rf=r size=64 type=d align=16 words (r2.0)`; nothing for what is no general register.
fn read_declare(text: &str, grf_bytes: u32) -> Option<Option<Declare>> {
    let (name, rest) = text.split_once("rf=")?;
    let name = name.trim().rsplit_once('(').map_or("", |(name, _)| name.trim());
    let field = |key: &str| rest.split_whitespace().find_map(|word| word.strip_prefix(key));
    if !rest.starts_with("r ") {
        return Some(None);
    }
    let ty = field("type=")?.to_owned();
    let alias = match field("alias=") {
        Some(alias) => {
            let (of, offset) = alias.rsplit_once('+')?;
            Some((of.to_owned(), offset.parse().ok()?))
        }
        None => None,
    };
    let home = match rest.split_once('(') {
        None => None,
        Some((_, home)) => match home.strip_prefix("spilled -> Scratch[") {
            Some(scratch) => Some(Home::Scratch(scratch.split_once('x')?.0.parse::<u32>().ok()? * 32)),
            None => {
                let place = format!("{}:{ty}", home.split(')').next()?);
                Register::read(&place, grf_bytes).map(|register| Home::Register(register.byte))
            }
        },
    };
    Some(Some(Declare { name: name.to_owned(), bytes: field("size=")?.parse().ok()?, ty, alias, home }))
}

/// What a `mov` moves, where that is a number or a register.
fn moved(instruction: &Instruction<'_>, grf_bytes: u32) -> Option<Moved> {
    let source = instruction.operands.get(1)?;
    number(source, instruction.comment)
        .map(Moved::Number)
        .or_else(|| Register::read(source, grf_bytes).map(Moved::Register))
}

/// The constant part of address register a0.0 after an instruction that writes it, where it can be told.
fn address_after(instruction: &Instruction<'_>, before: Option<u32>) -> Option<u32> {
    let source = |index: usize| instruction.operands.get(index).copied().unwrap_or_default();
    let constant = |index| number(source(index), instruction.comment);
    let sum = |index: usize| if source(index).starts_with("a0.0") { before } else { Some(0) };
    match instruction.mnemonic {
        "mov" => constant(1),
        "add" => Some(sum(1)?.wrapping_add(constant(2).or_else(|| sum(2))?)),
        _ => None,
    }
}

/// `r8.0:w`, `r8`, `r4:2`, `null:0`: the number of the register.
fn register_number(text: &str) -> Result<Option<u32>, &'static str> {
    let name = text.split([':', '.']).next().unwrap_or_default();
    match name.strip_prefix('r') {
        Some(number) => number.parse().map(Some).map_err(|_| "a register"),
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

/// `wr:2+4, rd:8` or, with a descriptor that is computed, `wr:a0.0[28:25]+2, rd:a0.0[24:20]`: the length after the plus.
fn second_length(comment: &str) -> Option<u32> {
    let lengths = comment.split_once("wr:")?.1;
    lengths.split(',').next()?.rsplit_once('+')?.1.trim().parse().ok()
}

fn read_send(
    instruction: &Instruction<'_>,
    line: usize,
    grf_bytes: u32,
    known: &KnownDwords,
    address: Option<u32>,
) -> Result<Send, &'static str> {
    let (src1, extended, descriptor) = match *instruction.operands.as_slice() {
        [_, _, extended, descriptor] => ("null", extended, descriptor),
        [_, _, src1, extended, descriptor] => (src1, extended, descriptor),
        _ => return Err("four or five operands"),
    };
    let extended = word(extended, None)?;
    let function = match (instruction.mnemonic.split_once('.'), extended) {
        (Some((_, "smpl")), _) => Function::Sampler,
        (Some((_, name)), _) => Function::Other(name.to_owned()),
        (None, Word::Immediate(bits)) if bits & 0xf == 2 => Function::Sampler,
        (None, Word::Immediate(bits)) => Function::Other((bits & 0xf).to_string()),
        (None, Word::Computed(_)) => return Err("the unit that the message goes to"),
    };
    // A constant part with bits in the field of the surface or sampler is that of one of the two, which is immediate.
    let descriptor = word(descriptor, address.map(|bits| bits & !STATE_BITS))?;
    let (first, response, has_header) = descriptor.known().map_or((0, 0, false), lengths);
    let src0 = register_number(instruction.operands[1])?.ok_or("a payload")?;
    let header = if has_header { known.get(src0 * grf_bytes + 8) } else { None };
    Ok(Send {
        line,
        instruction: instruction.number(),
        function,
        predicate: instruction.predicate.map(str::to_owned),
        nomask: instruction.nomask,
        lanes: instruction.lanes,
        first_lane: instruction.first_lane,
        dst: register_number(instruction.operands[0])?,
        src0,
        src1: register_number(src1)?,
        descriptor,
        extended,
        first,
        second: second_length(instruction.comment).ok_or("`wr:` and two lengths")?,
        response,
        has_header,
        header,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, grf_bytes: u32) -> Listing {
        Listing::read(text, grf_bytes).expect("the lines are understood")
    }

    fn send(text: &str) -> Send {
        let mut sends = read(text, 32).sends;
        assert_eq!(sends.len(), 1);
        sends.remove(0)
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
    }

    /// Lines that GenX_IR wrote for SKL and TGLLP, where the surface, or the surface and the sampler, are not immediate.
    #[test]
    fn descriptors_that_are_computed_have_their_constant_part() {
        let found = send(
            "(W)     add (1|M0)               a0.0<1>:ud    r4.0<0;1,0>:ud    0x44458000:ud                       // $6\n\
             (W)     add (1|M0)               a0.0<1>:ud    a0.0<0;1,0>:ud    r13.0<0;1,0>:ud                     // $6\n\
             \x20       sends (16|M0)            r30:hf   r2      r14     0x82            a0.0       \
             // wr:a0.0[28:25]+2, rd:a0.0[24:20]; sampler // $6",
        );
        assert_eq!(found.descriptor, Word::Computed(Some(0x4445_8000)));
        assert_eq!((found.first, found.second, found.response, found.has_header), (2, 2, 4, false));
        let found = send(
            "(W)     add (1|M0)               a0.0<1>:ud    r4.0<0;1,0>:ud    0x2438300:ud                        // $4\n\
             LX:\n\
             \x20       send.smpl (8|M0)         r5       r2      r0      0x40            a0.0       {Serialize,@2,$1} \
             // wr:a0.0[28:25]+1, rd:a0.0[24:20] // $4",
        );
        assert_eq!((found.descriptor, found.second), (Word::Computed(None), 1));
    }

    /// Lines that GenX_IR wrote for TGLLP and PVC.
    #[test]
    fn headers_are_read_from_the_moves_that_build_them() {
        let text = "(W)     mov (8|M0)               r1.0<1>:f     r0.0<8;8,1>:f                    {Compacted}          // \n\
                    (W)     mov (1|M0)               r1.2<1>:f     7.46163e-41:f                                         //  (0x0000d000:f); $5\n\
                    (W)     and (1|M0)               r1.6<1>:uw    r1.6<0;1,0>:uw    0xFFFE:uw              {@2}         // \n\
                    \x20       send.smpl (16|M0)        r8       r1      r21     0x100            0x022DA005           {$0} // wr:1h+4, rd:2; simd16 sample // $5\n";
        assert_eq!(send(text).header, Some(0xd000));
        let copied = text.replace(
            "(W)     and (1|M0)",
            "(W)     mov (8|M0)               r9.0<1>:f     r1.0<8;8,1>:f                    // $5\n(W)     and (1|M0)",
        );
        assert_eq!(send(&copied.replace("r8       r1  ", "r8       r9  ")).header, Some(0xd000));
        assert_eq!(send(&text.replace("send.smpl", "LX:\nsend.smpl").replace("LX:\nsend", "X:\n send")).header, None);
        assert_eq!(send(&text.replace("0x022DA005", "0x0225A005")).header, None);
    }

    #[test]
    fn places_and_figures_are_read() {
        let found = read(
            "//.instCount 74\n//.RA type\tGRAPH_COLORING_SPILL_FF_RA\n//.spill size 2816\n//.spill GRF est. ref count 33\n\
             //.declare BuiltinA0 (2)  rf=a size=4 type=ud align=1 words (a0.0)\n\
             //.declare %local_id_y (13)  rf=r size=4 type=ud align=2 words (r1.5)\n\
             //.declare %tsc (21)  rf=r size=20 type=ud align=2 words\n\
             //.declare  (51)  rf=r size=96 type=ud alias=+0 align=16 words (r33.0)\n\
             //.declare D1 (41)  rf=r size=256 type=d align=16 words (spilled -> Scratch[8x32])\n",
            32,
        );
        assert_eq!((found.instructions, found.spill_bytes), (74, 2816));
        assert_eq!(found.allocation, "GRAPH_COLORING_SPILL_FF_RA");
        let homes: Vec<_> = found.declares.iter().map(|it| (it.name.as_str(), it.bytes, it.home)).collect();
        let expected = [
            ("%local_id_y", 4, Some(Home::Register(52))),
            ("%tsc", 20, None),
            ("", 96, Some(Home::Register(33 * 32))),
            ("D1", 256, Some(Home::Scratch(256))),
        ];
        assert_eq!(homes, expected);
        assert_eq!(found.declares[2].alias, Some((String::new(), 0)));
    }

    #[test]
    fn a_send_that_is_not_understood_is_an_error() {
        let error = Listing::read("\n        send (16|M0) r8:w q70 0x2 0x0484A005 // wr:2+0, rd:8 // $1", 32);
        let error = error.expect_err("q70 is no register");
        assert_eq!((error.line, error.reason), (2, "a register or null"));
    }
}
