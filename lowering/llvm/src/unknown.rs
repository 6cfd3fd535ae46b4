//! Instructions that are taken as unknown, for those who ask for the texture calls of a kernel alone.
//!
//! Which message a call becomes depends on what is known of its operands, and on who reads its result. Of an instruction
//! that cannot be imported nothing is known: it reads all of its operands, and returns anything, for each lane something
//! else. So it is imported as stores of its operands and loads of its results, which are kept and of which nothing is
//! concluded. The kernel says nothing else about the program, and must not be executed.

use texvisa_ir::texture::{Op, Scalar, Type, Value};

use crate::address_space::{Numbering, SurfaceBinding};
use crate::kernel::Importer;
use crate::llvm::Val;
use crate::shape::{self, ElementVec};

/// A buffer that no message reads.
const MEMORY: SurfaceBinding = SurfaceBinding::Numbered(Numbering::Uav, 0);

impl<'c> Importer<'c> {
    /// Imports `value`, an instruction, as one that reads its operands and returns anything.
    pub(crate) fn import_unknown(&mut self, value: Val<'c>) {
        let mut index = 0;
        while let Some(operand) = value.operand(index) {
            // What is no constant and has elements was defined before; the rest has nothing that a call has returned.
            if !operand.is_constant()
                && let Ok(elements) = self.elements(operand)
            {
                elements.into_iter().for_each(|element| self.read_unknown(element));
            }
            index += 1;
        }
        match shape::elements(value.ty()) {
            Ok(types) => {
                let elements = self.unknown(&types);
                self.define(value, elements);
            }
            Err(_) => self.define_failed(value),
        }
    }

    /// Values of these types of which nothing is known.
    pub(crate) fn unknown(&mut self, types: &[Type]) -> ElementVec<Value> {
        types.iter().map(|ty| self.unknown_scalar(ty.scalar)).collect()
    }

    fn unknown_scalar(&mut self, scalar: Scalar) -> Value {
        let dword = self.unknown_dword();
        let ty = Type::scalar(scalar);
        match scalar {
            Scalar::I1 => {
                let zero = self.builder.constant_int(Type::I32, 0);
                self.compare(Op::Ne, dword, zero)
            }
            Scalar::I64 => {
                let low = self.builder.convert(Op::ZExt, dword, ty);
                let high = self.unknown_dword();
                let high = self.builder.convert(Op::ZExt, high, ty);
                let shift = self.builder.constant_int(ty, 32);
                let high = self.operation(Op::Shl, &[high, shift]);
                self.operation(Op::Or, &[low, high])
            }
            Scalar::F16 => {
                let word = self.builder.convert(Op::Trunc, dword, Type::I16);
                self.builder.convert(Op::Bitcast, word, ty)
            }
            Scalar::F32 => self.builder.convert(Op::Bitcast, dword, ty),
            Scalar::I32 => dword,
            _ => self.builder.convert(Op::Trunc, dword, ty),
        }
    }

    /// A dword of which nothing is known, another one in each lane.
    fn unknown_dword(&mut self) -> Value {
        let memory = self.resources.raw(MEMORY);
        let lane = self.operation(Op::LaneId, &[]);
        let two = self.builder.constant_int(Type::I32, 2);
        let address = self.operation(Op::Shl, &[lane, two]);
        self.builder.load_raw(memory, address, Type::I32)
    }

    /// Reads a value for something that nothing is known of.
    pub(crate) fn read_unknown(&mut self, value: Value) {
        let dword = Type::I32;
        let dwords: ElementVec<Value> = match self.builder.kernel().ty(value).scalar {
            Scalar::I1 | Scalar::I8 => ElementVec::from_slice(&[self.builder.convert(Op::ZExt, value, dword)]),
            Scalar::I64 => {
                let shift = self.builder.constant_int(Type::scalar(Scalar::I64), 32);
                let high = self.operation(Op::ShrU, &[value, shift]);
                [value, high].into_iter().map(|part| self.builder.convert(Op::Trunc, part, dword)).collect()
            }
            _ => ElementVec::from_slice(&[value]),
        };
        let memory = self.resources.raw(MEMORY);
        let address = self.builder.constant_int(dword, 0);
        dwords.into_iter().for_each(|dword| self.builder.store_raw(memory, address, dword));
    }
}
