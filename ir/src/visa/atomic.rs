//! What atomic operations of the data port do, and on what (DWORD_ATOMIC, SVM_ATOMIC, TYPED_ATOMIC): 32 bits, or by pointer 64.

use super::entities::State;
use super::operand::{Predicate, Raw, RawList};
use super::types::{DataType, Exec};
use crate::collections::Packed;

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident $code:literal $name:literal $sources:literal;)*) => {
        /// What an atomic operation leaves in memory: a row of the table of DWORD_ATOMIC.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AtomicFunction { $($(#[$doc])* $function,)* }

        impl AtomicFunction {
            /// Every one of them.
            pub const ALL: &'static [AtomicFunction] = &[$(AtomicFunction::$function,)*];

            /// The number in the binary form.
            pub const fn code(self) -> u8 {
                match self { $(AtomicFunction::$function => $code,)* }
            }

            /// The name in vISA text.
            pub const fn name(self) -> &'static str {
                match self { $(AtomicFunction::$function => $name,)* }
            }

            /// How many sources it has.
            pub const fn sources(self) -> usize {
                match self { $(AtomicFunction::$function => $sources,)* }
            }
        }
    };
}

#[rustfmt::skip]
functions! {
    /// The sum.
    Add 0x00 "add" 1;
    /// The difference.
    Sub 0x01 "sub" 1;
    /// One more.
    Inc 0x02 "inc" 0;
    /// One less.
    Dec 0x03 "dec" 0;
    /// The smaller, unsigned.
    MinU 0x04 "min" 1;
    /// The larger, unsigned.
    MaxU 0x05 "max" 1;
    /// The source.
    Exchange 0x06 "xchg" 1;
    /// The first source, where the second equals what is there.
    CompareExchange 0x07 "cmpxchg" 2;
    /// Bitwise and.
    And 0x08 "and" 1;
    /// Bitwise or.
    Or 0x09 "or" 1;
    /// Bitwise exclusive or.
    Xor 0x0a "xor" 1;
    /// The smaller, signed.
    MinS 0x0b "minsint" 1;
    /// The larger, signed.
    MaxS 0x0c "maxsint" 1;
    /// The larger float.
    MaxF 0x10 "fmax" 1;
    /// The smaller float.
    MinF 0x11 "fmin" 1;
    /// The second source, where the first equals what is there, as floats.
    CompareExchangeF 0x12 "fcmpwr" 2;
    /// The sum of floats.
    AddF 0x13 "fadd" 1;
}

impl AtomicFunction {
    /// Whether it works on floats.
    pub const fn is_float(self) -> bool {
        use AtomicFunction as A;
        matches!(self, A::MaxF | A::MinF | A::CompareExchangeF | A::AddF)
    }

    /// The type of its sources and its destination (DWORD_ATOMIC, Notes), where it works on so many bytes.
    pub const fn operand_type(self, bytes: u8) -> DataType {
        match self {
            AtomicFunction::MinS | AtomicFunction::MaxS if bytes == 8 => DataType::Q,
            AtomicFunction::MinS | AtomicFunction::MaxS => DataType::D,
            _ if self.is_float() => DataType::F,
            _ if bytes == 8 => DataType::Uq,
            _ => DataType::Ud,
        }
    }
}

/// Which memory an atomic operation works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicForm {
    /// Byte offsets of a surface or of local memory.
    Dword,
    /// 64-bit addresses.
    Pointer,
    /// Elements of a typed surface.
    Typed,
}

impl AtomicForm {
    /// Every form with its mnemonic.
    pub const TEXT: [(AtomicForm, &'static str); 3] =
        [(AtomicForm::Dword, "dword_atomic"), (AtomicForm::Pointer, "svm_atomic"), (AtomicForm::Typed, "typed_atomic")];

    /// The mnemonic.
    pub const fn name(self) -> &'static str {
        AtomicForm::TEXT[self as usize].1
    }

    /// The most parts that an address has.
    pub const fn address_parts(self) -> usize {
        if matches!(self, AtomicForm::Typed) { 4 } else { 1 }
    }

    /// Bytes of a lane's address, or of each part of it.
    pub const fn address_bytes(self) -> u32 {
        if matches!(self, AtomicForm::Pointer) { 8 } else { 4 }
    }
}

/// What stands behind the name of an operation on 64 bits.
pub(super) const QWORD_SUFFIX: &str = ".64";

/// An atomic operation of the data port. What it finds it returns, if it has a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atomic {
    /// Which memory it works on.
    pub form: AtomicForm,
    /// What it does.
    pub function: AtomicFunction,
    /// How many bytes it works on: 4, or by pointer 8.
    pub bytes: u8,
    /// Which lanes it works on.
    pub exec: Exec,
    /// The predicate that disables lanes.
    pub predicate: Option<Predicate>,
    /// The surface; absent where the operation is by 64-bit addresses.
    pub surface: Packed<State>,
    /// The byte offsets or addresses, or the coordinates u, v, r and lod as far as they are given; then the
    /// [sources](AtomicFunction::sources).
    pub operands: RawList,
    /// Where what it finds goes; absent for nowhere.
    pub dst: Packed<Raw>,
}

impl Atomic {
    /// Splits its operands into the parts of the address and the sources.
    pub fn split<'r>(&self, operands: &'r [Raw]) -> (&'r [Raw], &'r [Raw]) {
        operands.split_at(operands.len().saturating_sub(self.function.sources()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_functions_share_a_code_or_a_name() {
        for (index, function) in AtomicFunction::ALL.iter().enumerate() {
            let before = &AtomicFunction::ALL[..index];
            assert!(before.iter().all(|other| other.code() < function.code() && other.name() != function.name()));
        }
    }
}
