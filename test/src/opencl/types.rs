//! The types of values.

use std::fmt;

/// The type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Char,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    Half,
    Float,
}

impl Element {
    /// All of them; the frequent ones stand several times.
    pub const FREQUENT: [Element; 20] = {
        use Element as E;
        [
            E::Int,
            E::Int,
            E::Int,
            E::Int,
            E::UInt,
            E::UInt,
            E::UInt,
            E::UInt,
            E::Float,
            E::Float,
            E::Float,
            E::Float,
            E::Char,
            E::UChar,
            E::Short,
            E::UShort,
            E::Half,
            E::Half,
            E::Long,
            E::ULong,
        ]
    };

    /// Its size.
    pub const fn bytes(self) -> u32 {
        match self {
            Element::Char | Element::UChar => 1,
            Element::Short | Element::UShort | Element::Half => 2,
            Element::Int | Element::UInt | Element::Float => 4,
            Element::Long | Element::ULong => 8,
        }
    }

    pub const fn is_float(self) -> bool {
        matches!(self, Element::Half | Element::Float)
    }

    /// The unsigned integer of that size.
    pub const fn unsigned(self) -> Element {
        match self.bytes() {
            1 => Element::UChar,
            2 => Element::UShort,
            4 => Element::UInt,
            _ => Element::ULong,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Element::Char => "char",
            Element::UChar => "uchar",
            Element::Short => "short",
            Element::UShort => "ushort",
            Element::Int => "int",
            Element::UInt => "uint",
            Element::Long => "long",
            Element::ULong => "ulong",
            Element::Half => "half",
            Element::Float => "float",
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub element: Element,
    /// 1, 2, 3, 4, 8 or 16.
    pub count: u32,
}

impl Type {
    pub const INT: Type = Type::scalar(Element::Int);
    pub const UINT: Type = Type::scalar(Element::UInt);
    pub const FLOAT: Type = Type::scalar(Element::Float);

    pub const fn scalar(element: Element) -> Type {
        Type { element, count: 1 }
    }

    pub const fn vector(element: Element, count: u32) -> Type {
        Type { element, count }
    }

    pub const fn with(self, element: Element) -> Type {
        Type { element, count: self.count }
    }

    pub const fn with_count(self, count: u32) -> Type {
        Type { element: self.element, count }
    }

    /// Its size in memory, where a vector of three has room for four.
    pub const fn bytes(self) -> u32 {
        self.element.bytes() * if self.count == 3 { 4 } else { self.count }
    }
}

impl fmt::Display for Type {
    /// As OpenCL C names it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count == 1 { write!(f, "{}", self.element) } else { write!(f, "{}{}", self.element, self.count) }
    }
}
