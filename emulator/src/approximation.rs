//! How the functions are rounded that hardware computes only nearly: quotients, roots, powers, logarithms, sines.
//!
//! Hardware's reciprocal, quotient and square root are off by up to one unit in the last place, and its other functions
//! by more; no document says which of the floats near the exact result it returns. With
//! [`Approximation::Chosen`] the machine returns either of the two next to it, as a hash of the function and its
//! operands decides. The interpreter makes the same choice for the operations of texture IR that allow it, so that both
//! sides are equal where both approximate; an instruction that approximates what its source wants correctly rounded, or
//! that computes another function, differs. So does a refinement that relies on more than hardware promises.
//!
//! What is exactly a float stays as it is, and so do infinities and NaNs.

/// How results of functions are rounded that hardware computes only nearly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Approximation {
    /// To the nearest float.
    #[default]
    Nearest,
    /// To either float next to the exact result, as this number and the operands choose.
    Chosen(u64),
}

/// A function that hardware computes only nearly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// `a / b`; with 1 for `a` the reciprocal.
    Quotient,
    Root,
    Exp2,
    Log2,
    /// `a` to the power of `b`, for an `a` that is not negative.
    Power,
    Sine,
    Cosine,
}

impl Function {
    /// The result in binary64. That of a quotient or a root rounds to the nearest binary32 as the exact one does.
    fn compute(self, a: f64, b: f64) -> f64 {
        match self {
            Function::Quotient => a / b,
            Function::Root => a.sqrt(),
            Function::Exp2 => a.exp2(),
            Function::Log2 => a.log2(),
            // A NaN for a negative `a`.
            Function::Power => (b * a.log2()).exp2(),
            Function::Sine => a.sin(),
            Function::Cosine => a.cos(),
        }
    }
}

impl Approximation {
    /// The result for the values `a` and `b`, of which a function of one takes the first. Where it is chosen it is a
    /// binary32, otherwise it has to be rounded to what it is stored in.
    pub(crate) fn of(self, function: Function, a: f64, b: f64) -> f64 {
        let exact = function.compute(a, b);
        let Approximation::Chosen(seed) = self else { return exact };
        let nearest = exact as f32;
        if f64::from(nearest) == exact || !nearest.is_finite() {
            return exact;
        }
        // Of the magnitudes, so that a sign may move from an operand to the result; `b` matters to a function of two alone.
        let second = if matches!(function, Function::Quotient | Function::Power) { b } else { 0.0 };
        let mut hash = seed ^ function as u64;
        for bits in [a.abs().to_bits(), second.abs().to_bits()] {
            hash = (hash ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        if hash >> 40 & 1 == 0 {
            return f64::from(nearest);
        }
        let is_too_small = f64::from(nearest).abs() < exact.abs();
        let other = f32::from_bits(if is_too_small { nearest.to_bits() + 1 } else { nearest.to_bits() - 1 });
        f64::from(if other.is_finite() { other } else { nearest })
    }

    /// The reciprocal of the square root: of the root that this gives.
    pub(crate) fn reciprocal_root(self, a: f64) -> f64 {
        let root = self.of(Function::Root, a, 0.0);
        self.of(Function::Quotient, 1.0, f64::from(root as f32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The floats next to 1/3 are 0x3eaaaaaa and 0x3eaaaaab; both occur, and nothing else.
    #[test]
    fn either_neighbour_is_chosen() {
        let found = |seed| (Approximation::Chosen(seed).of(Function::Quotient, 1.0, 3.0) as f32).to_bits();
        let mut all: Vec<u32> = (0..64).map(found).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, [0x3eaa_aaaa, 0x3eaa_aaab]);
        assert_eq!(Approximation::Nearest.of(Function::Quotient, 1.0, 3.0), 1.0 / 3.0);
    }

    /// Over a thousand operands about half of the results are not the nearest, and each is less than a unit off.
    #[test]
    fn errors_are_below_a_unit_and_frequent() {
        let chosen = Approximation::Chosen(5);
        let mut other = 0;
        for number in 1..1000 {
            let a = f64::from(number as f32 * 0.37);
            for function in [Function::Root, Function::Exp2, Function::Log2, Function::Sine, Function::Cosine] {
                let (exact, found) = (function.compute(a, 0.0), chosen.of(function, a, 0.0));
                let nearest = exact as f32;
                if !nearest.is_finite() || nearest == 0.0 {
                    continue;
                }
                let unit = f64::from(f32::from_bits(nearest.to_bits() + 1)) - f64::from(nearest);
                assert!((found - exact).abs() < unit.abs(), "{function:?} of {a}: {found}, {exact}");
                other += u32::from(found != f64::from(nearest));
            }
        }
        assert!((1500..3500).contains(&other), "{other}");
    }

    #[test]
    fn signs_move_and_exact_results_stay() {
        for seed in 0..64 {
            let chosen = Approximation::Chosen(seed);
            let quotient = |a, b| chosen.of(Function::Quotient, a, b);
            assert_eq!(quotient(-1.0, 3.0), -quotient(1.0, 3.0));
            assert_eq!(quotient(1.0, -3.0), -quotient(1.0, 3.0));
            assert_eq!(quotient(3.0, 8.0), 0.375);
            assert_eq!(quotient(1.0, 0.0), f64::INFINITY);
            assert!(quotient(0.0, 0.0).is_nan());
            assert_eq!(chosen.of(Function::Root, 9.0, 0.0), 3.0);
            assert_eq!(chosen.of(Function::Exp2, 1000.0, 0.0), 1000f64.exp2());
            // The largest float never becomes infinite.
            assert!((quotient(f64::from(f32::MAX), 1.000_000_1) as f32).is_finite());
            assert_eq!(chosen.reciprocal_root(4.0), 0.5);
        }
    }
}
