//! Which denormals are zeros: the part of a thread's control register that a source may leave open.

use texvisa_ir::texture::Scalar;

/// The float types whose denormal operands and results are zeros of their sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlushedDenormals {
    /// Half floats.
    pub halves: bool,
    /// Floats of 32 bits.
    pub singles: bool,
}

impl FlushedDenormals {
    /// Whether there are any.
    pub(crate) fn any(self) -> bool {
        self.halves || self.singles
    }

    /// The bits of a value of a type, or those of a zero of its sign.
    pub(crate) fn flush(self, scalar: Scalar, bits: u64) -> u64 {
        let (exponent, sign) = match scalar {
            Scalar::F16 if self.halves => (0x7c00, 0x8000),
            Scalar::F32 if self.singles => (0x7f80_0000, 0x8000_0000),
            _ => return bits,
        };
        if bits & exponent == 0 { bits & sign } else { bits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// IEEE 754-2008, 3.4: a denormal has a biased exponent of 0.
    #[test]
    fn denormals_of_the_flushed_types_alone_are_zeros_of_their_sign() {
        let both = FlushedDenormals { halves: true, singles: true };
        let rows = [
            (Scalar::F16, 0x03ff, 0),
            (Scalar::F16, 0x8001, 0x8000),
            (Scalar::F16, 0x0400, 0x0400),
            (Scalar::F16, 0xfc00, 0xfc00),
            (Scalar::F32, 0x007f_ffff, 0),
            (Scalar::F32, 0x8000_0001, 0x8000_0000),
            (Scalar::F32, 0x0080_0000, 0x0080_0000),
            (Scalar::F32, 0x7fc0_0000, 0x7fc0_0000),
            (Scalar::I32, 0x0000_0001, 0x0000_0001),
        ];
        for (scalar, bits, flushed) in rows {
            assert_eq!(both.flush(scalar, bits), flushed, "{bits:#x}");
            assert_eq!(FlushedDenormals::default().flush(scalar, bits), bits);
        }
        assert_eq!(FlushedDenormals { halves: true, singles: false }.flush(Scalar::F32, 1), 1);
        assert_eq!(FlushedDenormals { halves: false, singles: true }.flush(Scalar::F16, 1), 1);
    }
}
