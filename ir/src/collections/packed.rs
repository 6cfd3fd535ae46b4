//! Options that take no more room than what they hold.

use std::fmt;

use cranelift_entity::packed_option::{PackedOption, ReservedValue};

/// Something or nothing, in the size of something: an [`Option`] of an identifier that millions of instructions have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed<T: ReservedValue>(PackedOption<T>);

impl<T: ReservedValue> Packed<T> {
    /// As an ordinary option.
    pub fn expand(self) -> Option<T> {
        self.0.expand()
    }

    /// Whether it is something.
    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// Whether it is nothing.
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

impl<T: ReservedValue> Default for Packed<T> {
    /// Nothing.
    fn default() -> Packed<T> {
        Packed(PackedOption::default())
    }
}

impl<T: ReservedValue> From<T> for Packed<T> {
    fn from(value: T) -> Packed<T> {
        Packed(value.into())
    }
}

impl<T: ReservedValue> From<Option<T>> for Packed<T> {
    fn from(value: Option<T>) -> Packed<T> {
        Packed(value.into())
    }
}

impl<T: ReservedValue + fmt::Debug> fmt::Debug for Packed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
