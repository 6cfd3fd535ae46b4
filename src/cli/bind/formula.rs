//! Texels by a formula: sums of terms in the texel's position, as tests fill surfaces.

use texvisa::emulator::unit::{Kind, Surface};

/// What a term multiplies: columns, rows, layers or slices, levels, samples, channels.
const VARIABLES: [char; 6] = ['x', 'y', 'z', 'l', 's', 'c'];

/// How a formula is written.
pub const WRITTEN: &str = "a sum as 0.5x+2y-z+16c+3, behind it %256 for its remainder; x, y, z (layer or slice), l (level), \
                           s (sample), c (channel: 0 to 3)";

/// `a*x + b*y + ... + k`, or the remainder of that.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    coefficients: [f64; 6],
    constant: f64,
    modulus: Option<f64>,
}

impl Formula {
    /// Reads a formula; `None` where it is none.
    pub fn parse(text: &str) -> Option<Formula> {
        let (sum, modulus) = match text.split_once('%') {
            Some((sum, modulus)) => (sum, Some(number(modulus).filter(|modulus| *modulus > 0.0)?)),
            None => (text, None),
        };
        let mut formula = Formula { coefficients: [0.0; 6], constant: 0.0, modulus };
        let mut rest = sum;
        if rest.is_empty() {
            return None;
        }
        while !rest.is_empty() {
            let (sign, unsigned) = match rest.as_bytes()[0] {
                b'+' => (1.0, &rest[1..]),
                b'-' => (-1.0, &rest[1..]),
                _ => (1.0, rest),
            };
            let end = unsigned.find(['+', '-']).unwrap_or(unsigned.len());
            let (term, behind) = unsigned.split_at(end);
            match term.strip_suffix(VARIABLES) {
                Some(factor) => {
                    let variable = VARIABLES.iter().position(|known| term.ends_with(*known))?;
                    let factor = factor.strip_suffix('*').unwrap_or(factor);
                    formula.coefficients[variable] += sign * if factor.is_empty() { 1.0 } else { number(factor)? };
                }
                None => formula.constant += sign * number(term)?,
            }
            rest = behind;
        }
        Some(formula)
    }

    fn value(&self, place: [u32; 6]) -> f64 {
        let terms = self.coefficients.iter().zip(place).map(|(coefficient, index)| coefficient * f64::from(index));
        let sum = terms.sum::<f64>() + self.constant;
        self.modulus.map_or(sum, |modulus| sum.rem_euclid(modulus))
    }

    /// Gives every texel its value: as a float, or as an integer where the format has such.
    pub fn fill(&self, surface: &mut Surface) {
        let format = surface.format();
        let bytes = format.bytes();
        for offset in (0..surface.bytes().len()).step_by(bytes) {
            let Some(place) = surface.position(offset) else { continue };
            let texel = std::array::from_fn(|channel| {
                let value = self.value([place.x, place.y, place.layer, place.level, place.sample, channel as u32]);
                match format.kind() {
                    Kind::Float => (value as f32).to_bits(),
                    Kind::Uint => value as u32,
                    Kind::Sint => value as i32 as u32,
                }
            });
            format.encode(texel, 0xf, &mut surface.bytes_mut()[offset..offset + bytes]);
        }
    }
}

/// Digits with a point; neither a sign nor an exponent.
fn number(text: &str) -> Option<f64> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_sums_of_terms() {
        let at = |text: &str| Formula::parse(text).map(|formula| formula.value([1, 2, 3, 4, 5, 6]));
        assert_eq!(at("x+10y+100z+1000l+10000s+100000c"), Some(654_321.0));
        assert_eq!(at("0.5x-2*y+3"), Some(-0.5));
        assert_eq!(at("-x%4"), Some(3.0));
        assert_eq!(at("7"), Some(7.0));
        assert_eq!(at("x+x"), Some(2.0));
        for wrong in ["", "+", "q", "2q", "x++y", "x%0", "x%", "x%-1", "1e9x", "x y", "--x", "nan", "infx"] {
            assert_eq!(at(wrong), None, "{wrong}");
        }
    }
}
