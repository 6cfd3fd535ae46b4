//! Operands with their addresses in the register file, checked once against its size.

use texvisa_ir::visa::{
    DataType, Dst, Exec, Modifier, Predefined, Predicate, Raw, Region, RegisterMap, Src, Storage, Var, VectorType,
    VisaKernel,
};

use super::error::Fault;
use crate::private::HARDWARE_THREAD;
use crate::unit::MAX_LANES;

/// The address of what is written to `%null`: no register file has it.
const NOWHERE: usize = isize::MAX as usize;

/// Bytes of a dword.
const DWORD: u64 = 4;

/// The state registers that are emulated, each one dword behind the register file: the bits that are defined, and what
/// they are. Of state register 0 that is where the thread runs, as Intel's compiler reads it on DG2: three bits, one that
/// means nothing, two bits, one that means nothing, and seven bits are the number of the thread.
/// Nothing says what the time is, of which the first dword alone is emulated.
const STATE_REGISTERS: [(Predefined, u32, u32); 3] = [
    (Predefined::HwId, u32::MAX, HARDWARE_THREAD),
    (Predefined::Tsc, 0, 0),
    (Predefined::Sr0, 0x3fb7, HARDWARE_THREAD & 7 | (HARDWARE_THREAD & 0x18) << 1 | (HARDWARE_THREAD & 0xfe0) << 2),
];

/// Bytes of the emulated state registers.
pub(super) const STATE_BYTES: u64 = STATE_REGISTERS.len() as u64 * DWORD;

/// Writes the state registers behind a register file of `registers` bytes.
pub(super) fn write_state_registers(file: &mut [u8], registers: usize) {
    let places = file.get_mut(registers..).unwrap_or_default().as_chunks_mut::<{ DWORD as usize }>().0;
    for (place, (_, defined, bits)) in places.iter_mut().zip(STATE_REGISTERS) {
        *place = (u32::from_le_bytes(*place) & !defined | bits).to_le_bytes();
    }
}

/// The addresses of a kernel's operands in the register file.
pub(super) struct OperandLayout<'k> {
    pub kernel: &'k VisaKernel,
    pub map: &'k RegisterMap,
    /// Bytes of a register.
    pub grf_bytes: u32,
    /// Bytes of the register file.
    pub bytes: u64,
}

/// A source, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub ty: DataType,
    pub modifier: Modifier,
    pub(super) place: SourceOperand,
}

/// Where the elements of a source are.
#[derive(Clone, Copy, Debug)]
pub(super) enum SourceOperand {
    Register { address: usize, region: Region },
    Number(u64),
    Numbers(VectorType, u32),
}

/// A destination, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Destination {
    pub ty: DataType,
    pub address: usize,
    step: usize,
}

/// The use of a predicate, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    pub predicate: Predicate,
    /// The predicate's number.
    pub index: usize,
}

impl OperandLayout<'_> {
    /// The type of a variable.
    pub fn ty(&self, var: Var) -> Result<DataType, Fault> {
        self.kernel.vars.get(var).map(|decl| decl.ty).ok_or(Fault::Unknown { what: "variable" })
    }

    /// Whether a variable is `%null`, which holds nothing.
    pub fn is_null(&self, var: Var) -> bool {
        let (root, _) = self.kernel.backing(var);
        self.kernel.vars[root].storage == Storage::Predefined(Predefined::Null)
    }

    /// The address of byte `offset` of a variable, from which `length` bytes are in the register file.
    fn address(&self, var: Var, offset: u32, length: u64) -> Result<usize, Fault> {
        self.ty(var)?;
        let (root, inside) = self.kernel.backing(var);
        let (base, bytes) = match self.kernel.vars[root].storage {
            Storage::Predefined(predefined) => match STATE_REGISTERS.iter().position(|row| row.0 == predefined) {
                // Behind the registers.
                Some(position) if length <= DWORD && offset == 0 => {
                    (self.bytes + position as u64 * DWORD, self.bytes + STATE_BYTES)
                }
                _ => return Err(Fault::NotEmulated(predefined.name())),
            },
            _ => (self.map.address(self.kernel, root).into(), self.bytes),
        };
        let start = base + u64::from(inside) + u64::from(offset);
        let end = start + length;
        if end > bytes { Err(Fault::OutsideRegisters { end, bytes }) } else { Ok(start as usize) }
    }

    pub fn exec(&self, exec: Exec) -> Result<(), Fault> {
        self.exec_within(exec, self.kernel.simd.lanes())
    }

    /// The same for an instruction that may be for as many lanes, if it heeds no execution mask.
    pub fn exec_within(&self, exec: Exec, most: u32) -> Result<(), Fault> {
        let lanes = self.kernel.simd.lanes();
        let width = if exec.nomask { most.max(lanes) } else { lanes };
        let Exec { lanes, first, .. } = exec;
        let known = matches!(lanes, 1 | 2 | 4 | 8 | 16 | 32);
        if !known || first % lanes != 0 || u32::from(first) + u32::from(lanes) > width {
            return Err(Fault::Lanes { lanes, first, width });
        }
        Ok(())
    }

    pub fn source(&self, src: Src, exec: Exec) -> Result<Source, Fault> {
        match src {
            Src::Immediate { ty, bits } => {
                Ok(Source { ty, modifier: Modifier::None, place: SourceOperand::Number(bits.get()) })
            }
            Src::Vector { ty, bits } => {
                let place = SourceOperand::Numbers(ty, bits);
                Ok(Source { ty: ty.element(), modifier: Modifier::None, place })
            }
            Src::Register { var, offset, region, modifier } => {
                let ty = self.ty(var)?;
                let last = (0..u32::from(exec.lanes)).map(|lane| region.element(lane)).max().unwrap_or(0);
                let length = (u64::from(last) + 1) * u64::from(ty.bytes());
                let address = self.address(var, u32::from(offset), length)?;
                Ok(Source { ty, modifier, place: SourceOperand::Register { address, region } })
            }
        }
    }

    pub fn destination(&self, dst: Dst, exec: Exec) -> Result<Destination, Fault> {
        let ty = self.ty(dst.var)?;
        let step = u32::from(dst.stride) * ty.bytes();
        let length = u64::from(step) * (u64::from(exec.lanes) - 1) + u64::from(ty.bytes());
        if self.is_null(dst.var) {
            return Ok(Destination { ty, address: NOWHERE, step: step as usize });
        }
        let address = self.address(dst.var, u32::from(dst.offset), length)?;
        Ok(Destination { ty, address, step: step as usize })
    }

    /// The address of a raw operand of `length` bytes.
    pub fn raw(&self, raw: Raw, length: u64) -> Result<usize, Fault> {
        self.address(raw.var, u32::from(raw.offset), length)
    }

    /// The number of a predicate that has a bit for each lane of `exec`.
    pub fn pred(&self, pred: texvisa_ir::visa::Pred, exec: Exec) -> Result<usize, Fault> {
        let bits = *self.kernel.preds.get(pred).ok_or(Fault::Unknown { what: "predicate" })?;
        let lane = u32::from(exec.first) + u32::from(exec.lanes) - 1;
        if lane >= u32::from(bits) { Err(Fault::PredicateBits { bits, lane }) } else { Ok(pred.as_u32() as usize) }
    }

    pub fn guard(&self, predicate: Option<Predicate>, exec: Exec) -> Result<Option<Guard>, Fault> {
        predicate.map(|predicate| Ok(Guard { predicate, index: self.pred(predicate.pred, exec)? })).transpose()
    }

    /// The number of a state variable.
    pub fn state(&self, state: texvisa_ir::visa::State) -> Result<usize, Fault> {
        match self.kernel.states.get(state) {
            Some(_) => Ok(state.as_u32() as usize),
            None => Err(Fault::Unknown { what: "state variable" }),
        }
    }
}

/// Reads an element of 1, 2, 4 or 8 bytes. Addresses were checked when the operand was resolved.
pub(super) fn read(file: &[u8], address: usize, bytes: u32) -> u64 {
    fn array<const N: usize>(file: &[u8], address: usize) -> [u8; N] {
        file.get(address..address + N).and_then(|found| found.try_into().ok()).unwrap_or([0; N])
    }
    // Of a known size each, so that no element is copied byte by byte.
    match bytes {
        1 => u64::from(u8::from_le_bytes(array(file, address))),
        2 => u64::from(u16::from_le_bytes(array(file, address))),
        4 => u64::from(u32::from_le_bytes(array(file, address))),
        _ => u64::from_le_bytes(array(file, address)),
    }
}

/// Writes an element of 1, 2, 4 or 8 bytes.
pub(super) fn write(file: &mut [u8], address: usize, bytes: u32, value: u64) {
    fn put<const N: usize>(file: &mut [u8], address: usize, value: [u8; N]) {
        if let Some(place) = file.get_mut(address..address + N) {
            place.copy_from_slice(&value);
        }
    }
    match bytes {
        1 => put(file, address, (value as u8).to_le_bytes()),
        2 => put(file, address, (value as u16).to_le_bytes()),
        4 => put(file, address, (value as u32).to_le_bytes()),
        _ => put(file, address, value.to_le_bytes()),
    }
}

impl Source {
    /// The bits that a lane of the instruction reads, before modifiers.
    pub fn bits(&self, file: &[u8], lane: usize) -> u64 {
        match self.place {
            SourceOperand::Register { address, region } => {
                // Most regions step by one distance, which needs no division.
                let element = match region {
                    Region { vertical, width: 1, .. } => lane * usize::from(vertical),
                    region => region.element(lane as u32) as usize,
                };
                read(file, address + element * self.ty.bytes() as usize, self.ty.bytes())
            }
            SourceOperand::Numbers(ty, bits) => ty.number(bits, lane as u32),
            SourceOperand::Number(bits) => bits & (u64::MAX >> (64 - 8 * self.ty.bytes())),
        }
    }

    /// The element of at most 4 bytes that a lane reads, before modifiers, widened as its type says.
    pub fn word(&self, file: &[u8], lane: usize) -> u32 {
        let bits = self.bits(file, lane) as u32;
        let unused = 32 - 8 * self.ty.bytes();
        if self.ty.is_signed() { ((bits << unused) as i32 >> unused) as u32 } else { bits }
    }

    /// The same for as many lanes as there are words.
    pub fn words(&self, file: &[u8], words: &mut [u32]) {
        if self.is_scalar() {
            words.fill(self.word(file, 0));
        } else {
            words.iter_mut().enumerate().for_each(|(lane, word)| *word = self.word(file, lane));
        }
    }

    /// Whether the elements of lanes are one behind the other.
    pub fn is_packed(&self) -> bool {
        match self.place {
            SourceOperand::Register { region, .. } => (0..MAX_LANES as u32).all(|lane| region.element(lane) == lane),
            SourceOperand::Number(_) | SourceOperand::Numbers(..) => false,
        }
    }

    /// The number that it is, where it is one.
    pub fn number(&self) -> Option<u64> {
        match self.place {
            SourceOperand::Register { .. } | SourceOperand::Numbers(..) => None,
            SourceOperand::Number(_) => Some(self.bits(&[], 0)),
        }
    }

    /// Whether all lanes read one element.
    pub fn is_scalar(&self) -> bool {
        match self.place {
            SourceOperand::Register { region, .. } => region == Region::SCALAR,
            SourceOperand::Number(_) => true,
            SourceOperand::Numbers(..) => false,
        }
    }
}

impl Destination {
    /// Whether the elements of lanes are one behind the other.
    pub fn is_packed(&self) -> bool {
        self.step == self.ty.bytes() as usize
    }

    /// Writes the results of the lanes of `mask`, as many low bits of each as the type has.
    pub fn write(&self, file: &mut [u8], mask: u32, results: &[u64; MAX_LANES]) {
        let mut lanes = mask;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            write(file, self.address + lane * self.step, self.ty.bytes(), results[lane]);
        }
    }
}
