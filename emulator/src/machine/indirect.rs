//! Address variables and what they point to, after ADDR_ADD and Operands, *Region Interpretation for Indirect Operands*.
//!
//! An address points into the variable whose address was taken. The documents leave open what is outside of that variable, or
//! at no multiple of an element. Here a read of it is undefined, and so is what the lane has of the variable after a write:
//! LLVM says as much of an element that a vector does not have.

use texvisa_ir::visa::{
    AddressAdd, AddressElement, DataType, Exec, Indirect, IndirectMove, IndirectRegion, Modifier, MoveDst, MoveSrc,
};

use super::error::Fault;
use super::operand::{Destination, Guard, OperandLayout, Source, read, write};
use super::pointer::Pointer;
use super::thread::Thread;
use crate::unit::MAX_LANES;

/// ADDR_ADD, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointerAdd {
    pub exec: Exec,
    /// The number of the first element among those of all address variables.
    dst: usize,
    base: Pointer,
    src: Source,
}

/// Resolves an addition of an address.
pub(super) fn resolve_add(layout: &OperandLayout<'_>, add: &AddressAdd) -> Result<PointerAdd, Fault> {
    layout.exec(add.exec)?;
    let bytes = layout.kernel.vars.get(add.base.var).map_or(0, |decl| decl.bytes());
    let start = layout.raw(texvisa_ir::visa::Raw::whole(add.base.var), bytes.into())? as i64;
    let base = Pointer {
        at: start + i64::from(add.base.offset),
        start,
        end: start + i64::from(bytes),
        lanes: add.exec.lanes.into(),
    };
    let src = layout.source(add.src, add.exec)?;
    if src.ty.is_float() || src.ty.bytes() != 2 || src.modifier != Modifier::None {
        return Err(Fault::Types("addr_add adds unsigned words (ADDR_ADD, Src1)"));
    }
    Ok(PointerAdd { exec: add.exec, dst: layout.address_element(add.dst, add.exec.lanes.into())?, base, src })
}

impl PointerAdd {
    /// Executes the instruction for the lanes of `mask`.
    pub fn execute(&self, thread: &mut Thread, file: &[u8], mask: u32) {
        for lane in (0..MAX_LANES).filter(|lane| mask >> lane & 1 == 1) {
            // An address has 16 bits, so that what is added may be negative.
            let added = self.src.bits(file, lane) as u16 as i16;
            if let Some(place) = thread.pointers.get_mut(self.dst + lane) {
                *place = Pointer { at: self.base.at + i64::from(added), ..self.base };
            }
        }
    }
}

/// A move with an indirect operand, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndirectCopy {
    pub exec: Exec,
    pub guard: Option<Guard>,
    ty: DataType,
    src: CopySource,
    dst: CopyDestination,
}

#[derive(Clone, Copy, Debug)]
enum CopySource {
    Direct(Source),
    /// The number of the first address, and bytes to add.
    Indirect(usize, i64, IndirectRegion),
}

#[derive(Clone, Copy, Debug)]
enum CopyDestination {
    Direct(Destination),
    /// The number of the address, bytes to add, and bytes from one lane's element to the next's.
    Indirect(usize, i64, i64),
}

/// Resolves a move with an indirect operand.
pub(super) fn resolve_move(layout: &OperandLayout<'_>, inst: &IndirectMove) -> Result<IndirectCopy, Fault> {
    let exec = inst.exec;
    layout.exec(exec)?;
    let indirect = |operand: &Indirect, addresses: u32| -> Result<(usize, i64), Fault> {
        Ok((layout.address_element(operand.at, addresses)?, operand.offset.into()))
    };
    let (src, from) = match inst.src {
        MoveSrc::Direct(src) => {
            let source = layout.source(src, exec)?;
            (CopySource::Direct(source), (source.ty, source.modifier))
        }
        MoveSrc::Indirect(operand, region, modifier) => {
            let addresses = match region {
                IndirectRegion::One(_) => 1,
                IndirectRegion::EachRow { width, .. } => u32::from(exec.lanes).div_ceil(u32::from(width.max(1))),
            };
            let (first, offset) = indirect(&operand, addresses)?;
            (CopySource::Indirect(first, offset, region), (operand.ty, modifier))
        }
    };
    let (dst, ty) = match inst.dst {
        MoveDst::Direct(dst) => {
            let destination = layout.destination(dst, exec)?;
            (CopyDestination::Direct(destination), destination.ty)
        }
        MoveDst::Indirect(operand, stride) => {
            let (first, offset) = indirect(&operand, 1)?;
            let step = i64::from(stride) * i64::from(operand.ty.bytes());
            (CopyDestination::Indirect(first, offset, step), operand.ty)
        }
    };
    let is_copy = from.0 == ty || !from.0.is_float() && !ty.is_float() && from.0.bytes() == ty.bytes();
    if !is_copy || from.1 != Modifier::None || inst.saturate {
        return Err(Fault::NotEmulated("an indirect move that changes what it moves"));
    }
    Ok(IndirectCopy { exec, guard: layout.guard(inst.predicate, exec)?, ty, src, dst })
}

impl IndirectCopy {
    /// Executes the move for the lanes of `mask`.
    pub fn execute(&self, thread: &mut Thread, file: &mut [u8], mask: u32) {
        let mut elements = [0; MAX_LANES];
        let lanes = || (0..MAX_LANES).filter(|lane| mask >> lane & 1 == 1);
        // Every element is read before anything is written.
        for lane in lanes() {
            elements[lane] = match &self.src {
                CopySource::Direct(source) => source.bits(file, lane),
                CopySource::Indirect(first, offset, region) => {
                    let undefined = thread.fill.next_bits();
                    let (number, element) = match region {
                        IndirectRegion::One(region) => (0, region.element(lane as u32)),
                        IndirectRegion::EachRow { width, horizontal } => {
                            let width = u32::from((*width).max(1));
                            (lane as u32 / width, lane as u32 % width * u32::from(*horizontal))
                        }
                    };
                    let bytes = offset + i64::from(element) * i64::from(self.ty.bytes());
                    let found = thread.pointers.get(first + number as usize);
                    found
                        .and_then(|pointer| pointer.element(bytes, self.ty))
                        .map_or(undefined, |address| read(file, address, self.ty.bytes()))
                }
            };
        }
        match &self.dst {
            CopyDestination::Direct(destination) => destination.write(file, mask, &elements),
            CopyDestination::Indirect(number, offset, step) => {
                let pointer = thread.pointers.get(*number).copied().unwrap_or_default();
                for lane in lanes() {
                    let bytes = offset + lane as i64 * step;
                    if let Some(address) = pointer.element(bytes, self.ty) {
                        write(file, address, self.ty.bytes(), elements[lane]);
                        continue;
                    }
                    for address in pointer.elements_of_lane(bytes, self.ty, self.exec.lanes.into()) {
                        write(file, address, self.ty.bytes(), thread.fill.next_bits());
                    }
                }
            }
        }
    }
}

impl OperandLayout<'_> {
    /// The number of an element among those of all address variables, from which there are `count`.
    fn address_element(&self, at: AddressElement, count: u32) -> Result<usize, Fault> {
        let given = self.kernel.addresses.get(at.address).copied();
        let elements = given.ok_or(Fault::Unknown { what: "address variable" })?;
        let end = u32::from(at.element) + count;
        if end > elements.into() {
            return Err(Fault::OutsideAddresses { end, elements });
        }
        let before = self.kernel.addresses.iter().take_while(|(address, _)| *address != at.address);
        Ok(before.map(|(_, elements)| usize::from(*elements)).sum::<usize>() + usize::from(at.element))
    }
}
