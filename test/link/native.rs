//! The native instructions of DG2 by which a kernel loads its payload, executed.
//!
//! Instructions are read from the text of iga64, Intel's disassembler. Only what Intel's finalizer writes for a prologue is
//! known: anything else is an error that has the line. The registers of a thread are bytes, and sends read memory.

/// Bytes of a register.
pub const GRF: usize = 32;
/// Bytes of the register file.
const FILE: usize = 128 * GRF;
/// The number by which a message names memory without a surface (the data port's binding table entry for stateless
/// accesses that are not coherent).
const STATELESS: u32 = 0xfd;

/// The type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Type {
    bytes: usize,
    signed: bool,
}

impl Type {
    fn read(name: &str) -> Option<Type> {
        let of = |bytes, signed| Some(Type { bytes, signed });
        match name {
            "ud" => of(4, false),
            "d" => of(4, true),
            "uw" => of(2, false),
            "w" => of(2, true),
            _ => None,
        }
    }

    /// The number that these bits are.
    fn extend(self, bits: u64) -> u64 {
        let unused = 64 - 8 * self.bytes as u32;
        if self.signed { ((bits << unused) as i64 >> unused) as u64 } else { bits << unused >> unused }
    }
}

/// Elements in registers: one for all lanes, or one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Elements {
    register: usize,
    subregister: usize,
    ty: Type,
    is_scalar: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    Elements(Elements),
    Immediate { bits: u64, ty: Type },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Mov,
    And,
    Add,
    /// The first source plus the product of the others.
    Mad,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Nothing, or waiting.
    None,
    Alu {
        operation: Operation,
        lanes: usize,
        dst: Elements,
        srcs: [Operand; 3],
    },
    /// A send to the data cache, port 0: registers of the destination and of the header, and both descriptors.
    Send {
        dst: usize,
        header: usize,
        extended: u32,
        descriptor: u32,
    },
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Its line, without what it waits for.
    pub text: String,
    action: Action,
}

/// A register, `r7`.
fn register(text: &str) -> Option<usize> {
    text.strip_prefix('r')?.parse().ok().filter(|register| *register < FILE / GRF)
}

/// `0x20:uw`.
fn immediate(text: &str) -> Option<Operand> {
    let (digits, ty) = text.strip_prefix("0x")?.split_once(':')?;
    Some(Operand::Immediate { bits: u64::from_str_radix(digits, 16).ok()?, ty: Type::read(ty)? })
}

/// `r127.2<0;1,0>:ud`; a destination has `<1>`. Of operations with three sources regions have fewer numbers.
fn elements(text: &str, is_destination: bool) -> Option<Elements> {
    let (place, rest) = text.split_once('<')?;
    let (region, ty) = rest.split_once(">:")?;
    let (number, subregister) = place.split_once('.')?;
    let is_scalar = match region {
        "1" if is_destination => false,
        "0;1,0" | "0;0" | "0" if !is_destination => true,
        "1;1,0" | "8;8,1" | "1;0" | "1" if !is_destination => false,
        _ => return None,
    };
    Some(Elements {
        register: register(number)?,
        subregister: subregister.parse().ok()?,
        ty: Type::read(ty)?,
        is_scalar,
    })
}

fn source(text: &str) -> Option<Operand> {
    immediate(text).or_else(|| elements(text, false).map(Operand::Elements))
}

fn action(line: &str) -> Option<Action> {
    let tokens: Vec<&str> = line.split_whitespace().collect();
    let hexadecimal = |text: &str| u32::from_str_radix(text.strip_prefix("0x")?, 16).ok();
    match tokens[..] {
        ["nop"] | ["sync.nop", "null"] => Some(Action::None),
        ["(W)", "send.dc0", "(8|M0)", dst, header, "null:0", extended, descriptor] => Some(Action::Send {
            dst: register(dst)?,
            header: register(header)?,
            extended: hexadecimal(extended)?,
            descriptor: hexadecimal(descriptor)?,
        }),
        // Without (W) it would be for active lanes alone, of which nothing is known here.
        ["(W)", name, lanes, dst, ref srcs @ ..] => {
            let (operation, count) = match name {
                "mov" => (Operation::Mov, 1),
                "and" => (Operation::And, 2),
                "add" => (Operation::Add, 2),
                "mad" => (Operation::Mad, 3),
                _ => return None,
            };
            let lanes = lanes.strip_prefix('(')?.strip_suffix("|M0)")?.parse().ok()?;
            let none = Operand::Immediate { bits: 0, ty: Type { bytes: 4, signed: false } };
            let mut read = [none; 3];
            if srcs.len() != count {
                return None;
            }
            for (place, text) in read.iter_mut().zip(srcs) {
                *place = source(text)?;
            }
            Some(Action::Alu { operation, lanes, dst: elements(dst, true)?, srcs: read })
        }
        _ => None,
    }
}

/// Reads what iga64 writes.
///
/// # Errors
///
/// A line that is none of the instructions that are known here, with its text.
pub fn read(text: &str) -> Result<Vec<Instruction>, String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        // Behind the operands in braces: what it waits for, and how it is encoded.
        let line = line.split('{').next().unwrap_or_default().trim();
        if line.is_empty() || line.ends_with(':') {
            continue;
        }
        let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let action = action(line).ok_or_else(|| format!("the instruction `{text}` is not known here"))?;
        found.push(Instruction { text, action });
    }
    Ok(found)
}

/// Memory: some bytes from an address on. What is around them is never to be relied on.
pub struct Memory<'a> {
    /// The first address.
    pub base: u32,
    /// The bytes.
    pub bytes: &'a [u8],
}

impl Memory<'_> {
    fn byte(&self, address: u32) -> u8 {
        let inside = address.checked_sub(self.base).and_then(|offset| self.bytes.get(offset as usize));
        inside.copied().unwrap_or((address as u8).wrapping_mul(29) ^ 0x5a)
    }
}

/// The registers of a thread.
pub struct Registers(pub Vec<u8>);

impl Registers {
    /// The registers with what nothing has written.
    pub fn undefined() -> Registers {
        Registers((0..FILE).map(|at| ((at ^ at >> 8) as u8).wrapping_mul(167) ^ 0xc3).collect())
    }

    fn element(&self, place: Elements, lane: usize) -> Result<u64, String> {
        let at = place.register * GRF + place.ty.bytes * (place.subregister + if place.is_scalar { 0 } else { lane });
        let bytes = self.0.get(at..at + place.ty.bytes).ok_or("a source behind the last register")?;
        Ok(place.ty.extend(bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))))
    }

    fn value(&self, operand: Operand, lane: usize) -> Result<u64, String> {
        match operand {
            Operand::Immediate { bits, ty } => Ok(ty.extend(bits)),
            Operand::Elements(place) => self.element(place, lane),
        }
    }

    /// Executes instructions from the first to the last.
    ///
    /// # Errors
    ///
    /// What is not defined, with the text of the instruction.
    pub fn execute(&mut self, instructions: &[Instruction], memory: &Memory<'_>) -> Result<(), String> {
        for instruction in instructions {
            let done = match instruction.action {
                Action::None => Ok(()),
                Action::Alu { operation, lanes, dst, srcs } => self.compute(operation, lanes, dst, srcs),
                Action::Send { dst, header, extended, descriptor } => {
                    self.send(dst, header, [extended, descriptor], memory)
                }
            };
            done.map_err(|what| format!("`{}`: {what}", instruction.text))?;
        }
        Ok(())
    }

    fn compute(&mut self, operation: Operation, lanes: usize, dst: Elements, srcs: [Operand; 3]) -> Result<(), String> {
        let mut results = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let [a, b, c] = [self.value(srcs[0], lane)?, self.value(srcs[1], lane)?, self.value(srcs[2], lane)?];
            results.push(match operation {
                Operation::Mov => a,
                Operation::And => a & b,
                Operation::Add => a.wrapping_add(b),
                Operation::Mad => a.wrapping_add(b.wrapping_mul(c)),
            });
        }
        for (lane, result) in results.into_iter().enumerate() {
            let at = dst.register * GRF + dst.ty.bytes * (dst.subregister + lane);
            let place = self.0.get_mut(at..at + dst.ty.bytes).ok_or("a destination behind the last register")?;
            place.copy_from_slice(&result.to_le_bytes()[..dst.ty.bytes]);
        }
        Ok(())
    }

    /// An aligned block of OWords: its address in bytes is dword 2 of the header. The descriptor has the entry in bits
    /// 7:0, the size in 10:8, the message in 18:14, the header in 19, the registers of the response in 24:20 and those of
    /// the payload in 28:25.
    fn send(&mut self, dst: usize, header: usize, descriptors: [u32; 2], memory: &Memory<'_>) -> Result<(), String> {
        let [extended, descriptor] = descriptors;
        let field = |first: u32, bits: u32| descriptor >> first & ((1 << bits) - 1);
        let bytes: usize = match field(8, 3) {
            2 => 32,
            3 => 64,
            4 => 128,
            size => return Err(format!("a block of size {size}")),
        };
        let fixed = [extended, field(0, 8), field(11, 3), field(14, 5), field(19, 1), field(25, 4), field(29, 3)];
        if fixed != [0, STATELESS, 0, 1, 1, 1, 0] {
            return Err(format!("no aligned block of OWords without a surface: {fixed:?}"));
        }
        if field(20, 5) as usize * GRF != bytes {
            return Err(format!("{} registers for {bytes} bytes", field(20, 5)));
        }
        let dword = |index: usize| {
            let at = header * GRF + 4 * index;
            self.0[at..at + 4].iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte))
        };
        // The finalizer clears the header. Dword 0 is not read, and the prologue computes there.
        if [1, 3, 4, 5, 6, 7].into_iter().any(|index| dword(index) != 0) {
            return Err("the header has more than an address".to_owned());
        }
        let address = dword(2);
        if address % 16 != 0 {
            return Err(format!("the address {address:#x} is that of no OWord"));
        }
        let to = dst * GRF..dst * GRF + bytes;
        let place = self.0.get_mut(to).ok_or("a response behind the last register")?;
        for (offset, byte) in (0..).zip(place) {
            *byte = memory.byte(address.wrapping_add(offset));
        }
        Ok(())
    }
}

impl Instruction {
    /// The instruction with one operand changed, in each way that is tried, and what was changed.
    pub fn changed(&self) -> Vec<Instruction> {
        let mut changed = Vec::new();
        let mut push = |action, what: &str| {
            changed.push(Instruction { text: format!("{} ({what})", self.text), action });
        };
        match self.action {
            Action::None => {}
            Action::Alu { operation, lanes, dst, srcs } => {
                let next = |place: Elements| {
                    let register = if place.register == 127 { 126 } else { place.register + 1 };
                    [Elements { register, ..place }, Elements { subregister: place.subregister + 1, ..place }]
                };
                for dst in next(dst) {
                    push(Action::Alu { operation, lanes, dst, srcs }, "another destination");
                }
                let count = match operation {
                    Operation::Mov => 1,
                    Operation::And | Operation::Add => 2,
                    Operation::Mad => 3,
                };
                for index in 0..count {
                    let others = match srcs[index] {
                        Operand::Elements(place) => next(place).map(Operand::Elements).to_vec(),
                        Operand::Immediate { bits, ty } => vec![Operand::Immediate { bits: bits ^ 0x20, ty }],
                    };
                    for other in others {
                        let mut srcs = srcs;
                        srcs[index] = other;
                        push(Action::Alu { operation, lanes, dst, srcs }, &format!("another source {index}"));
                    }
                }
            }
            Action::Send { dst, header, extended, descriptor } => {
                push(Action::Send { dst: dst + 1, header, extended, descriptor }, "another destination");
                push(Action::Send { dst, header: header - 1, extended, descriptor }, "another header");
                // The entry, the size, the message, and a size with its registers.
                for bits in [1, 0x100, 0x4000] {
                    push(Action::Send { dst, header, extended, descriptor: descriptor ^ bits }, "another descriptor");
                }
                let half = (descriptor & !0x1f0_0700) | (descriptor >> 8 & 7).saturating_sub(1) << 8;
                let registers = (descriptor >> 20 & 0x1f) / 2;
                push(Action::Send { dst, header, extended, descriptor: half | registers << 20 }, "half as much");
            }
        }
        changed
    }
}
