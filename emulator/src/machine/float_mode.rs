//! How the arithmetic unit treats floats: what control register 0 says, and what no document does.

use texvisa_ir::visa::DataType;

use crate::approximation::Approximation;
use crate::denormals::FlushedDenormals;
use crate::float::Rounding;

/// Its bits that keep denormals, by type. A thread begins with none of them: it has to set those that it needs.
const KEEPS_DENORMALS: [(DataType, u32); 3] = [(DataType::Df, 1 << 6), (DataType::F, 1 << 7), (DataType::Hf, 1 << 10)];

/// How the arithmetic unit treats floats where an instruction is. It is known everywhere, because no branch and no label
/// is where the rounding mode differs from the start, and denormals are kept from their instruction on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FloatMode {
    /// The bits of control register 0.
    controls: u32,
    /// How functions are rounded that hardware computes only nearly.
    pub approximation: Approximation,
}

impl FloatMode {
    /// That at the first instruction.
    pub fn new(approximation: Approximation) -> FloatMode {
        FloatMode { controls: 0, approximation }
    }

    /// Sets bits of the control register, or changes each.
    pub fn set(&mut self, bits: u32, toggles: bool) {
        self.controls = if toggles { self.controls ^ bits } else { self.controls | bits };
    }

    /// How results are rounded: bits 5 and 4.
    pub fn rounding(self) -> Rounding {
        match self.controls >> 4 & 3 {
            0 => Rounding::Nearest,
            1 => Rounding::Up,
            2 => Rounding::Down,
            _ => Rounding::Zero,
        }
    }

    /// Whether denormals of a type are operands and results, and not zeros instead. True of types that have none.
    pub fn keeps_denormals(self, ty: DataType) -> bool {
        KEEPS_DENORMALS.iter().all(|(of, bit)| *of != ty || self.controls & bit != 0)
    }

    /// Which denormals are zeros.
    pub fn flushed_denormals(self) -> FlushedDenormals {
        let [halves, singles] = [DataType::Hf, DataType::F].map(|ty| !self.keeps_denormals(ty));
        FlushedDenormals { halves, singles }
    }
}

/// A value of a float type, or a zero of its sign where it is a denormal.
pub(super) fn flushed(value: f64, ty: DataType) -> f64 {
    let least_normal = match ty {
        DataType::Hf => 2f64.powi(-14),
        DataType::F => f64::from(f32::MIN_POSITIVE),
        _ => f64::MIN_POSITIVE,
    };
    if value.abs() < least_normal { 0f64.copysign(value) } else { value }
}
