//! Compares a destination with the one that a case expects.

use serde_json::Value;

use super::kernel::Found;
use super::number;

/// How far apart two floats may be.
#[derive(Clone, Copy)]
enum Tolerance {
    Exact,
    /// Units in the last place.
    Ulps(u32),
    /// Of the largest value, and two units in the last place.
    Relative(f64),
    Absolute(f64),
}

impl Tolerance {
    /// As sampler results are compared with an independent implementation: UNORM and SNORM by 1 ulp, as it multiplies by a
    /// reciprocal; filters by 2^-16 of the range.
    fn of(compare: &str) -> Tolerance {
        match compare {
            "exact" => Tolerance::Exact,
            "ulp1" => Tolerance::Ulps(1),
            "filter" => Tolerance::Relative(2f64.powi(-16)),
            "ulp_srgb" => Tolerance::Absolute(2f64.powi(-13)),
            "bc" => Tolerance::Absolute(1.0 / 255.0),
            other => panic!("comparison {other}"),
        }
    }

    fn admits(self, expected: u32, found: u32) -> bool {
        let ulps = expected.abs_diff(found);
        let [a, b] = [expected, found].map(|bits| f64::from(f32::from_bits(bits)));
        match self {
            Tolerance::Exact => expected == found,
            Tolerance::Ulps(most) => ulps <= most,
            Tolerance::Relative(most) => ulps <= 2 || (a - b).abs() <= most * a.abs().max(b.abs()),
            Tolerance::Absolute(most) => ulps <= 1 || (a - b).abs() <= most,
        }
    }
}

/// Compares byte by byte what `expected` says: `??` for any byte. Only whole float elements may differ by a tolerance.
pub fn compare(case: &Value, expected: &str, found: &Found) -> Result<(), String> {
    let lanes = number(&case["exec_size"], 8) as usize;
    let element = match case["dst_type"].as_str() {
        Some("HF" | "W" | "UW") => 2,
        _ => 4,
    };
    let grf = number(&case["grf_bytes"], 32) as usize;
    let (case_step, step) =
        ((lanes * element).next_multiple_of(grf), (lanes * element).next_multiple_of(found.grf_bytes));
    let tolerance = Tolerance::of(case["compare"].as_str().unwrap_or("exact"));
    let digits = |at: usize| &expected[2 * at..2 * at + 2];
    let mut at = 0;
    while 2 * at < expected.len() {
        // The same channel and byte of it, where the registers may be wider.
        let place = at / case_step * step + at % case_step;
        let is_behind = at % case_step >= lanes * element;
        let whole = at % 4 == 0 && element == 4 && 2 * at + 8 <= expected.len();
        if is_behind && digits(at) == "??" {
            at += 1;
            continue;
        }
        if whole && (0..4).all(|byte| digits(at + byte) != "??") {
            let bytes: [u8; 4] = std::array::from_fn(|byte| u8::from_str_radix(digits(at + byte), 16).expect("a byte"));
            let found: [u8; 4] = std::array::from_fn(|byte| found.bytes[place + byte]);
            let [expected, found] = [bytes, found].map(u32::from_le_bytes);
            if !tolerance.admits(expected, found) {
                return Err(format!("byte {at}: expected {expected:#010x}, found {found:#010x}"));
            }
            at += 4;
            continue;
        }
        if digits(at) != "??" {
            let expected = u8::from_str_radix(digits(at), 16).expect("a byte");
            if found.bytes[place] != expected {
                return Err(format!("byte {at}: expected {expected:#04x}, found {:#04x}", found.bytes[place]));
            }
        }
        at += 1;
    }
    // Behind the response nothing is touched.
    let end = expected.len() / 2 / case_step * step + found.grf_bytes;
    match found.bytes[end.min(found.bytes.len())..].iter().position(|byte| *byte != 0xcd) {
        Some(byte) => Err(format!("byte {} behind the response was touched", end + byte)),
        None => Ok(()),
    }
}
