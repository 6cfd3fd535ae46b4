//! The values of arguments.

use texvisa::emulator::environment::ArgumentValue;
use texvisa::ir::texture::{Scalar, Type};

use crate::diagnostic::counted;

/// Reads the elements of an argument, with commas between them.
///
/// # Errors
///
/// Too few or too many, or what is no number of that type.
pub fn numbers(ty: Type, value: &str) -> Result<ArgumentValue, String> {
    let elements: Vec<&str> = value.split(',').collect();
    if elements.len() != usize::from(ty.lanes) {
        let has = counted(u64::from(ty.lanes), "value", "values");
        return Err(format!(
            "{} for an argument of type {ty}; expected {has}",
            counted(elements.len() as u64, "value", "values")
        ));
    }
    let bits = elements.iter().map(|element| number(ty.scalar, element));
    bits.collect::<Result<_, _>>().map(ArgumentValue::Uniform)
}

/// Reads a number of that type: its bits.
///
/// # Errors
///
/// What is none.
pub fn number(scalar: Scalar, text: &str) -> Result<u64, String> {
    let none = || match scalar.is_float() {
        true => format!("`{text}` is not an {scalar}; expected a number, as 0.5"),
        false => {
            let (least, most) = (-(1i128 << (scalar.bits() - 1)), scalar.mask());
            format!("`{text}` is not an {scalar}; expected a whole number from {least} to {most}")
        }
    };
    if scalar.is_float() {
        return text.parse::<f32>().map(|value| float_bits(scalar, value)).map_err(|_| none());
    }
    let value = match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => text.parse::<i128>(),
    };
    let range = -(1i128 << (scalar.bits() - 1))..1i128 << scalar.bits();
    value.ok().filter(|value| range.contains(value)).map(|value| value as u64 & scalar.mask()).ok_or_else(none)
}

fn float_bits(scalar: Scalar, value: f32) -> u64 {
    match scalar {
        Scalar::F16 => u64::from(half::f16::from_f32(value).to_bits()),
        _ => u64::from(value.to_bits()),
    }
}

/// The position of each work item along an axis.
///
/// # Errors
///
/// An axis that there is not, or a type that cannot say it.
pub fn position(ty: Type, axis: &str, grid: [u32; 3]) -> Result<ArgumentValue, String> {
    let axes = ["x", "y", "z", "u", "v", "w"];
    let Some(index) = axes.iter().position(|known| *known == axis) else {
        return Err(format!("unknown position `@{axis}`; expected one of @x, @y, @z, @u, @v, @w"));
    };
    if !ty.is_scalar() || (index >= 3 && !ty.scalar.is_float()) {
        return Err(format!(
            "`@{axis}` is no value of type {ty}; expected @x, @y or @z for an integer, none for a vector"
        ));
    }
    let along = |item: [u32; 3]| {
        let at = item[index % 3];
        match (ty.scalar.is_float(), index < 3) {
            (false, _) => u64::from(at),
            (true, true) => float_bits(ty.scalar, at as f32),
            (true, false) => float_bits(ty.scalar, ((f64::from(at) + 0.5) / f64::from(grid[index % 3])) as f32),
        }
    };
    let items = (0..grid[2]).flat_map(|z| (0..grid[1]).flat_map(move |y| (0..grid[0]).map(move |x| [x, y, z])));
    Ok(ArgumentValue::PerItem(items.map(along).collect()))
}
