//! Memory accesses of the data port, and its atomic operations.

use super::{Verifier, VisaErrorKind};
use crate::collections::Packed;
use crate::texture::ChannelMask;
use crate::visa::atomic::{Atomic, AtomicForm, AtomicFunction};
use crate::visa::data_port::DataPort;
use crate::visa::kernel::StateKind;
use crate::visa::types::{DataType, Exec};

impl Verifier<'_> {
    pub(super) fn data_port(&mut self, access: &DataPort) {
        let native = self.platform.native_simd;
        let lanes = u32::from(access.exec.lanes);
        self.predicate(access.predicate, access.exec);
        if access.op.is_block() {
            return self.block(access);
        }
        let widest = if access.op.is_typed() { native } else { 2 * native };
        // One for all lanes, as Intel's compiler emits it.
        let is_once = access.exec == Exec::SCALAR && (access.op.is_bytes() || access.op.has_blocks());
        self.require(lanes == native || lanes == widest || is_once, || VisaErrorKind::MessageLanes {
            given: access.exec.lanes,
            target: self.kernel.target,
            allowed: [native, widest],
        });
        if access.op.is_bytes() {
            self.require(matches!(access.bytes, 1 | 2 | 4), || VisaErrorKind::LaneBytes { given: access.bytes });
        } else {
            self.require(access.channels != ChannelMask::EMPTY, || VisaErrorKind::NoChannel);
        }
        if let Some(surface) = access.surface.expand() {
            self.surface(surface, access.op.name(), !access.op.is_typed());
        }
        self.require(access.surface.is_some() != access.op.is_by_pointer(), || VisaErrorKind::AccessSurface {
            name: access.op.name(),
            is_by_pointer: access.op.is_by_pointer(),
        });
        if access.op.is_by_pointer() {
            for raw in access.address.into_iter().filter_map(Packed::expand) {
                let given = self.kernel.vars[raw.var].ty;
                self.require(given.bytes() == 8, || VisaErrorKind::AddressType { given });
            }
        }
        let given = access.address.iter().take_while(|raw| raw.is_some()).count();
        let rest = access.address[given..].iter().all(Packed::is_none);
        self.require(given > 0 && rest, || VisaErrorKind::AddressGap);
        access.address.into_iter().filter_map(Packed::expand).for_each(|raw| self.raw(raw));
        self.raw(access.data);
    }

    fn block(&mut self, access: &DataPort) {
        self.require(access.exec == Exec::SCALAR && access.predicate.is_none(), || VisaErrorKind::BlockLanes);
        let given = access.bytes;
        self.require(matches!(given, 16 | 32 | 64 | 128), || VisaErrorKind::BlockBytes { given });
        if let Some(surface) = access.surface.expand() {
            // Intel's compiler reads scratch memory by bytes, and local memory by owords.
            let is_scratch = matches!(self.kernel.states[surface], StateKind::Scratch);
            self.surface(surface, access.op.name(), is_scratch || access.op.counts_owords());
        }
        let is_by_pointer = access.op.is_by_pointer();
        self.require(access.surface.is_some() != is_by_pointer, || VisaErrorKind::AccessSurface {
            name: access.op.name(),
            is_by_pointer,
        });
        self.require(access.address[0].is_some(), || VisaErrorKind::AddressGap);
        let expected = DataType::Ud;
        if let Some(raw) = access.address[0].expand() {
            let given = self.kernel.vars[raw.var].ty;
            match is_by_pointer {
                true => self.require(given.bytes() == 8, || VisaErrorKind::AddressType { given }),
                false => self.require(given == expected, || VisaErrorKind::BlockAddressType { given, expected }),
            }
        }
        self.raw(access.data);
    }

    pub(super) fn atomic(&mut self, atomic: &Atomic) {
        let kernel = self.kernel;
        let native = self.platform.native_simd;
        let lanes = u32::from(atomic.exec.lanes);
        let (name, is_by_pointer) = (atomic.form.name(), atomic.form == AtomicForm::Pointer);
        self.predicate(atomic.predicate, atomic.exec);
        let widest = if atomic.form == AtomicForm::Dword { 2 * native } else { native };
        // One for all lanes, as Intel's compiler emits it.
        let is_once = atomic.exec == Exec::SCALAR && atomic.form != AtomicForm::Typed;
        self.require(lanes == native || lanes == widest || is_once, || VisaErrorKind::MessageLanes {
            given: atomic.exec.lanes,
            target: kernel.target,
            allowed: [native, widest],
        });
        self.require(!(atomic.form == AtomicForm::Typed && atomic.function.is_float()), || {
            VisaErrorKind::TypedAtomic { function: atomic.function.name() }
        });
        let is_local = |surface| matches!(kernel.states[surface], StateKind::Local);
        let has_sum = self.platform.float_atomic_add && !atomic.surface.expand().is_some_and(is_local);
        self.require(atomic.function != AtomicFunction::AddF || has_sum, || VisaErrorKind::FloatAtomicAdd {
            target: kernel.target,
        });
        let is_legal = atomic.bytes == 4 || atomic.bytes == 8 && is_by_pointer && !atomic.function.is_float();
        self.require(is_legal, || VisaErrorKind::AtomicBytes { name, given: atomic.bytes });
        if let Some(surface) = atomic.surface.expand() {
            self.surface(surface, name, atomic.form == AtomicForm::Dword);
        }
        self.require(atomic.surface.is_some() != is_by_pointer, || VisaErrorKind::AccessSurface {
            name,
            is_by_pointer,
        });
        let operands = kernel.raws(atomic.operands);
        let sources = atomic.function.sources();
        let (least, most) = (sources + 1, sources + atomic.form.address_parts());
        self.require((least..=most).contains(&operands.len()), || VisaErrorKind::AtomicOperands {
            given: operands.len(),
            least,
            most,
        });
        let (address, srcs) = atomic.split(operands);
        for raw in address {
            let given = kernel.vars[raw.var].ty;
            let expected = DataType::Ud;
            match is_by_pointer {
                true => self.require(given.bytes() == 8, || VisaErrorKind::AddressType { given }),
                false => self.require(given == expected, || VisaErrorKind::AtomicType { given, expected }),
            }
        }
        for raw in srcs.iter().copied().chain(atomic.dst.expand()) {
            let given = kernel.vars[raw.var].ty;
            let expected = atomic.function.operand_type(atomic.bytes);
            self.require(given == expected, || VisaErrorKind::AtomicType { given, expected });
        }
        operands.iter().copied().chain(atomic.dst.expand()).for_each(|raw| self.raw(raw));
    }
}
