//! Compares what two runs left.

use std::sync::Mutex;

use half::f16;
use naga::ScalarKind;
use texvisa::emulator::unit::Format;
use texvisa::emulator::unit::format::Numeric;

use crate::directives::Directives;
use crate::inputs::Input;
use crate::reflection::{Number, Wanted, WantedVariable};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    pub pixels: u64,
    pub numbers: u64,
    /// Numbers that the run changed.
    pub changed: u64,
    /// Those that are near enough, though not the same.
    pub near: u64,
}

static SHADERS: Mutex<(u64, Compared)> = Mutex::new((0, Compared { pixels: 0, numbers: 0, changed: 0, near: 0 }));

/// Adds what a shader compared to what is said in the end.
pub fn add(compared: Compared) {
    let Ok(mut total) = SHADERS.lock() else { return };
    total.0 += 1;
    total.1.pixels += compared.pixels;
    total.1.numbers += compared.numbers;
    total.1.changed += compared.changed;
    total.1.near += compared.near;
}

/// Says how much was compared.
pub fn summarize() {
    let Ok(total) = SHADERS.lock() else { return };
    let (shaders, Compared { pixels, numbers, changed, near }) = *total;
    println!(
        "{shaders} shaders, {pixels} pixels and {numbers} numbers of buffers compared with lavapipe, {changed} of them \
         changed by the shader, {near} not the same but within the tolerance of the shader, differences 0"
    );
}

/// The numbers of a texel format.
fn numbers_of(format: Format, bytes: usize) -> Vec<(Number, bool)> {
    let (kind, width) = match format.numeric() {
        Numeric::Float if format == Format::Rgba16Float => (ScalarKind::Float, 2),
        Numeric::Float => (ScalarKind::Float, 4),
        _ if matches!(format, Format::Rgba16Uint | Format::Rgba16Sint) => (ScalarKind::Uint, 2),
        _ if matches!(format, Format::Rgba8Unorm | Format::Rgba8Snorm | Format::Rgba8Uint | Format::Rgba8Sint) => {
            (ScalarKind::Uint, 1)
        }
        _ => (ScalarKind::Uint, 4),
    };
    let is_fixed = matches!(format.numeric(), Numeric::Unorm | Numeric::Snorm);
    (0..bytes / width).map(|index| (Number { offset: index * width, kind, bytes: width }, is_fixed)).collect()
}

fn bits(bytes: &[u8], number: &Number) -> u64 {
    bytes[number.offset..number.offset + number.bytes].iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

fn as_float(bits: u64, width: usize) -> f64 {
    if width == 2 { f16::from_bits(bits as u16).to_f64() } else { f32::from_bits(bits as u32).into() }
}

/// The place of a float among all of its width, zeros together.
fn place(bits: u64, width: usize) -> i64 {
    let sign = 1 << (8 * width - 1);
    let magnitude = (bits & (sign - 1)) as i64;
    if bits & sign != 0 { -magnitude } else { magnitude }
}

fn is_near(ours: u64, theirs: u64, number: &Number, is_fixed: bool, directives: &Directives) -> bool {
    let has_tolerance = directives.ulps > 0 || directives.absolute > 0.0;
    if number.kind != ScalarKind::Float {
        // A fixed-point number beside half a step.
        return is_fixed && has_tolerance && (ours as u8).abs_diff(theirs as u8) <= 1;
    }
    let (a, b) = (as_float(ours, number.bytes), as_float(theirs, number.bytes));
    if a.is_nan() && b.is_nan() {
        return true;
    }
    (a - b).abs() <= directives.absolute
        || place(ours, number.bytes).abs_diff(place(theirs, number.bytes)) <= u64::from(directives.ulps)
}

/// The most differences that are shown.
const SHOWN: usize = 5;

/// Compares what `who` left with what lavapipe did.
pub fn compare(
    who: &str,
    variables: &[WantedVariable],
    inputs: &[Input],
    ours: &[Vec<u8>],
    theirs: &[Vec<u8>],
    directives: &Directives,
) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let mut wrong = Vec::new();
    let mut differences = 0u64;
    for (((variable, input), ours), theirs) in variables.iter().zip(inputs).zip(ours).zip(theirs) {
        let (numbers, before): (Vec<(Number, bool)>, &[u8]) = match (&variable.what, input) {
            (Wanted::Buffer { is_uniform: false, numbers, .. }, Input::Buffer(before)) => {
                (numbers.iter().map(|number| (*number, false)).collect(), before)
            }
            (Wanted::Texture { shape, is_storage: true }, Input::Texture(before)) => {
                compared.pixels += (ours.len() / shape.theirs.bytes()) as u64;
                (numbers_of(shape.ours, ours.len()), before.bytes())
            }
            _ => continue,
        };
        if ours.len() != theirs.len() {
            return Err(format!("`{}` has {} bytes and {}", variable.name, ours.len(), theirs.len()));
        }
        for (number, is_fixed) in &numbers {
            let (a, b) = (bits(ours, number), bits(theirs, number));
            if matches!(variable.what, Wanted::Buffer { .. }) {
                compared.numbers += 1;
            }
            if b != bits(before, number) {
                compared.changed += 1;
            }
            if a == b {
                continue;
            }
            if is_near(a, b, number, *is_fixed, directives) {
                compared.near += 1;
                continue;
            }
            differences += 1;
            if wrong.len() < SHOWN {
                let shown = |bits: u64| match number.kind {
                    ScalarKind::Float => format!("{:?}", as_float(bits, number.bytes)),
                    _ => format!("{bits:#x}"),
                };
                wrong.push(format!(
                    "`{}` byte {}: {who} {}, lavapipe {}",
                    variable.name,
                    number.offset,
                    shown(a),
                    shown(b)
                ));
            }
        }
    }
    if differences > 0 {
        return Err(format!("{differences} differences:\n  {}", wrong.join("\n  ")));
    }
    Ok(compared)
}
