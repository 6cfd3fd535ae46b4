//! The Gen assembly that GenX_IR writes (`-output`).

use super::end::{Paths, UnendedPath};
use super::instruction::Instruction;
use super::registers::{KnownDwords, Register};
use super::send::{Addresses, Send, address_name};

/// Where a variable is at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableLocation {
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
    pub location: Option<VariableLocation>,
}

/// What the assembly says.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The messages but for those that end the thread, in the order of the text, which is not that of the program
    /// where the finalizer schedules.
    pub sends: Vec<Send>,
    /// The variables in general registers.
    pub declares: Vec<Declare>,
    /// Bytes of scratch memory.
    pub spill_bytes: u32,
    /// Instructions, with those that only wait.
    pub instructions: u32,
    /// Instructions that only wait or do nothing: `sync` and `nop`.
    pub waits: u32,
    /// Instructions that move a register or a number: `mov`.
    pub moves: u32,
    /// The instructions but for those that only wait, each counted ten times for each loop that it is in.
    pub by_loop_depth: u64,
    /// How registers were allocated: `TRIVIAL_RA` and so on.
    pub allocation: String,
    /// The first path that does not end the thread.
    pub unended: Option<UnendedPath>,
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

impl Listing {
    /// Reads the assembly of one kernel on a platform with registers of `grf_bytes`.
    ///
    /// # Errors
    ///
    /// A message whose line is not understood: none is passed over.
    pub fn read(text: &str, grf_bytes: u32) -> Result<Listing, ListingError> {
        let mut listing = Listing::default();
        let mut known = KnownDwords::default();
        let mut addresses = Addresses::default();
        let mut paths = Paths::default();
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
            if let Some(label) = line.strip_suffix(':') {
                paths.label(label);
                known.clear();
                addresses = Addresses::default();
                continue;
            }
            let Some(instruction) = Instruction::cut(line) else {
                let mut words = line.split_whitespace().take(2);
                if words.clone().any(|word| word.starts_with("send")) {
                    return Err(failed("lanes"));
                }
                listing.waits += u32::from(words.any(|word| word.starts_with("sync.") || word == "nop"));
                continue;
            };
            paths.instruction(&instruction, index + 1);
            listing.moves += u32::from(instruction.mnemonic == "mov");
            // What ends the thread is no message of the program's.
            if instruction.mnemonic.starts_with("send") && !instruction.has_option("EOT") {
                let send = Send::read(&instruction, index + 1, grf_bytes, &known, &addresses).map_err(failed)?;
                match (send.dst, send.descriptor.known()) {
                    (None, _) => {}
                    (Some(dst), Some(_)) => known.forget(dst * grf_bytes, send.response * grf_bytes),
                    (Some(_), None) => known.clear(),
                }
                listing.sends.push(send);
                continue;
            }
            let Some(dst) = instruction.operands.first() else { continue };
            if let Some(name) = address_name(dst) {
                let before = addresses.get(name).copied().flatten();
                addresses.insert(name.to_owned(), instruction.address_after(name, before));
            } else if let Some(dst) = Register::read(dst, grf_bytes) {
                let unconditional = instruction.predicate.is_none() && instruction.nomask;
                known.write(dst, instruction.lanes, unconditional, instruction.moved(grf_bytes));
            }
        }
        listing.unended = paths.unended();
        listing.by_loop_depth = paths.by_loop_depth();
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
    let location = match rest.split_once('(') {
        None => None,
        Some((_, location)) => match location.strip_prefix("spilled -> Scratch[") {
            Some(scratch) => Some(VariableLocation::Scratch(scratch.split_once('x')?.0.parse::<u32>().ok()? * 32)),
            None => {
                let place = format!("{}:{ty}", location.split(')').next()?);
                Register::read(&place, grf_bytes).map(|register| VariableLocation::Register(register.byte))
            }
        },
    };
    Some(Some(Declare { name: name.to_owned(), bytes: field("size=")?.parse().ok()?, ty, alias, location }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::send::Word;
    use super::*;

    proptest! {
        /// Lines that are nearly those of the tool, and lines that are nothing.
        #[test]
        fn no_text_makes_it_panic(
            lines in prop::collection::vec(
                r"(\((W|f0\.0|W&f0\.0)\) )?(send|sends|send\.smpl|mov|add|//\.declare x \(1\)|//\.spill) (\((1|8|16|999)\|M[0-9]{1,3}\) )?[ra][0-9]{1,6}(\.[0-9]{1,6})?<?[0-9;,]{0,5}>?:?[a-z]{0,2} (r[0-9]{1,4}:[0-9f]|0x[0-9A-F]{1,9}:ud|null|rf=r size=9 type=d \(r9\.9\)){0,4} .{0,20}",
                0..8,
            ),
        ) {
            let _ = Listing::read(&lines.join("\n"), 32);
        }
    }

    fn read(text: &str, grf_bytes: u32) -> Listing {
        Listing::read(text, grf_bytes).expect("the lines are understood")
    }

    fn send(text: &str) -> Send {
        let mut sends = read(text, 32).sends;
        assert_eq!(sends.len(), 1);
        sends.remove(0)
    }
    /// Lines that GenX_IR wrote for SKL and TGLLP, where the surface, or the surface and the sampler, are not
    /// immediate.
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

    /// Lines that GenX_IR wrote for TGLLP.
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
        assert_eq!(send(&text.replace("        send.smpl", "LX:\n        send.smpl")).header, None);
        assert_eq!(send(&text.replace("0x022DA005", "0x0225A005")).header, None);
    }

    #[test]
    fn locations_and_figures_are_read() {
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
        let locations: Vec<_> = found.declares.iter().map(|it| (it.name.as_str(), it.bytes, it.location)).collect();
        let expected = [
            ("%local_id_y", 4, Some(VariableLocation::Register(52))),
            ("%tsc", 20, None),
            ("", 96, Some(VariableLocation::Register(33 * 32))),
            ("D1", 256, Some(VariableLocation::Scratch(256))),
        ];
        assert_eq!(locations, expected);
        assert_eq!(found.declares[2].alias, Some((String::new(), 0)));
    }

    /// A loop in a loop, as GenX_IR writes them for TGLLP. Two instructions are outside, three in the outer loop alone, two
    /// in both.
    #[test]
    fn instructions_are_counted_by_kind_and_by_loop() {
        let found = read(
            "//.instCount 10
        mov (8|M0)               r1.0<1>:d     r2.0<8;8,1>:d
        sync.nop                             null                             {Compacted,$0.src}     // $49
(W)     sync.allrd                           ($3,$7)                                                 // $95
L1:
        mov (8|M0)               r1.0<1>:d     r2.0<8;8,1>:d
L2:
        add (8|M0)               r1.0<1>:d     r2.0<8;8,1>:d   1:w
(~f0.0) goto.b (8|M0)            L3            L2                                // $7
L3:
        join (8|M0)  L4
(W)     jmpi                                 L1                                                  // $71
L4:
        nop
(W)     send.ts (8|M0)           null     r127    null    0x0            0x02000010           {EOT,@1} // wr:1+0, rd:0; end of thread // $5
",
            32,
        );
        assert_eq!((found.instructions, found.waits, found.moves), (10, 3, 2));
        assert_eq!(found.by_loop_depth, 2 + 10 * 3 + 100 * 2);
    }

    #[test]
    fn a_send_that_is_not_understood_is_an_error() {
        let error = Listing::read("\n        send (16|M0) r8:w q70 0x2 0x0484A005 // wr:2+0, rd:8 // $1", 32);
        let error = error.expect_err("q70 is no register");
        assert_eq!((error.line, error.reason), (2, "a register or null"));
        let error = Listing::read("(W) send r8:w r70 0x2 0x0484A005 // wr:2+0, rd:8 // $1", 32);
        assert_eq!(error.expect_err("there are no lanes").reason, "lanes");
    }
}
