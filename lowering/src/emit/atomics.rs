//! Emits atomic operations through the data port.
//!
//! Rules:
//!
//! - `dword_atomic` for the lanes of a half, `svm_atomic` and `typed_atomic` for as many lanes as a register has dwords. What
//!   one finds is returned only if something reads it.
//! - Adding or subtracting 1 is `inc` or `dec`, which have no source.
//! - One for all lanes (`rewrite::combine_atomics`) is `NoMask`, of one lane.

use smallvec::SmallVec;
use texvisa_ir::texture::{self, AtomicOp, MemoryOp, MemorySpace, Role, Scalar, Type, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{
    Align, AluOp, Atomic, AtomicForm, AtomicFunction, DataType, Dst, Exec, Inst, Modifier, Raw, Region, Src, Storage,
    Var,
};

use super::memory::PortTarget;
use super::value_loc::{ALL_ELEMENTS, ValueLoc, nth};
use super::{Emitter, data_type};

impl Emitter<'_> {
    pub(super) fn atomic(&mut self, inst: texture::InstId, memory: PortTarget, op: &MemoryOp, atomic: AtomicOp) {
        let ty = op.values.first().map_or(Type::I64, |value| self.kernel.ty(*value));
        // A 64-bit integer is here as its halves.
        let bytes: u8 = match (ty.scalar.bits(), ty.lanes) {
            (32, 1) => 4,
            (32, 2) if op.kind.space == MemorySpace::Pointer => 8,
            _ => return self.unsupported(inst, format!("`{}` of {ty}", op.kind.name().concat())),
        };
        let has_sum = atomic != AtomicOp::AddF || self.context.target.platform().float_atomic_add;
        if !has_sum || !atomic.works_on(op.kind.space) {
            let what = format!("`{}` on {}", op.kind.name().concat(), self.context.target);
            return self.unsupported(inst, what);
        }
        let (function, sources) = self.atomic_function(op, atomic, bytes);
        let element = function.operand_type(bytes);
        let result = self.kernel.result(inst).filter(|result| self.reads.is_read(*result));
        let mut dsts: SmallVec<[Option<Var>; 2]> = SmallVec::new();
        dsts.resize(self.halves as usize, None);
        if let Some(result) = result.filter(|_| bytes == 8) {
            for dst in &mut dsts {
                *dst = Some(self.declare(element, self.half_lanes, Storage::Own, Meaning::Temporary));
            }
            let mut defs: SmallVec<[Var; 4]> = SmallVec::new();
            for element in 0..2 {
                for half in 0..self.halves as u8 {
                    defs.push(self.lanes(DataType::D, Meaning::Value { value: result, element, half }));
                }
            }
            self.locs[result] = ValueLoc::Divergent { first: defs[0], mask: ALL_ELEMENTS };
        } else if let Some(result) = result {
            for (dst, (_, var, _)) in dsts.iter_mut().zip(self.define(result)) {
                *dst = Some(self.alias(var, element));
            }
        }
        let native = self.context.target.platform().native_simd;
        let form = match op.kind.space {
            MemorySpace::Pointer => AtomicForm::Pointer,
            MemorySpace::Typed => AtomicForm::Typed,
            MemorySpace::Raw | MemorySpace::Local | MemorySpace::Scratch => AtomicForm::Dword,
        };
        let lanes = if form == AtomicForm::Dword { self.half_lanes } else { native.min(self.half_lanes) };
        for (half, dst) in (0..).zip(dsts) {
            let whole = self.half(half);
            let address = match op.kind.space {
                MemorySpace::Typed => self.typed_address(op, half, whole, 0),
                _ => self.byte_address(op, half, whole),
            };
            // Here the finalizer takes no other type of the same size.
            let unit = if form == AtomicForm::Pointer { DataType::Uq } else { DataType::Ud };
            let address: SmallVec<[Raw; 4]> =
                address.into_iter().flatten().map(|raw| Raw { var: self.alias(raw.var, unit), ..raw }).collect();
            let mut srcs: SmallVec<[Raw; 2]> = SmallVec::new();
            for value in &sources {
                let raw = match bytes {
                    8 => self.qwords([Some((*value, 0)), Some((*value, 1))], half, whole),
                    _ => self.sent_in_lanes(*value, half, whole, element),
                };
                srcs.push(Raw { var: self.alias(raw.var, element), ..raw });
            }
            for first in (0..self.half_lanes).step_by(lanes as usize) {
                let at = |raw: Raw, bytes: u32| Raw { offset: raw.offset + (first * bytes) as u16, ..raw };
                let parts = address.iter().map(|raw| at(*raw, form.address_bytes()));
                let operands: SmallVec<[Raw; 6]> = parts.chain(srcs.iter().map(|raw| at(*raw, bytes.into()))).collect();
                let operands = self.out.push_raws(&operands);
                let found = dst.map(|var| at(Raw::whole(var), bytes.into()));
                let exec = Exec::masked(lanes, u32::from(whole.first) + first);
                let (surface, dst) = (self.port_state(memory), found.into());
                self.push(Inst::Atomic(Atomic {
                    form,
                    function,
                    bytes,
                    exec,
                    predicate: None,
                    surface,
                    operands,
                    dst,
                }));
                if let (Some(result), Some(found), 8) = (result, found, bytes) {
                    self.split_qwords(result, half, exec, first, found);
                }
            }
        }
    }

    /// An atomic operation for all lanes at once: of one lane, whatever the execution mask is. A block is executed only
    /// where some lane is active: see `store_sends` of [`memory`](super::memory).
    pub(super) fn atomic_once(&mut self, inst: texture::InstId, memory: PortTarget, op: &MemoryOp, atomic: AtomicOp) {
        let mut operands = op.address.iter().map(|(_, address)| address).chain(&op.values);
        if !operands.all(|operand| self.is_uniform(*operand)) {
            let what = format!("`{}` of what differs between lanes", op.kind.name().concat());
            return self.unsupported(inst, what);
        }
        let bytes = 4;
        let (function, sources) = self.atomic_function(op, atomic, bytes);
        let element = function.operand_type(bytes);
        let whole = Exec::SCALAR;
        let (form, address) = match op.kind.space {
            MemorySpace::Pointer => (AtomicForm::Pointer, Some(self.pointer(op, 0, whole))),
            _ => (AtomicForm::Dword, op.address(Role::X).map(|offset| self.sent_once(offset, DataType::Ud))),
        };
        let mut operands: SmallVec<[Raw; 6]> = address.into_iter().collect();
        for value in &sources {
            operands.push(self.sent_once(*value, element));
        }
        let operands = self.out.push_raws(&operands);
        let result = self.kernel.result(inst).filter(|result| self.reads.is_read(*result));
        let dst = result.map(|result| {
            let first = self.single(data_type(Scalar::I32), Meaning::Value { value: result, element: 0, half: 0 });
            self.out.vars[first].align = Align::Grf;
            self.locs[result] = ValueLoc::Uniform { first, mask: ALL_ELEMENTS };
            Raw::whole(self.alias(first, element))
        });
        let surface = self.port_state(memory);
        let dst = dst.into();
        let atomic = Atomic { form, function, bytes, exec: whole, predicate: None, surface, operands, dst };
        self.push(Inst::Atomic(atomic));
    }

    /// Moves what an atomic operation of 64 bits found, for the lanes from `first` of a half on, to the halves of its result.
    fn split_qwords(&mut self, result: Value, half: u32, exec: Exec, first: u32, found: Raw) {
        let ValueLoc::Divergent { first: var, .. } = self.locs[result] else { return };
        let dwords =
            self.declare(DataType::D, self.half_lanes * 2, Storage::Alias { of: found.var }, Meaning::Temporary);
        for element in 0..2 {
            let var = nth(var, element * self.halves + half);
            let offset = found.offset + (element * 4) as u16;
            let src = Src::Register { var: dwords, offset, region: Region::strided(2), modifier: Modifier::None };
            self.alu(AluOp::Mov, exec, Dst { var, offset: (first * 4) as u16, stride: 1 }, &[src]);
        }
    }

    /// The function of an atomic operation on so many bytes, and which values are its sources.
    fn atomic_function(&self, op: &MemoryOp, atomic: AtomicOp, bytes: u8) -> (AtomicFunction, SmallVec<[Value; 2]>) {
        let dword = |element: u8| {
            op.values.first().and_then(|value| self.constant(*value, element)).map(|bits| (bits as u32).cast_signed())
        };
        let number = match bytes {
            8 => dword(0).zip(dword(1)).filter(|(low, high)| *high == low >> 31).map(|(low, _)| low),
            _ => dword(0),
        };
        let function = match (atomic, number) {
            (AtomicOp::Add, Some(1)) | (AtomicOp::Sub, Some(-1)) => AtomicFunction::Inc,
            (AtomicOp::Add, Some(-1)) | (AtomicOp::Sub, Some(1)) => AtomicFunction::Dec,
            (AtomicOp::Add, _) => AtomicFunction::Add,
            (AtomicOp::Sub, _) => AtomicFunction::Sub,
            (AtomicOp::And, _) => AtomicFunction::And,
            (AtomicOp::Or, _) => AtomicFunction::Or,
            (AtomicOp::Xor, _) => AtomicFunction::Xor,
            (AtomicOp::MinS, _) => AtomicFunction::MinS,
            (AtomicOp::MaxS, _) => AtomicFunction::MaxS,
            (AtomicOp::MinU, _) => AtomicFunction::MinU,
            (AtomicOp::MaxU, _) => AtomicFunction::MaxU,
            (AtomicOp::Exchange, _) => AtomicFunction::Exchange,
            (AtomicOp::CompareExchange, _) => AtomicFunction::CompareExchange,
            (AtomicOp::MinF, _) => AtomicFunction::MinF,
            (AtomicOp::MaxF, _) => AtomicFunction::MaxF,
            (AtomicOp::CompareExchangeF, _) => AtomicFunction::CompareExchangeF,
            (AtomicOp::AddF, _) => AtomicFunction::AddF,
        };
        let mut sources: SmallVec<[Value; 2]> = op.values.iter().copied().take(function.sources()).collect();
        // What is compared comes last (DWORD_ATOMIC, table of operations).
        if function == AtomicFunction::CompareExchange {
            sources.reverse();
        }
        (function, sources)
    }
}
